/**
 * On a farm with any history at all: cages add up to the farm, months to the period, groups to the feedings; a number
 * is the sum of the journal that it opens, and what was there with what moved and grew is what is left.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cageCalls } from '../../core/cages/cage.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { openGrowingPond, type GrowingPond } from '../../testing/farm/growing-pond'
import { parseDay } from '../../shared/dates'
import type { SeriesAnswer } from '../../shared/report/report'
import { costCalls } from '../../core/reports/fish-cost/fish-cost.contract'
import { checkFacts, keepFacts } from '../../core/reports/facts/month-facts.server'
import { openDatabase } from '../../server/db/client'
import { closeOutCall } from './close-out/close-out.contract'
import { periodCalls } from './consolidated/period/period.contract'
import { annualCalls } from './annual/annual.contract'
import { fishWorthCall, type WorthFigures } from './annual/fish-worth.contract'
import { movementCall } from './official/movement/movement.contract'
import * as reports from './reports.contract'
import { cagePeriodCall, type Figures } from './weights/cage-period.contract'
import { weights, weightsTotal } from './weights/weights.contract'

const DAYS = 100
let pond: GrowingPond
let cages: number[]

const day = fc.integer({ min: 1, max: DAYS - 1 })
const time = fc.constantFrom('00:00', '08:00', '08:00', '23:59')
const place = fc.nat(2)
const fish = { count: fc.integer({ min: 1, max: 400 }), weight: fc.option(fc.integer({ min: 1, max: 200 })) }

interface Step {
  kind: 'feeding' | 'retreat' | 'withdrawal' | 'transfer' | 'weighing' | 'correction' | 'close_out' | 'stocking'
  day: number
  time: string
  cage: number
  to: number
  second: boolean
  count: number
  weight: number | null
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    ...(['feeding', 'feeding', 'feeding', 'retreat', 'withdrawal', 'transfer', 'weighing', 'correction'] as const),
    ...(['close_out', 'stocking'] as const),
  ),
  day,
  time,
  cage: place,
  to: place,
  second: fc.boolean(),
  ...fish,
})

let groups: { generation_id: number; age_category_id: number }[]
let feed: number

/** Whatever the ledger refuses has not happened. */
async function take({ kind, day: ago, time: clock, cage, to, second, count, weight }: Step): Promise<void> {
  const { farm, on } = pond
  const group = groups[second ? 1 : 0]!
  const [at, from_id, to_id] = [on(ago, clock), cages[cage]!, cages[to]!]
  const moved = { ...at, ...group, count, weight }
  const calls = {
    feeding: () => pond.fed(from_id, feed, ago, count / 7, clock),
    retreat: () => farm.call(kinds.retreat.create, { ...at, ...group, from_id, count }),
    withdrawal: () => farm.call(kinds.withdrawal.create, { ...moved, from_id, reason: second ? 'other' : 'sale' }),
    transfer: () => farm.call(kinds.transfer.create, { ...moved, from_id, to_id }),
    weighing: () => farm.call(kinds.weighing.create, { ...at, cage_id: from_id, avg_weight: 0.1 + count / 900 }),
    correction: () => farm.call(kinds.correction.create, { ...at, ...group, cage_id: from_id, count }),
    close_out: () => farm.call(kinds.closeOut.create, { ...at, ...group, cage_id: from_id, count: count % 2 && count }),
    stocking: () =>
      farm.call(kinds.stocking.create, { ...at, ...group, to_id, count, avg_weight: 0.15, payment: count * 7.01 }),
  }
  await calls[kind]().catch(() => undefined)
}

beforeAll(async () => {
  pond = await openGrowingPond()
  const { farm, group } = pond
  feed = await pond.feed([1.2, 1.4, 1.6])
  await pond.measure(DAYS, 11)
  groups = [group, { ...group, age_category_id: (await farm.category()).id }]
  cages = [pond.cageId, (await pond.cage()).id, (await pond.cage()).id]
  for (const cage of cages)
    for (const own of groups)
      await farm.call(kinds.stocking.create, {
        ...pond.on(DAYS),
        to_id: cage,
        ...own,
        count: 3000,
        avg_weight: 0.2,
        payment: 9999.97,
      })
  const spending_category_id = (await farm.spendingCategory('Свет')).id
  for (const ago of [70, 40, 5])
    await farm.call(kinds.spending.create, { ...pond.on(ago), name: 'Счёт', amount: 12_345.67, spending_category_id })
  for (const one of fc.sample(step, { numRuns: 120, seed: 7 })) await take(one)
}, 120_000)
afterAll(() => pond.farm.close())

