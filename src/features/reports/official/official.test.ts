/** The official sheets of a farm worked out by hand (see openTwoModules), and of whoever sees one module of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { costCalls } from '../../../core/reports/fish-cost/fish-cost.contract'
import { spendingCategoryLibrary } from '../../../core/lists/libraries/spending-category.contract'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { openTwoModules, type TwoModules } from '../../../testing/farm/two-modules'
import { dashboardCall } from '../dashboard/dashboard.contract'
import { dayCardCalls } from './day-card/day-card.contract'
import { holdingCall } from './holding/holding.contract'
import { movementCall, type MovementFigures } from './movement/movement.contract'
import { stockingsCall } from './stockings/stockings.contract'
import { volumesCall } from './volumes/volumes.contract'

let world: TwoModules
let farm: TwoModules['farm']
beforeAll(async () => {
  world = await openTwoModules()
  farm = world.farm
  const category = await farm.call(spendingCategoryLibrary.create, { name: 'Снаряжение' })
  const spent = { date: '15.02.2026', name: 'Сети', amount: 5767.99, spending_category_id: category.id }
  await farm.call(kinds.spending.create, spent)
})
afterAll(() => farm.close())

const february = { start: '01.02.2026', end: '28.02.2026' }

/** Channels that are not nothing: name → pieces and kilograms. */
const told = (figures: MovementFigures) =>
  Object.fromEntries(
    Object.entries(figures)
      .filter(([key, value]) => /_count$/.test(key) && value !== 0)
      .map(([key, count]) => {
        const name = key.replace('_count', '')
        return [name, [count, (figures as unknown as Record<string, number>)[`${name}_weight`]]]
      }),
  )

describe('the movement of fish in February', () => {
  it('of the farm has no transfers: they stay in it', async () => {
    const { farm: rows, total } = await farm.call(movementCall, february)
    expect(rows).toHaveLength(1)
    for (const one of [rows[0]!, total]) {
      expect(told(one)).toEqual({
        opening: [2900, 580],
        sold: [50, 10],
        lost: [20, 4.010101],
        closing: [2830, 576.79899],
      })
      expect(one.growth).toBe(10.809091)
    }
  })

  it('of a module has what went to another one, and not what moved between its own cages', async () => {
    const { modules } = await farm.call(movementCall, february)
    expect(modules.map((row) => [row.location_name, told(row), row.growth])).toEqual([
      [
        'Залив',
        {
          opening: [1900, 380],
          sold: [50, 10],
          lost: [20, 4.010101],
          moved_out: [90, 18.090909],
          closing: [1740, 347.89899],
        },
        0,
      ],
      ['Пролив', { opening: [1000, 200], moved_in: [90, 18.090909], closing: [1090, 228.9] }, 10.809091],
    ])
  })

  it('tells fish of another category, what was lifted for other ends, and corrections', async () => {
    const { cages, group } = world
    const big = (await farm.category('Крупные')).id
    const at = (day: string) => ({ date: `${day}.03.2026`, time: '10:00' })
    const own = { ...group, age_category_id: big }
    const put = { ...at('01'), to_id: cages[2]!, ...own, count: 10, avg_weight: 1 }
    const stocked = await farm.call(kinds.stocking.create, put)
    const lift = { ...at('02'), from_id: cages[2]!, ...own, count: 2, weight: 2, reason: 'other' }
    const lifted = await farm.call(kinds.withdrawal.create, lift)
    const corrected = await farm.call(kinds.correction.create, { ...at('03'), cage_id: cages[2]!, ...own, count: 9 })
    const { farm: rows } = await farm.call(movementCall, { start: '01.03.2026', end: '31.03.2026' })
    expect(told(rows.find(({ age_category_id }) => age_category_id === big)!)).toEqual({
      stocked: [10, 10],
      taken: [2, 2],
      other_in: [1, 1],
      closing: [9, 9],
    })
    await farm.call(kinds.correction.remove, { id: corrected.id })
    await farm.call(kinds.withdrawal.remove, { id: lifted.id })
    await farm.call(kinds.stocking.remove, { id: stocked.id })
  })

  it('is of open modules alone for whoever is limited: what came from a closed one came', async () => {
    const as = await farm.user({ permissions: ['access reports'], locations: [world.strait.id] })
    const own = await farm.call(movementCall, february, { as })
    expect(own.limited).toBe(true)
    expect(told(own.total)).toEqual({ opening: [1000, 200], moved_in: [90, 18.090909], closing: [1090, 228.9] })
    await farm.call(movementCall, { ...february, location_id: world.bay.id }, { as, expect: 403 })
  })
})

