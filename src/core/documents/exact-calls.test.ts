/** What a program that speaks to the API relies on. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '../../server/db/client'
import { openPond, type Pond } from '../../testing/farm/pond'
import { accessCalls } from '../../features/access/sign-in/access.contract'
import { workshopCalls } from '../../features/workshop/workshop.contract'
import type { Endpoint } from '../../shared/contract'
import type { ErrorAnswer } from '../../shared/errors'
import { workshopGoodCalls } from '../goods/good-calls.contract'
import { libraries } from '../lists/library.contract'
import { measurementCalls, measurementColumns } from '../cages/measurement.contract'
import { orderOf } from './engine/journal-row.server'
import { kinds } from './kinds/kinds.contract'
import { kindServers } from './kinds/kinds.server'
import { movementCalls } from '../../features/warehouse/movements/movement-calls.contract'

let pond: Pond
let farm: Pond['farm']
let group: Pond['group']
beforeAll(async () => {
  pond = await openPond()
  ;({ farm, group } = pond)
})
afterAll(() => farm.close())

test('a setting that does not exist is refused, and nothing beside it is stored', async () => {
  const body = { 'grow-by-itself': true, 'density-limit': 33 }
  const refused = await farm.call(accessCalls.companySettings, body as never, { expect: 422 })
  expect(refused.message).toBe('Такой настройки нет')
  expect((await farm.call(accessCalls.user, {})).company.settings['density-limit']).not.toBe(33)
})

test('-2 as a module asks for what lies in none, for those too who are limited to some', async () => {
  const { id } = await pond.cage()
  await pond.stock(id, 5)
  const asked = { start: farm.daysAgo(9), end: farm.today(), location_id: -2 }
  expect(await farm.call(kinds.stocking.list, asked)).toEqual([])
  expect(await farm.call(kinds.stocking.list, { ...asked, page: 1 })).toMatchObject({ rows: [], total: 0 })
  const as = await farm.user({ locations: [(await farm.module()).id] })
  expect(await farm.call(kinds.stocking.list, asked, { as })).toEqual([])
})

test('a table with sums under it answers all rows of a period, or says that there are too many', async () => {
  const company = farm.session.user.company.id
  const stock = await farm.stock()
  const item = await farm.item({ stock: stock.id, date: farm.daysAgo(20) })
  const fillet = await farm.call(workshopGoodCalls.create, { name: 'Филе', type: 'fillet', measure: 'kg' })
  const fill = (kind: string, line: 'item_id' | 'good_id', id: number) =>
    farm.sql(
      `with o as (
         insert into operations (company_id, kind, at, moves_fish, stock_id)
         select $1, $2, '2020-01-01'::timestamp + i * interval '1 minute', false, $3 from generate_series(1, 10001) i returning id)
       insert into operation_lines (company_id, operation_id, line, role, ${line}, stock_id, amount)
       select $1, id, 0, 'out', $4, $3, 1 from o`,
      [company, kind, stock.id, id],
    )
  await fill('item_adding', 'item_id', item.id)
  await fill('workshop_good_shipping', 'good_id', fillet.id)
  await farm.sql(
    `insert into batches (company_id, number, stock_id, day) select $1, i, $2, '2020-01-01' from generate_series(1, 10001) i`,
    [company, stock.id],
  )
  await farm.sql('analyze batches')
  await farm.sql(
    `insert into operations (company_id, kind, at, moves_fish, cage_id, batch_id, count)
     select $1, 'withdrawal', '2020-01-01', false, $2, id, 1 from batches where company_id = $1`,
    [company, (await pond.cage()).id],
  )
  const asked = { start: '01.01.2020', end: '31.12.2020' }
  const calls: [Endpoint, object][] = [
    [movementCalls.list, { type: 'item', id: item.id }],
    [workshopCalls.shipping, {}],
    [workshopCalls.batches, {}],
  ]
  for (const [call, more] of calls) {
    const refused = (await farm.call(call, { ...asked, ...more }, { expect: 422 })) as ErrorAnswer
    expect(refused.errors).toEqual({ start: ['За этот период больше 10 000 строк: выберите период короче'] })
    expect(await farm.call(call, { ...asked, ...more, start: '01.02.2020' })).toEqual([])
  }
  const paged = { type: 'item', id: item.id, ...asked, page: 1001, per_page: 10 } as const
  expect(await farm.call(movementCalls.list, paged)).toMatchObject({
    total: 10_001,
    rows: [{ datetime: '2020-01-01T00:01' }],
  })
})

test('a list without a page says that there are more rows', async () => {
  const { id } = await pond.cage()
  const company = farm.session.user.company.id
  await farm.sql(
    `insert into operations (company_id, kind, at, moves_fish, cage_id, note)
     select $1, 'note', '2020-01-01'::timestamp + i * interval '1 minute', false, $2, 'x' from generate_series(1, 10000) i`,
    [company, id],
  )
  const asked = { start: '01.01.2020', end: '31.12.2020' }
  const whole = await farm.get('/note', asked)
  expect([whole.headers['x-truncated'], (whole.body as unknown[]).length]).toEqual([undefined, 10_000])
  await farm.call(kinds.note.create, {
    date: '01.12.2020',
    time: '10:00',
    cage_id: id,
    text: 'ещё',
    note: 'ещё',
  } as never)
  const cut = await farm.get('/note', asked)
  expect([cut.headers['x-truncated'], (cut.body as unknown[]).length]).toEqual(['true', 10_000])
  const history = await farm.get(`/cages/all-operations/${id}`, asked)
  expect([history.headers['x-truncated'], (history.body as unknown[]).length]).toEqual(['true', 10_000])
  expect((await farm.get('/note', { ...asked, page: 1 })).headers['x-truncated']).toBeUndefined()
})

const TIMES = ['date', 'datetime', 'local_datetime']

test.each(Object.entries(kindServers))(
  'every column of the journal %s sorts, or says that it does not',
  (_, { contract, reads }) => {
    const bare = orderOf(reads, 'datetime').compile(db).sql
    const idle = contract.columns.filter(
      ({ key, unsorted }) => !unsorted && !TIMES.includes(key) && orderOf(reads, key).compile(db).sql === bare,
    )
    expect(idle).toEqual([])
  },
)

test('a retreat keeps the weight that was typed while it was allowed', async () => {
  const { id: cage } = await pond.cage()
  await pond.stock(cage, 9, 1000, 1)
  await farm.call(accessCalls.companySettings, { 'retreat-weight-allowed': true })
  const loss = { ...pond.on(5), from_id: cage, ...group, count: 100 }
  const { id } = await farm.call(kinds.retreat.create, { ...loss, weight: 50 })
  await farm.call(accessCalls.companySettings, { 'retreat-weight-allowed': false })
  const edited = await farm.call(kinds.retreat.update, { id, ...loss, note: 'мелкая' })
  expect(edited).toMatchObject({ weight: 50, weight_typed: true, cage: { weight: 950 } })
})

test('losses sort by their exact average: half a milligram is a difference', async () => {
  const { id: cage } = await pond.cage()
  await pond.stock(cage, 9, 1000, 1)
  await farm.call(accessCalls.companySettings, { 'retreat-weight-allowed': true })
  const lose = async (day: number, count: number, weight: number) =>
    (await farm.call(kinds.retreat.create, { ...pond.on(day), from_id: cage, ...group, count, weight })).id
  // the heavier one came first, so that one sorted by time alone would stand first
  const heavier = await lose(6, 2, 0.092667)
  const lighter = await lose(5, 1, 0.046333)
  await farm.call(accessCalls.companySettings, { 'retreat-weight-allowed': false })
  const asked = { start: farm.daysAgo(8), end: farm.today(), cages_id: [cage], page: 1, sort: 'avg_weight' }
  const { rows } = (await farm.call(kinds.retreat.list, asked)) as { rows: { id: number }[] }
  expect(rows.map(({ id }) => id)).toEqual([lighter, heavier])
})

test('an age category begins at nothing', async () => {
  const made = await farm.call(libraries.age_category.create, { name: 'Малёк', avg_weight_from: 0, avg_weight_to: 1 })
  expect(made).toMatchObject({ avg_weight_from: 0, avg_weight_to: 1 })
})

test('readings sort by every column of their table', async () => {
  const locationId = (await farm.module()).id
  const asked = { locationId, start: farm.daysAgo(9), end: farm.today() }
  for (const { key } of measurementColumns) await farm.call(measurementCalls.byLocation, { ...asked, sort: `-${key}` })
})