const mg = (kilograms: number) => Math.round(kilograms * 1e6)
const sumOf = (values: readonly (number | null)[]) => values.reduce<number>((sum, one) => sum + mg(one ?? 0), 0)
const total = ({ datasets }: SeriesAnswer) => datasets.reduce((sum, { data }) => sum + sumOf(data), 0)

const KEYS = [
  'left_start',
  'stocking',
  'income',
  'outcome',
  'withdrawal',
  'retreat',
  'correction',
  'close_out',
  'left_end',
] as const

function closes(row: Figures): void {
  for (const of of ['count', 'weight'] as const) {
    const [start, stocked, came, went, caught, lost, corrected, closed, end] = KEYS.map((key) =>
      mg(row[`${key}_${of}`]),
    )
    const grown = of === 'weight' ? mg(row.growth) : 0
    expect(start! + stocked! + came! - went! - caught! - lost! + corrected! + closed! + grown).toBe(end)
  }
}

/** By what the entries say of themselves. */
async function grownIn(cage: number, { start, end }: { start: string; end: string }): Promise<number> {
  const [entries] = await pond.farm.sql<{ grown: string }>(
    `select coalesce(sum(deviation), 0)::text as grown from fish_entries where cage_id = $1
      and at >= $2 and at < $3::date + 1`,
    [cage, parseDay(start), parseDay(end)],
  )
  return Number(entries!.grown)
}

const asked = fc
  .record({ from: fc.integer({ min: 0, max: DAYS + 5 }), to: fc.nat(DAYS + 5), only: fc.option(place) })
  .filter(({ from, to }) => from >= to)

it('all numbers agree, in any period and any choice of cages', async () => {
  const { farm } = pond
  await fc.assert(
    fc.asyncProperty(asked, async ({ from, to, only }) => {
      const period = { start: farm.daysAgo(from), end: farm.daysAgo(to) }
      const where = { ...period, ...(only !== null && { cages_id: [cages[only]!] }) }
      const { rows, total: all } = await farm.call(cagePeriodCall, where)
      for (const row of [...rows, all]) closes(row)
      for (const { cage_id, growth } of rows) expect(mg(growth)).toBe(await grownIn(cage_id, period))
      for (const key of KEYS)
        expect(rows.reduce((sum, row) => sum + mg(row[`${key}_weight`]), 0)).toBe(mg(all[`${key}_weight`]))
      const { cages: then } = await farm.call(cageCalls.onDate, { date: period.end })
      for (const { cage_id, left_end_weight } of rows)
        expect(left_end_weight).toBe(then.find(({ id }) => id === cage_id)!.weight)

      const fed = await farm.call(reports.feedings.call, where)
      const list = (await farm.call(kinds.feeding.list, { ...where, page: 1 })) as { footer: { volume?: number } }
      expect(total(fed)).toBe(mg(list.footer.volume ?? 0))
      expect(mg(all.feedings)).toBe(total(fed))
      for (const report of [reports.feedingsByMonths, reports.feedingsByCategories, reports.feedingsByGenerations])
        expect(total(await farm.call(report.call, { ...where, detalization: 'week' }))).toBe(total(fed))

      const caught = await farm.call(reports.withdrawals.call, where)
      expect(total(caught)).toBe(mg(all.withdrawal_weight))
      for (const { id, data } of caught.datasets) {
        const filtered = { ...where, reason: String(id), page: 1 }
        const opened = (await farm.call(kinds.withdrawal.list, filtered)) as { footer: { weight?: number } }
        expect(mg(opened.footer.weight ?? 0)).toBe(sumOf(data))
      }
      const swims = await farm.call(weightsTotal.call, { ...where, detalization: 'month' })
      expect(swims.datasets.reduce((sum, { data }) => sum + mg(data.at(-1)!), 0)).toBe(mg(all.left_end_weight))
    }),
    { numRuns: 25 },
  )
}, 120_000)

