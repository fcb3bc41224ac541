/** On a farm with any history the movement of fish closes to the milligram, however it is cut. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cageCalls } from '../../../core/cages/cage.contract'
import { addDays, showDay } from '../../../shared/dates'
import { openTwoModules, type TwoModules } from '../../../testing/farm/two-modules'
import { cagePeriodCall } from '../weights/cage-period.contract'
import { dayCardCalls } from './day-card/day-card.contract'
import { ISSUES, movementCall, type MovementFigures, RECEIPTS } from './movement/movement.contract'
import { volumesCall } from './volumes/volumes.contract'

const FIRST = '2026-03-10'
const DAYS = 45
const dayAt = (offset: number) => showDay(addDays(FIRST, offset))
const mg = (kg: number) => Math.round(kg * 1e6)

let world: TwoModules
let categories: number[]

const anyAct = fc.record({
  kind: fc.constantFrom(
    'retreat',
    'withdrawal',
    'transfer',
    'transfer',
    'stocking',
    'weighing',
    'correction',
    'feeding',
  ),
  day: fc.nat(DAYS - 1),
  hour: fc.nat(23),
  cage: fc.nat(2),
  other: fc.integer({ min: 1, max: 2 }),
  category: fc.nat(1),
  count: fc.integer({ min: 1, max: 60 }),
  grams: fc.integer({ min: 150, max: 400 }),
})
type Act = typeof anyAct extends fc.Arbitrary<infer A> ? A : never

/** Does it; what the farm refuses has not happened. */
async function act({ kind, day, hour, cage, other, category, count, grams }: Act) {
  const { cages, own, farm } = world
  const when = { date: dayAt(day), time: `${String(hour).padStart(2, '0')}:00` }
  const group = { ...world.group, age_category_id: categories[category]! }
  const [here, there] = [cages[cage]!, cages[(cage + other) % 3]!]
  const [weight, avg_weight] = [(count * grams) / 1000, grams / 1000]
  const stock = (await farm.sql<{ id: number }>('select min(id) as id from stocks'))[0]!.id
  const reason = grams % 3 ? 'sale' : 'other'
  const sent: Record<Act['kind'], [string, object]> = {
    retreat: ['/retreat', { from_id: here, ...group, count }],
    withdrawal: ['/withdrawal', { from_id: here, ...group, count, weight, reason }],
    transfer: ['/transfer', { from_id: here, to_id: there, ...group, count, ...(grams % 2 ? { weight } : {}) }],
    stocking: ['/stocking', { to_id: here, ...group, count, avg_weight }],
    weighing: ['/weight', { cage_id: here, avg_weight }],
    correction: ['/correction', { cage_id: here, ...group, count: count * 20 }],
    feeding: ['/feeding', { cage_id: here, feed_type_id: own, stock_id: stock, volume: weight / 10 }],
  }
  const [path, body] = sent[kind]!
  return (await farm.post(path, { ...when, ...body })).status
}

beforeAll(async () => {
  world = await openTwoModules()
  categories = [world.group.age_category_id, (await world.farm.category('Крупные')).id]
  const done: number[] = []
  for (const one of fc.sample(anyAct, { numRuns: 140, seed: 11 })) done.push(await act(one))
  expect(done.filter((status) => status === 200).length).toBeGreaterThan(70)
  // in the end fish of a cage become another category
  const { farm, cages, group } = world
  await farm.call(cageCalls.changeCategory, {
    ...{ cageId: cages[1]!, generationId: group.generation_id, category_id: categories[1]! },
    ...{ date: dayAt(DAYS - 1), time: '23:59' },
  })
}, 120_000)
afterAll(() => world.farm.close())

function gapOf(row: MovementFigures): [number, number] {
  const of = (name: string, what: 'count' | 'weight') => (row as unknown as Record<string, number>)[`${name}_${what}`]!
  const sum = (what: 'count' | 'weight', whole: (value: number) => number) =>
    whole(of('opening', what)) +
    RECEIPTS.reduce((all, name) => all + whole(of(name, what)), 0) -
    ISSUES.reduce((all, name) => all + whole(of(name, what)), 0) -
    whole(of('closing', what))
  return [sum('count', (value) => value), sum('weight', mg) + mg(row.growth)]
}

const anyPeriod = fc
  .tuple(fc.nat(DAYS - 1), fc.nat(DAYS - 1))
  .map(([one, other]) => ({ start: dayAt(Math.min(one, other)), end: dayAt(Math.max(one, other)) }))

it('closes in any period, agrees with the movement by cage, and modules add up to the farm', async () => {
  const { farm } = world
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyPeriod, fc.constant({ start: dayAt(0), end: farm.today() })), async (period) => {
      const { farm: rows, modules, total } = await farm.call(movementCall, period)
      for (const one of [...rows, ...modules, total]) expect(gapOf(one)).toEqual([0, 0])
      const { total: byCage } = await farm.call(cagePeriodCall, period)
      expect([mg(total.growth), total.closing_count, mg(total.lost_weight), mg(total.stocked_weight)]).toEqual([
        ...[mg(byCage.growth), byCage.left_end_count, mg(byCage.retreat_weight), mg(byCage.stocking_weight)],
      ])
      expect(mg(total.sold_weight) + mg(total.taken_weight)).toBe(mg(byCage.withdrawal_weight))
      expect([total.moved_in_count, total.moved_out_count]).toEqual([0, 0])
      for (const key of ['opening_weight', 'growth', 'sold_weight', 'lost_weight', 'closing_weight'] as const)
        expect(modules.reduce((sum, row) => sum + mg(row[key]), 0)).toBe(mg(total[key]))
      const volumes = await farm.call(volumesCall, period)
      expect(mg(volumes.total.withdrawn_weight)).toBe(mg(byCage.withdrawal_weight))
      const cards = await farm.call(dayCardCalls.cages, period)
      expect([mg(cards.total.end_weight), mg(cards.total.gain)]).toEqual([
        mg(byCage.left_end_weight),
        mg(byCage.growth),
      ])
    }),
    { numRuns: 25 },
  )
})

it('a change of category leaves one category as much as it brings to the other', async () => {
  const { farm } = world
  const { farm: rows } = await farm.call(movementCall, { start: dayAt(0), end: farm.today() })
  const sum = (key: keyof MovementFigures) => rows.reduce((all, row) => all + mg(row[key]), 0)
  expect(sum('category_in_count')).toBeGreaterThan(0)
  expect(sum('category_in_weight')).toBe(sum('category_out_weight'))
  expect(rows.find((row) => row.category_in_count > 0)!.age_category_id).toBe(categories[1])
})

it('the days of a cage lead to what it holds', async () => {
  const { farm, cages } = world
  const period = { start: dayAt(0), end: dayAt(DAYS - 1) }
  const { rows } = await farm.call(cagePeriodCall, period)
  for (const cage_id of cages) {
    const { rows: days, total } = await farm.call(dayCardCalls.days, { ...period, cage_id })
    const { left_end_weight, left_end_count } = rows.find((one) => one.cage_id === cage_id)!
    expect([days.at(-1)!.end_count, mg(days.at(-1)!.end_weight)]).toEqual([left_end_count, mg(left_end_weight)])
    expect([total.end_count, mg(total.end_weight)]).toEqual([left_end_count, mg(left_end_weight)])
  }
})
