/** The consolidated report for a period: by hand, and over random days against the ledger and the journals. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readWorkbook } from '../../../../../e2e/xlsx'
import { kinds } from '../../../../core/documents/kinds/kinds.contract'
import { addDays, parseDay, showDay } from '../../../../shared/dates'
import { openTwoModules, type TwoModules } from '../../../../testing/farm/two-modules'
import { dayCalls } from '../day/day.contract'
import { MOST_WITH_FEEDS, periodCalls, type PeriodFigures } from './period.contract'

let world: TwoModules
let farm: TwoModules['farm']
beforeAll(async () => {
  world = await openTwoModules()
  farm = world.farm
})
afterAll(() => farm.close())

type Asked = Parameters<typeof asked>[0]
const asked = (more: { cages_id?: number[]; location_id?: number; start?: string; end?: string } = {}) => ({
  start: '01.02.2026',
  end: '28.02.2026',
  ...more,
})
const report = (more: Asked = {}, without_generations = true) =>
  farm.call(periodCalls.report, { ...asked(more), without_generations })

const mg = (kg: number) => Math.round(kg * 1e6)

/** What is left over when a balance does not close. */
const gapOf = (one: PeriodFigures) => [
  one.left_start_count +
    (one.stocking_count + one.income_count + one.correction_count + one.recategorized_count) -
    (one.outcome_count + one.withdrawal_count + one.retreat_count + one.left_end_count),
  mg(one.left_start_weight) +
    (mg(one.stocking_weight) + mg(one.income_weight) + mg(one.correction_weight) + mg(one.recategorized_weight)) +
    mg(one.growth) -
    (mg(one.outcome_weight) + mg(one.withdrawal_weight) + mg(one.retreat_weight) + mg(one.left_end_weight)),
]
const CLOSED = [0, 0]

describe('February, worked out by hand', () => {
  it('tells what stood, came, went and grew in each cage', async () => {
    const { report_data } = await report()
    const told = report_data.map((one) => [
      ...[one.cage_name, one.left_start_count, one.left_start_weight, one.income_count, one.income_weight],
      ...[one.outcome_count, one.outcome_weight, one.withdrawal_weight, one.retreat_count, one.retreat_weight],
      ...[one.growth, one.left_end_count, one.left_end_weight],
    ])
    expect(told).toEqual([
      ['1', 900, 180, 100, 21, 90, 18.090909, 0, 20, 4.010101, 0, 890, 178.89899],
      ['2', 1000, 200, 0, 0, 100, 21, 10, 0, 0, 0, 850, 169],
      ['3', 1000, 200, 90, 18.090909, 0, 0, 0, 0, 0, 10.809091, 1090, 228.9],
    ])
  })

  it('tells losses of the fish that were there or came, and what a kilogram of growth took', async () => {
    const { report_data, additional_data } = await report()
    const told = (one: PeriodFigures) => [one.retreat_percent, one.feedings, one.feed_coefficient]
    expect(report_data.map(told)).toEqual([
      [2, 3, null],
      [0, 3, null],
      [0, 1, 0.09],
    ])
    // fish moved within a module or the farm did not come
    expect(additional_data.locations.map(told)).toEqual([
      [1.05, 6, null],
      [0, 1, 0.09],
    ])
    expect(told(additional_data.total)).toEqual([0.69, 7, 0.65])
    // 7 / (576.79899 + 10 − 580)
    expect(additional_data.total.economic_coefficient).toBe(1.03)
  })

  it('tells what was fed by which calculations', async () => {
    const { feedings } = (await report()).additional_data
    const assigned = [{ name: 'Зима', feed_type_id: world.own, feed: 'Актив 4 мм' }]
    expect(feedings.map(({ feeds, calcs }) => [feeds?.map((one) => [one.name, one.volume]), calcs])).toEqual([
      [
        [
          ['Актив 4 мм', 2.5],
          ['Старт 2 мм', 0.5],
        ],
        assigned,
      ],
      [[['Актив 4 мм', 3]], assigned],
      [[['Старт 2 мм', 1]], []],
    ])
    expect(feedings.map(({ warning }) => warning)).toEqual([
      'Садок привязан к расчёту с кормом «Актив 4 мм», но кормили и другими кормами: Старт 2 мм',
      null,
      'Садок не привязан ни к одному расчёту кормления',
    ])
  })

  it('tells of very many cages that they were fed otherwise, and the feeds of one that is asked for', async () => {
    const before = await report()
    const more = []
    for (let number = 0; number < MOST_WITH_FEEDS; number++) more.push(await farm.cage({ location: world.bay.id }))
    const { additional_data, ...after } = await report()
    expect({ ...after, additional_data: { ...additional_data, feedings: [] } }).toEqual({
      ...before,
      additional_data: { ...before.additional_data, feedings: [] },
    })
    expect(additional_data.feedings.map(({ feeds, calcs, warning }) => [feeds, calcs.length, warning])).toEqual([
      [null, 1, 'Садок привязан к расчёту с кормом «Актив 4 мм», но кормили и другими кормами'],
      [null, 1, null],
      [null, 0, 'Садок не привязан ни к одному расчёту кормления'],
    ])
    const [own] = (await report({ cages_id: [world.cages[0]!] })).additional_data.feedings
    expect(own).toEqual(before.additional_data.feedings[0])
    for (const { id } of more) await farm.sql('delete from cages where id = $1', [id])
  })

  it('divides a cage by generation and category, and each feeding by their biomass', async () => {
    const { cages, group } = world
    const second = await farm.category('Крупная')
    const { id } = await farm.call(kinds.stocking.create, {
      ...{ date: '09.02.2026', time: '10:00', to_id: cages[0]!, generation_id: group.generation_id },
      ...{ age_category_id: second.id, count: 10, avg_weight: 1 },
    })
    const { report_data, additional_data } = await report({ cages_id: [cages[0]!] }, false)
    const told = report_data.map((one) => [one.age_category_name, one.whole, one.left_end_count, one.feedings])
    expect(told.map(([, ...rest]) => rest)).toEqual([
      [true, 900, 3],
      // 180,909091 and 10 kg of fish shared 2,5 and 0,5 kg of feed
      [false, 890, 2.842858],
      [false, 10, 0.157142],
    ])
    expect(told[0]![0]).toBe('')
    // both are of one generation
    expect(additional_data.generations.map((one) => [one.left_end_count, one.feedings])).toEqual([[900, 3]])
    await farm.call(kinds.stocking.remove, { id })
  })

  it('has a workbook with the same tables', async () => {
    const { bytes } = await farm.get('/consolidated-report-for-period/download', asked(), {})
    expect([...readWorkbook(bytes).keys()]).toEqual(['По модулям', 'По садкам', 'По генерациям'])
  })
})

