import { expect, test } from 'vitest'
import type { CageRow } from './cage.contract'
import {
  attentionsOf,
  fullness,
  matchNumbers,
  mergeCages,
  recount,
  sortByUrgency,
  stripOf,
  totalsOf,
} from './cage-state.web'

const cage = (id: number, over: Partial<CageRow> = {}): CageRow => ({
  id,
  number: String(id),
  code: null,
  cage_type_id: 1,
  cage_type_name: 'Круглый',
  color: 1,
  volume: 1200,
  location_id: 1,
  x: 0,
  y: 0,
  net_id: null,
  net_name: null,
  count: 1000,
  weight: 1000.1,
  avg_weight: 1.0001,
  density: 10,
  density_limit: 20,
  own_density_limit: null,
  generation_names: '',
  species_names: '',
  age_categories_ids: [],
  age_categories_names: '',
  age_category_name: '',
  groups: [],
  fed_today: 10,
  lost_today: 0,
  weighed_on: '2026-11-10',
  empty_since: null,
  ...over,
})
const moment = { today: '2026-11-20', weighingAge: 30 }

test('a cage is near its limit from 90 % and over it above 100 %', () => {
  expect([17.8, 18.1, 20, 20.5].map((density) => fullness(cage(1, { density })))).toEqual([
    'fine',
    'near',
    'near',
    'over',
  ])
  expect(fullness(cage(1, { count: 0 }))).toBe('empty')
})

test('the most urgent comes first: over the limit, not fed, weighed long ago', () => {
  const bad = cage(1, { density: 20.5, fed_today: 0, weighed_on: '2026-10-17' })
  expect(attentionsOf(bad, moment)).toEqual([
    { kind: 'over', value: 102.49999999999999 },
    { kind: 'unfed', value: null },
    { kind: 'unweighed', value: 34 },
  ])
  expect(attentionsOf(cage(1, { weighed_on: '2026-10-21' }), moment)).toEqual([])
  expect(attentionsOf(cage(1, { weighed_on: null }), moment)).toEqual([{ kind: 'unweighed', value: null }])
})

test('an empty cage and a day of history ask for nothing', () => {
  expect(attentionsOf(cage(1, { count: 0, fed_today: 0, weighed_on: null }), moment)).toEqual([])
  expect(attentionsOf(cage(1, { fed_today: 0 }), { ...moment, today: null })).toEqual([])
})

test('a phone lists the unfed first, then the dense, the unweighed, the rest by number', () => {
  const rows = [
    cage(10),
    cage(9, { fed_today: 0 }),
    cage(8, { density: 21 }),
    cage(6, { weighed_on: '2026-10-01' }),
    cage(4, { fed_today: 0 }),
    cage(2),
  ]
  expect(sortByUrgency(rows, moment).map((row) => row.cage.number)).toEqual(['4', '9', '8', '6', '2', '10'])
})

test('sums are exact and follow a write', () => {
  const rows = [cage(1, { weight: 0.1 }), cage(2, { weight: 0.2, lost_today: 3 }), cage(3, { count: 0, weight: 0 })]
  expect(totalsOf(rows)).toMatchObject({ cages: 3, withFish: 2, count: 2000, weight: 0.3, fed: 2, lost: 3 })
  const merged = mergeCages(rows, [cage(2, { count: 990, weight: 5 }), cage(4, { location_id: 2 })])
  expect(merged.map((row) => [row.id, row.count])).toEqual([
    [1, 1000],
    [2, 990],
    [3, 0],
    [4, 1000],
  ])
  const location = {
    id: 1,
    name: 'Северный',
    code: null,
    cages_count: 0,
    fish_count: 0,
    total_weight: 0,
    water: null,
    feed: null,
  }
  expect(recount([location], merged)).toEqual([{ ...location, cages_count: 3, fish_count: 1990, total_weight: 5.1 }])
})

test('the strip groups cages by what they need', () => {
  const strip = stripOf([cage(9, { fed_today: 0 }), cage(4, { fed_today: 0, density: 30 }), cage(5)], moment)
  expect(strip.unfed.map((row) => row.number)).toEqual(['4', '9'])
  expect(strip.over.map((row) => row.number)).toEqual(['4'])
  expect(strip.unweighed).toEqual([])
})

test('a typed number means that cage, or those it begins', () => {
  const rows = [cage(1), cage(10), cage(12), cage(2), cage(20, { number: 'М-2' })]
  expect(matchNumbers(rows, '  ')).toBeNull()
  expect([...matchNumbers(rows, '1')!]).toEqual([1])
  expect([...matchNumbers(rows, '1, 20')!]).toEqual([1])
  expect([...matchNumbers(rows, 'м')!]).toEqual([20])
  expect([...matchNumbers([cage(10), cage(12)], '1')!]).toEqual([10, 12])
  expect([...matchNumbers(rows, '99')!]).toEqual([])
})
