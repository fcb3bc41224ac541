/** A long journal tells the same rows and sums whichever way it takes: through indexes and kept sums, or all rows. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../server/db/client'
import { parseDay } from '../../../shared/dates'
import { openPond, type Pond } from '../../../testing/farm/pond'
import { kinds } from '../kinds/kinds.contract'
import { addMonths } from './month-sums-job.server'

let pond: Pond
let farm: Pond['farm']
let database: Database
let company: number
let cages: number[]
let other: number
beforeAll(async () => {
  pond = await openPond()
  farm = pond.farm
  company = farm.session.user.company.id
  database = openDatabase(farm.database.webUrl)
  const near = [await pond.cage(), await pond.cage(), await pond.cage()]
  const far = await farm.cage({ location: (await farm.module()).id })
  cages = [...near, far].map(({ id }) => id)
  other = near[0]!.location_id
  await fill()
}, 60_000)
afterAll(async () => {
  await database.close()
  await farm.close()
})

/** 36 months of 1 200 stockings each, some without a count, as a farm of the past has them. */
async function fill(): Promise<void> {
  const group = [pond.group.generation_id, pond.group.age_category_id]
  await farm.sql('set session_replication_role = replica')
  await farm.sql(
    `insert into operations (company_id, kind, at, moves_fish, cage_id, generation_id, age_category_id, count, weight,
       user_id)
     select $1, 'stocking', timestamp '2021-03-01' + i * interval '36 minutes' + (i % 30) * interval '1 day', false,
       ($2::int[])[1 + (i * 7) % 4], $3, $4, case when i % 50 > 0 then (i::bigint * 7919) % 1009 % 90 end,
       1000 + (i::bigint * 104729) % 5003, $5
     from generate_series(1, 43200) i`,
    [company, cages, ...group, farm.session.user.id],
  )
  await farm.sql('reset session_replication_role')
  await farm.sql('analyze operations')
}

interface Asked {
  start: string
  end: string
  location_id?: number
  cages_id?: number[]
  sort?: string
  page?: number
}
interface Page {
  rows: { id: number }[]
  total: number
  footer: { count?: number; weight?: number }
}

const page = async (asked: Asked) =>
  (await farm.call(kinds.stocking.list, { page: 1, per_page: 20, ...asked })) as unknown as Page

/** The same in one plain statement. */
async function plainly({
  start,
  end,
  location_id,
  cages_id,
  sort = '-datetime',
  page: number = 1,
}: Asked): Promise<Page> {
  const [column, direction] = [sort.replace('-', ''), sort.startsWith('-') ? 'desc' : 'asc']
  const first = column === 'count' ? `count ${direction} nulls last, ` : ''
  const within = `from operations o join cages c on c.company_id = o.company_id and c.id = o.cage_id
    where o.company_id = $1 and o.kind = 'stocking' and o.at >= $2::date and o.at < $3::date + 1
      and ($4::int is null or c.location_id = $4) and ($5::int[] is null or c.id = any($5))`
  const values = [company, parseDay(start), parseDay(end), location_id ?? null, cages_id ?? null]
  const rows = await farm.sql<{ id: number }>(
    `select o.id::int ${within} order by ${first}at ${direction}, o.id ${direction} limit 20 offset ${20 * (number - 1)}`,
    values,
  )
  const [sums] = await farm.sql<{ total: number; count: number | null; weight: number | null }>(
    `select count(*)::int as total, sum(count)::int as count, sum(weight)::float8 / 1000000 as weight ${within}`,
    values,
  )
  const { total, count, weight } = sums!
  return { rows, total, footer: { ...(count !== null && { count }), ...(weight !== null && { weight }) } }
}

const LONG = { start: '15.03.2021', end: '10.02.2024' }