describe('periods and places', () => {
  it('are refused by name: backwards, longer than ten years, not yet come', async () => {
    const refused = async (period: object) =>
      (await farm.call(periodCalls.report, { ...asked(), ...period }, { expect: 422 })).errors
    expect(await refused({ end: '31.01.2026' })).toEqual({ end: ['Конец периода раньше начала'] })
    expect(await refused({ start: '01.01.1960' })).toEqual({ end: ['Период длиннее десяти лет'] })
    expect(await refused({ start: '01.01.2090', end: '01.02.2090' })).toEqual({
      start: ['Этот период ещё не наступил'],
    })
  })

  it('are of this month without a period, and empty without fish', async () => {
    expect((await farm.call(periodCalls.report, {})).start).toBe(`01.${farm.today().slice(3)}`)
    const empty = await report({ start: '01.01.2020', end: '31.12.2020' })
    expect([empty.report_data, empty.additional_data.total.left_end_count]).toEqual([[], 0])
  })

  it('closed to somebody are left out of all sums, and that is said', async () => {
    const { cookie } = await farm.user({ permissions: ['access reports'], locations: [world.strait.id] })
    const own = await farm.call(periodCalls.report, asked(), { as: { cookie } })
    expect(own.report_data.map((one) => one.cage_name)).toEqual(['3'])
    expect(own.additional_data).toMatchObject({ limited: true, total: { left_end_count: 1090, retreat_percent: 0 } })
    await farm.call(periodCalls.report, { ...asked(), location_id: world.bay.id }, { as: { cookie }, expect: 403 })
  })
})

/** Days of the random farm: a month and a half around a change of months. */
const FIRST = '2026-03-10'
const DAYS = 45
const dayAt = (offset: number) => showDay(addDays(FIRST, offset))

const anyDay = fc.nat(DAYS - 1)
const anyPeriod = fc.tuple(anyDay, anyDay).map(([one, other]) => ({
  start: dayAt(Math.min(one, other)),
  end: dayAt(Math.max(one, other)),
}))
const anyCages = fc.option(fc.uniqueArray(fc.nat(2), { minLength: 1 }), { nil: null })
const anyAct = fc.record({
  kind: fc.constantFrom(
    'retreat',
    'withdrawal',
    'transfer',
    'stocking',
    'weighing',
    'correction',
    'feeding',
    'feeding',
  ),
  day: anyDay,
  hour: fc.nat(23),
  cage: fc.nat(2),
  other: fc.integer({ min: 1, max: 2 }),
  count: fc.integer({ min: 1, max: 60 }),
  grams: fc.integer({ min: 150, max: 400 }),
})
type Act = typeof anyAct extends fc.Arbitrary<infer A> ? A : never