describe('what was released and taken out', () => {
  it('stands by module and species, and month by month', async () => {
    const { whole, months, total } = await farm.call(volumesCall, { start: '01.01.2026', end: '28.02.2026' })
    const figures = (row: typeof total) => [
      ...[row.released_count, row.released_weight, row.withdrawn_count, row.withdrawn_weight],
    ]
    expect(whole.map((row) => [row.location_name, ...figures(row)])).toEqual([
      ['Залив', 2000, 400, 50, 10],
      ['Пролив', 1000, 200, 0, 0],
    ])
    expect(months.map((row) => [row.month, row.location_name, ...figures(row)])).toEqual([
      ['2026-01', 'Залив', 2000, 400, 0, 0],
      ['2026-01', 'Пролив', 1000, 200, 0, 0],
      ['2026-02', 'Залив', 0, 0, 50, 10],
    ])
    expect(figures(total)).toEqual([3000, 600, 50, 10])
    // the cage that it was taken from, of all of its module
    expect(months[2]!.cages_id).toEqual([world.cages[1]])
  })
})

describe('the card of a cage', () => {
  it('tells the month: what one fish gained in a day, and how many of them were kept', async () => {
    const { rows } = await farm.call(dayCardCalls.cages, february)
    expect(
      rows.map((row) => [row.cage_number, row.daily_gain, row.kept_percent, row.end_count, row.end_weight]),
    ).toEqual([
      // 20 of 1 000 were lost
      ['1', 0, 98, 890, 178.89899],
      ['2', 0, 100, 850, 169],
      // 10 809.091 g over 28 000 head-days and 23 days of 90 more
      ['3', 0.36, 100, 1090, 228.9],
    ])
  })

  it('tells each day, and they lead from one to the next', async () => {
    const { rows, total } = await farm.call(dayCardCalls.days, { ...february, cage_id: world.cages[0]! })
    expect(rows).toHaveLength(28)
    const day = (number: number) => rows[number - 1]!
    expect([day(3).start_count, day(3).lost_count, day(3).kept_percent, day(3).end_count]).toEqual([
      900, 10, 98.89, 890,
    ])
    expect([day(5).came_count, day(5).came_weight, day(6).went_count]).toEqual([100, 21, 90])
    for (const [index, row] of rows.slice(1).entries())
      expect([row.start_count, row.start_weight]).toEqual([rows[index]!.end_count, rows[index]!.end_weight])
    expect([total.start_count, total.lost_count, total.end_weight]).toEqual([900, 20, 178.89899])
    await farm.call(
      dayCardCalls.days,
      { start: '01.01.2024', end: '01.02.2026', cage_id: world.cages[0]! },
      { expect: 422 },
    )
  })

  it('of a closed module is nobody’s', async () => {
    const as = await farm.user({ permissions: ['access reports'], locations: [world.strait.id] })
    await farm.call(dayCardCalls.days, { ...february, cage_id: world.cages[0]! }, { as, expect: 404 })
    expect((await farm.call(dayCardCalls.cages, february, { as })).rows.map(({ cage_number }) => cage_number)).toEqual([
      '3',
    ])
  })
})