async function compare(asked: Asked): Promise<void> {
  const [told, plain] = [await page(asked), await plainly(asked)]
  expect(
    told.rows.map(({ id }) => id),
    JSON.stringify(asked),
  ).toEqual(plain.rows.map(({ id }) => id))
  expect(told, JSON.stringify(asked)).toMatchObject({ total: plain.total, footer: plain.footer })
}

async function compareAll(): Promise<void> {
  const periods = [
    LONG,
    { start: '01.05.2022', end: '31.05.2022' },
    { start: '02.05.2022', end: '30.06.2022' },
    { start: '01.12.2022', end: '01.01.2023' },
    { start: '10.04.2022', end: '20.04.2022' },
    { start: '01.01.2000', end: '01.01.2030' },
  ]
  const filters = [{}, { location_id: other }, { cages_id: [cages[1]!] }, { cages_id: [cages[0]!, cages[3]!] }]
  for (const period of periods) for (const filter of filters) await compare({ ...period, ...filter })
  for (const sort of ['count', '-count', 'datetime', '-datetime'])
    for (const filter of filters.slice(0, 2))
      for (const number of [1, 7, 150]) await compare({ ...LONG, ...filter, sort, page: number })
}

const kept = async () =>
  (await farm.sql<{ month: string }>(`select month from month_sums where company_id = $1 order by 1`, [company])).map(
    ({ month }) => month.slice(0, 7),
  )

test('before any sum is kept, and afterwards', async () => {
  await compareAll()
  // the last rows of a sorted journal are those without a value
  const { total } = await page(LONG)
  await compare({ ...LONG, sort: '-count', page: Math.ceil((total * 0.98) / 20) })
  await addMonths(database, company)
  expect((await kept()).length).toBeGreaterThan(30)
  await compareAll()
}, 60_000)

test('a column that the journal has not orders it by time', async () => {
  const [own, none] = [await page(LONG), await page({ ...LONG, sort: '-volume' })]
  expect(none.rows).toEqual(own.rows)
})

test('whatever is entered, moved or deleted in a month that is over counts at once', async () => {
  await addMonths(database, company)
  const before = await kept()
  const entered = {
    date: '07.05.2022',
    time: '10:00',
    to_id: cages[2]!,
    ...pond.group,
    count: 77,
    avg_weight: 1,
  }
  const { id } = await farm.call(kinds.stocking.create, entered)
  expect(await kept()).toEqual(before.filter((month) => month !== '2022-05'))
  await compare(LONG)
  await addMonths(database, company)
  await farm.call(kinds.stocking.update, { id, ...entered, date: '08.06.2022' })
  expect(await kept()).toEqual(before.filter((month) => month !== '2022-05' && month !== '2022-06'))
  await compare(LONG)
  await addMonths(database, company)
  await farm.call(kinds.stocking.remove, { id })
  await compare(LONG)
  await addMonths(database, company)
  expect(await kept()).toEqual(before)
  await compare(LONG)
}, 60_000)

/** Somewhere to wait until it is opened. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => void (open = resolve))
  return { opened, open: () => open() }
}

test('what is not yet committed is waited for', async () => {
  await addMonths(database, company)
  const [entered, committing] = [gate(), gate()]
  const writing = database.transaction(company, async (tx) => {
    await tx.run(sql`insert into operations (company_id, kind, at, moves_fish, cage_id, count, weight)
      values (${company}, 'stocking', '2022-07-07 10:00', false, ${cages[0]!}, 5, 5)`)
    entered.open()
    await committing.opened
  })
  await entered.opened
  // it is not seen by others, but the month is already taken away for whoever adds up
  await farm.sql(`delete from month_sums where company_id = $1 and month = '2022-08-01'`, [company])
  const adding = addMonths(database, company)
  const waits = `select from pg_locks where locktype = 'advisory' and classid = 42 and not granted`
  await expect.poll(async () => (await farm.sql(waits)).length).toBe(1)
  committing.open()
  await Promise.all([writing, adding])
  await addMonths(database, company)
  await compare(LONG)
}, 60_000)