/** Does it; what the farm refuses, as fish that are not there, has not happened. */
async function act({ kind, day, hour, cage, other, count, grams }: Act) {
  const { cages, group, own } = world
  const when = { date: dayAt(day), time: `${String(hour).padStart(2, '0')}:00` }
  const [here, there] = [cages[cage]!, cages[(cage + other) % 3]!]
  const [weight, avg_weight] = [(count * grams) / 1000, grams / 1000]
  const stock = (await farm.sql<{ id: number }>('select min(id) as id from stocks'))[0]!.id
  const sent: Record<Act['kind'], [string, object]> = {
    retreat: ['/retreat', { from_id: here, ...group, count }],
    withdrawal: ['/withdrawal', { from_id: here, ...group, count, weight }],
    transfer: ['/transfer', { from_id: here, to_id: there, ...group, count, ...(grams % 2 ? { weight } : {}) }],
    stocking: ['/stocking', { to_id: here, ...group, count, avg_weight }],
    weighing: ['/weight', { cage_id: here, avg_weight }],
    correction: ['/correction', { cage_id: here, ...group, count: count * 20 }],
    feeding: ['/feeding', { cage_id: here, feed_type_id: own, stock_id: stock, volume: weight / 10 }],
  }
  const [path, body] = sent[kind]!
  return (await farm.post(path, { ...when, ...body })).status
}

describe('a random farm', () => {
  beforeAll(async () => {
    const done: number[] = []
    for (const one of fc.sample(anyAct, { numRuns: 120, seed: 42 })) done.push(await act(one))
    expect(done.filter((status) => status === 200).length).toBeGreaterThan(60)
  })

  it('closes for every period, row and total; cages add up to modules, modules and generations to the farm', async () => {
    await fc.assert(
      fc.asyncProperty(anyPeriod, anyCages, async (period, chosen) => {
        const cages_id = chosen?.map((place) => world.cages[place]!)
        const { report_data, additional_data } = await report({ ...period, ...(cages_id && { cages_id }) }, false)
        const { total, locations, generations } = additional_data
        const whole = report_data.filter((one) => one.whole)
        for (const one of [total, ...locations, ...generations, ...report_data]) expect(gapOf(one)).toEqual(CLOSED)
        for (const key of ['left_end_weight', 'growth', 'retreat_weight', 'income_weight', 'feedings'] as const) {
          const sum = (rows: readonly PeriodFigures[]) => rows.reduce((all, one) => all + mg(one[key]), 0)
          const wanted = mg(total[key])
          expect([sum(whole), sum(locations), sum(generations)], key).toEqual([wanted, wanted, wanted])
        }
        const entries = await farm.sql<{ grown: string }>(
          `select coalesce(sum(deviation), 0)::text as grown from fish_entries where cage_id = any($1)
            and at >= $2 and at < $3::date + 1`,
          [cages_id ?? world.cages, parseDay(period.start), parseDay(period.end)],
        )
        expect(mg(total.growth)).toBe(Number(entries[0]!.grown))
      }),
      { numRuns: 25 },
    )
  })

  it('is the sum of its days, and of the journals that its numbers open', async () => {
    const period = { start: dayAt(8), end: dayAt(30) }
    const { report_data } = await report(period)
    const days = await Promise.all(
      Array.from({ length: 23 }, (_, day) => farm.call(dayCalls.day, { date: dayAt(8 + day) })),
    )
    const cagesOf = days.flatMap((day) => day.locations_data.flatMap(({ cages }) => cages))
    for (const one of report_data) {
      const own = cagesOf.filter(({ cage_id }) => cage_id === one.cage_id)
      const sum = (pick: (cage: (typeof own)[number]) => number) => own.reduce((all, cage) => all + mg(pick(cage)), 0)
      expect(sum((cage) => cage.growth)).toBe(mg(one.growth))
      expect(sum((cage) => cage.retreats_biomass_day)).toBe(mg(one.retreat_weight))
      expect(sum((cage) => cage.withdrawals_biomass_day)).toBe(mg(one.withdrawal_weight))
      expect(sum((cage) => cage.feedings_fact)).toBe(mg(one.feedings))
      const journal = async (list: typeof kinds.retreat.list | typeof kinds.feeding.list) =>
        ((await farm.call(list, { ...period, cages_id: [one.cage_id], page: 1 })) as { footer: Record<string, number> })
          .footer
      expect((await journal(kinds.feeding.list)).volume ?? 0).toBe(one.feedings)
      expect((await journal(kinds.retreat.list)).count ?? 0).toBe(one.retreat_count)
    }
  })
})