describe('an act and a statement', () => {
  it('tell stockings in thousands, grams and kilograms; one that is named whenever it was', async () => {
    const { rows, total } = await farm.call(stockingsCall, { start: '01.01.2026', end: '01.01.2026' })
    expect(rows.map((row) => [row.cage_number, row.thousands, row.grams, row.weight])).toEqual([
      ['1', 1, 200, 200],
      ['2', 1, 200, 200],
      ['3', 1, 200, 200],
    ])
    expect([total.thousands, total.grams, total.weight]).toEqual([3, 200, 600])
    const one = await farm.call(stockingsCall, { ...february, operation_id: rows[1]!.id })
    expect([one.start, one.end, one.rows.map(({ cage_number }) => cage_number)]).toEqual([
      '01.01.2026',
      '01.01.2026',
      ['2'],
    ])
    const as = await farm.user({ permissions: ['access reports'], locations: [world.strait.id] })
    expect((await farm.call(stockingsCall, { operation_id: rows[1]!.id }, { as })).rows).toEqual([])
  })

  it('tell where fish came from and how they were, as it was entered and changed', async () => {
    const { rows } = await farm.call(stockingsCall, { start: '01.01.2026', end: '01.01.2026' })
    expect(rows.map(({ origin, condition }) => [origin, condition])).toEqual(Array(3).fill([null, null]))
    const { id } = rows[0]!
    const told = { id, origin: 'Питомник «Адлер»', condition: 'Здорова' }
    await farm.call(kinds.stocking.update, told as never)
    await farm.call(kinds.stocking.update, { id, condition: 'Подвижна' } as never)
    const [changed] = (await farm.call(stockingsCall, { operation_id: id })).rows
    expect(changed).toMatchObject({ origin: 'Питомник «Адлер»', condition: 'Подвижна', count: 1000 })
  })

  it('tell what lives in the cages as a day ends', async () => {
    const { rows, total } = await farm.call(holdingCall, { date: '28.02.2026' })
    expect(rows.map((row) => [row.location_name, row.cage_number, row.count, row.weight])).toEqual([
      ['Залив', '1', 890, 178.89899],
      ['Залив', '2', 850, 169],
      ['Пролив', '3', 1090, 228.9],
    ])
    expect([total.count, total.weight]).toEqual([2830, 576.79899])
    await farm.call(holdingCall, { date: '01.01.2090' }, { expect: 422 })
  })

  it('tell what they have cost, as the report of costs does; nothing of it to whoever may not see it', async () => {
    const { rows, total, open } = await farm.call(holdingCall, { date: '28.02.2026' })
    const told = await farm.call(costCalls.now, { date: '28.02.2026', by: 'cage' })
    expect([open, total.cost, total.per_kg]).toEqual([true, told.total.cost, told.total.per_kg])
    expect(total.cost).toBeGreaterThan(0)
    expect(rows.map(({ cost }) => cost)).toEqual(told.rows.map(({ cost }) => cost))
    const as = await farm.user({ permissions: ['access reports'] })
    const hidden = await farm.call(holdingCall, { date: '28.02.2026' }, { as })
    expect([hidden.open, hidden.total.cost, hidden.rows[0]!.cost]).toEqual([false, null, null])
  })
})

describe('the dashboard', () => {
  it('has what the sheets and the journals of its period have', async () => {
    expect(await farm.call(dashboardCall, february)).toEqual({
      ...february,
      fish_count: 2830,
      biomass: 576.79899,
      growth: 10.809091,
      fed: 7,
      // 7 / 10.809091
      feed_coefficient: 0.65,
      lost_count: 20,
      // of 2 900
      lost_percent: 0.69,
      caught_count: 50,
      caught_weight: 10,
      revenue: null,
      spending: 5767.99,
      tasks: { overdue: 0, today: 0 },
      plan: null,
      target: null,
      target_gap: false,
      harvest: null,
      limited: false,
    })
  })

  it('has what was fed of the plans, to the cages and on the days that have one, and rows of the harvest plan', async () => {
    const { cages, own } = world
    const company = farm.session.user.company.id
    for (const [cage, rate] of [[cages[0], 4_000_000] as const, [cages[1], 3_000_000] as const])
      await farm.sql(
        `insert into feeding_plan_rows (company_id, day, cage_id, good_id, avg_weight, count, weight, rate)
          values ($1, '2026-02-10', $2, $3, 1, 1, 1, $4)`,
        [company, cage, own, rate],
      )
    for (const cage of [cages[1], cages[2]])
      await farm.sql(
        `insert into harvest_rows (company_id, cage_id, day, reason, weight) values ($1, $2, '2026-02-10', 'sale', 1)`,
        [company, cage],
      )
    await farm.sql(
      `update operations set harvest_row_id = (select min(id) from harvest_rows) where kind = 'withdrawal' and cage_id = $1`,
      [cages[1]],
    )
    // 3 and 3 kg of 7; what was fed to the third cage was not planned
    const { plan, harvest } = await farm.call(dashboardCall, february)
    expect([plan, harvest]).toEqual([
      { planned: 7, fed: 6, percent: 85.71 },
      { rows: 2, done: 1 },
    ])
    const permissions = ['access reports', 'view feed calcs'] as const
    const as = await farm.user({ permissions: [...permissions], locations: [world.strait.id] })
    expect(await farm.call(dashboardCall, february, { as })).toMatchObject({
      plan: null,
      harvest: { rows: 1, done: 0 },
    })
    const reader = await farm.user({ permissions: ['access reports'] })
    expect(await farm.call(dashboardCall, february, { as: reader })).toMatchObject({ plan: null, harvest: null })
  })

  it('leaves out what a person has no right to, and fish of closed modules', async () => {
    const as = await farm.user({ permissions: ['access reports'], locations: [world.strait.id] })
    const own = await farm.call(dashboardCall, february, { as })
    expect(own).toMatchObject({
      fish_count: 1090,
      growth: 10.809091,
      fed: 1,
      lost_percent: 0,
      spending: null,
      limited: true,
    })
  })
})