it('months that are kept tell the same, and go when the past changes', async () => {
  const { farm } = pond
  const company = farm.session.user.company.id
  const database = openDatabase(farm.database.webUrl, 2)
  const all = [
    ...Object.values({ ...reports, weights, weightsTotal }).map(({ call }) => call),
    ...[cagePeriodCall, closeOutCall, periodCalls.report, movementCall],
  ]
  const periods = fc.sample(asked, { numRuns: 6, seed: 11 })
  const year = Number(farm.today().slice(6))
  const told = () =>
    Promise.all([
      ...[year - 1, year].map((one) => farm.call(annualCalls.report, { year: one })),
      ...[...periods, { from: DAYS, to: 0, only: null }].flatMap(({ from, to, only }) =>
        all.map((call) =>
          farm.call(call as typeof cagePeriodCall, {
            start: farm.daysAgo(from),
            end: farm.daysAgo(to),
            ...(only !== null && { cages_id: [cages[only]!] }),
          }),
        ),
      ),
    ])
  const anew = async () => {
    await farm.sql('delete from month_facts where company_id = $1', [company])
    return told()
  }
  try {
    for (const [index, one] of fc.sample(step, { numRuns: 8, seed: 5 }).entries()) {
      const fresh = await anew()
      await keepFacts(database, company, { all: true })
      expect(await told()).toEqual(fresh)
      expect(await database.transaction(company, (tx) => checkFacts(tx, company))).toEqual([])
      // somewhere among months that are over
      await take({ ...one, day: 35 + ((one.day + index) % 60) })
      const changed = await told()
      expect(changed).toEqual(await anew())
    }
  } finally {
    await database.close()
  }
}, 120_000)

/** Kilograms to the milligram, roubles to the kopeck. */
function closesInRoubles(row: WorthFigures): void {
  const { opening, stocking, feed: fed, medicine, expenses, moved, sold, taken, abnormal, lost, closing } = row
  const kopecks = (roubles: number) => Math.round(roubles * 100)
  const came = [opening, stocking, fed, medicine, expenses, moved]
  const sum = (all: readonly number[], of: (one: number) => number) => all.reduce((total, one) => total + of(one), 0)
  expect(sum(came, kopecks) - sum([sold, taken, abnormal, lost], kopecks)).toBe(kopecks(closing))
  const grew = [row.opening_weight, row.stocked_weight, row.moved_weight, row.growth_weight, row.corrected_weight]
  const left = [row.caught_weight, row.usual_weight, row.abnormal_weight]
  expect(sum(grew, mg) - sum(left, mg)).toBe(mg(row.closing_weight))
}

it('roubles and kilograms of a year close, row by row and together, and nothing moves out of the farm', async () => {
  const { farm } = pond
  const now = Number(farm.today().slice(6))
  for (const year of [now - 1, now])
    for (const by of ['category', 'generation'] as const) {
      const { open, rows, total: all } = await farm.call(fishWorthCall, { year, by })
      expect(open).toBe(true)
      for (const row of [...rows, all]) closesInRoubles(row)
      for (const key of ['closing', 'sold', 'abnormal'] as const)
        expect(rows.reduce((sum, row) => sum + Math.round(row[key] * 100), 0)).toBe(Math.round(all[key] * 100))
      expect([all.moved, all.moved_weight]).toEqual([0, 0])
    }
  const { total: living } = await farm.call(costCalls.now, { date: farm.today() })
  const { total: all } = await farm.call(fishWorthCall, { year: now })
  expect([all.closing, all.closing_weight, all.unpriced_feed]).toEqual([
    living.cost,
    living.weight,
    living.unpriced_feed,
  ])
  expect(all.closing).toBeGreaterThan(0)
})

it('of whatever was closed out, what came went somewhere, to the piece', async () => {
  const { farm } = pond
  for (const cage_id of cages)
    for (const group of groups) {
      const input = { ...pond.on(0, '00:01'), ...group, cage_id, count: 0 }
      await farm.call(kinds.closeOut.create, input)
    }
  const period = { start: farm.daysAgo(DAYS), end: farm.daysAgo(0) }
  const [byCage, whole] = [
    await farm.call(closeOutCall, { ...period, by: 'cage' }),
    await farm.call(closeOutCall, period),
  ]
  expect([byCage.rows.length, whole.rows.length]).toEqual([cages.length, 1])
  for (const row of [...byCage.rows, ...whole.rows, byCage.total]) {
    const came = row.stocking_count + row.income_count + row.correction_count + row.close_out_count
    expect(came).toBe(row.outcome_count + row.sale_count + row.other_count + row.retreat_count)
  }
  for (const key of ['stocking_weight', 'sale_weight', 'retreat_count', 'close_out_weight', 'feed'] as const)
    expect(mg(whole.total[key])).toBe(mg(byCage.total[key]))
}, 60_000)
