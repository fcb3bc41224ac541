import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditCalls, type AuditRow } from '../../../features/audit/audit.contract'
import { openPlanFarm, type PlanFarm } from '../../../testing/farm/plan-farm'
import { cageCalls } from '../../cages/cage.contract'
import { calcCalls } from '../calcs.contract'
import { goodCalls } from '../../goods/good-calls.contract'
import { planCalls } from './plan.contract'

let plan: PlanFarm
beforeAll(async () => void (plan = await openPlanFarm()))
afterAll(() => plan.farm.close())
beforeEach(async () => void (await plan.farm.sql('delete from feeding_plan_rows')))

const today = () => plan.farm.today()

const linesOf = async (entity: string, entity_id: number) => {
  const period = { start: plan.farm.daysAgo(1), end: today(), page: 1, per_page: 100 }
  return ((await plan.farm.call(auditCalls.list, { ...period, entity, entity_id })) as { rows: AuditRow[] }).rows
}

describe('a plan of a day is saved', () => {
  test('as it is, with what the norms say beside it; an equal one changes and records nothing', async () => {
    const date = plan.dayAfter(5)
    const saved = await plan.planDay(date, { rate: 28, is_rate_alert_dismissed: true })
    const row = (await plan.day(date)).rows[0]!
    expect(row).toMatchObject({ rate: 28, calc_rate: 30, growth: 28.571429, calc_growth: 26.666667 })
    expect([row.is_rate_alert_dismissed, row.is_growth_alert_dismissed]).toEqual([true, false])
    expect((await plan.day(date)).version).toBe(saved.version)
    const id = Number(date.split('.').reverse().join(''))
    expect(await linesOf('feeding_plan', id)).toHaveLength(1)
    expect((await plan.planDay(date, { rate: 28, is_rate_alert_dismissed: true })).version).toBe(saved.version)
    const lines = await linesOf('feeding_plan', id)
    expect(lines).toHaveLength(1)
    expect(lines[0]!.changes).toEqual([
      { field: 'day', before: expect.anything(), after: expect.anything() },
      { field: 'feed', before: 0, after: 56 },
      { field: 'changes', before: null, after: 2 },
    ])
  })

  test('in place of the rows that were there', async () => {
    await plan.planDay(today())
    const { rows } = await plan.farm.call(planCalls.saveDay, { date: today(), plan: [] })
    expect(rows).toEqual([])
    expect((await plan.day(today())).rows).toEqual([])
  })

  test('and two people do not write over each other: the second is told what differs', async () => {
    const { version } = await plan.day(today())
    await plan.planDay(today(), {}, version)
    const [row, other] = await plan.proposals(today())
    const mine = [plan.sent(row!, { rate: 25 })]
    const refused = await plan.farm.call(planCalls.saveDay, { date: today(), plan: mine, version }, { expect: 409 })
    expect(refused.differing!.cells).toEqual([
      expect.objectContaining({ cage_id: row!.cage_id, field: 'rate', mine: 25, theirs: 30 }),
      expect.objectContaining({ cage_id: other!.cage_id, field: 'row', mine: null, theirs: 3 }),
    ])
    expect((await plan.day(today())).rows[0]!.rate).toBe(30)
    const again = { date: today(), plan: mine, version: refused.differing!.version }
    expect((await plan.farm.call(planCalls.saveDay, again)).rows).toHaveLength(1)
  })

  test('only with sound numbers, each named, and nothing else changed', async () => {
    await plan.planDay(today())
    const [row] = await plan.proposals(today())
    const wrong: [object, string][] = [
      [{ rate: 1e6 * 2000 }, 'rate'],
      [{ rate: 'NaN' }, 'rate'],
      [{ rate: 2000.1 }, 'rate'],
      [{ growth: -1 }, 'growth'],
      [{ count: 1.5 }, 'count'],
      [{ temperature: 'тепло' }, 'temperature'],
      [{ temperature: 46 }, 'temperature'],
      [{ avg_weight: 0 }, 'avg_weight'],
      [{ weight: 2200 }, 'weight'],
      [{ avg_weight: 900_000_000, weight: null }, 'count'],
      [{ cage_id: 999 }, 'cage_id'],
      [{ feed_type_id: 999 }, 'feed_type_id'],
    ]
    for (const [change, field] of wrong) {
      const body = { date: today(), plan: [plan.sent(row!, change) as ReturnType<PlanFarm['sent']>] }
      const { errors } = await plan.farm.call(planCalls.saveDay, body, { expect: 422 })
      expect(errors, JSON.stringify(change)).toHaveProperty([`plan.0.${field}`])
    }
    const twice = [plan.sent(row!), plan.sent(row!)]
    const { errors } = await plan.farm.call(planCalls.saveDay, { date: today(), plan: twice }, { expect: 422 })
    expect(errors).toHaveProperty(['plan.1.feed_type_id'])
    const many = Array.from({ length: 1001 }, () => plan.sent(row!))
    await plan.farm.call(planCalls.saveDay, { date: today(), plan: many }, { expect: 422 })
    expect((await plan.day(today())).rows.map(({ rate }) => rate)).toEqual([30, 3])
  })

  test('not for a past day, which can still be read, nor far ahead', async () => {
    const yesterday = plan.farm.daysAgo(1)
    const [row] = await plan.proposals(today())
    for (const date of [yesterday, plan.dayAfter(61)]) {
      const { errors } = await plan.farm.call(planCalls.saveDay, { date, plan: [plan.sent(row!)] }, { expect: 422 })
      expect(errors).toHaveProperty('date')
    }
    await plan.planDay(today())
    await plan.farm.sql('update feeding_plan_rows set day = day - 1')
    expect((await plan.day(yesterday)).rows).toHaveLength(2)
  })

  test('twice with one key only once', async () => {
    const rows = (await plan.proposals(today())).map((row) => plan.sent(row))
    const input = { date: today(), plan: rows, version: (await plan.day(today())).version }
    const first = await plan.farm.call(planCalls.saveDay, input, { key: 'plan-1' })
    expect(await plan.farm.call(planCalls.saveDay, input, { key: 'plan-1' })).toEqual(first)
  })
})

describe('a plan of a cage', () => {
  test('is its days, with what is known of those to come', async () => {
    const { cage } = plan.cages
    await plan.farm.call(calcCalls.setCoefficient, { id: plan.calc, date: plan.dayAfter(20), coefficient: 0.5 })
    const answer = await plan.farm.call(planCalls.cage, { cageId: cage })
    expect(answer.days).toHaveLength(61)
    expect(answer.days[0]).toMatchObject({ date: today(), feed_type_id: plan.feed, temperature: 10, coefficient: 1 })
    expect(answer.days[20]!.coefficient).toBe(0.5)
    expect(answer.norms[0]!.seasons).toHaveLength(1)
    const [row] = await plan.proposals(today())
    const days = [0, 1].map((day) => plan.sent(row!, { date: plan.dayAfter(day) })) as (ReturnType<PlanFarm['sent']> & {
      date: string
    })[]
    await plan.farm.call(planCalls.saveCage, { plan: days, version: answer.version })
    await plan.farm.sql('update feeding_plan_rows set day = day - 1')
    const all = await plan.farm.call(planCalls.cage, { cageId: cage })
    expect(all.rows.map(({ date }) => date)).toEqual([plan.farm.daysAgo(1), today()])
    const coming = await plan.farm.call(planCalls.cage, { cageId: cage, startFromToday: true })
    expect(coming.rows.map(({ date }) => date)).toEqual([today()])
    expect(coming.version).toBe(all.version)

    // past rows are compared, not saved
    const past = { ...days[0]!, date: plan.farm.daysAgo(1) }
    await plan.farm.call(planCalls.saveCage, { plan: [past, { ...days[0]!, rate: 20 }] })
    const fromToday = { plan: [past, days[0]!], startFromToday: true }
    expect((await plan.farm.call(planCalls.saveCage, fromToday, { expect: 422 })).errors).toHaveProperty([
      'plan.0.date',
    ])
    const changed = await plan.farm.call(planCalls.saveCage, { plan: [{ ...past, rate: 1 }] }, { expect: 422 })
    expect(changed.errors).toHaveProperty(['plan.0.date'])
    await plan.farm.call(planCalls.saveCage, { plan: [], cage_id: cage })
    expect((await plan.farm.call(planCalls.cage, { cageId: cage })).rows.map(({ date }) => date)).toEqual([
      plan.farm.daysAgo(1),
    ])
  })

  test('has one cage', async () => {
    const rows = (await plan.proposals(today())).map((row) => ({ ...plan.sent(row), date: today() }))
    await plan.farm.call(planCalls.saveCage, { plan: rows }, { expect: 422 })
    await plan.farm.call(planCalls.saveCage, { plan: [] }, { expect: 422 })
    await plan.farm.call(planCalls.saveCage, { plan: [], cage_id: 999 }, { expect: 404 })
  })
})

describe('people', () => {
  test('of other modules see and save nothing of this one; what they save leaves its rows alone', async () => {
    await plan.planDay(today())
    const elsewhere = (await plan.farm.module()).id
    const rights = ['view feed calcs', 'update feed calcs'] as const
    const as = await plan.farm.user({ permissions: [...rights], locations: [elsewhere] })
    const seen = await plan.farm.call(planCalls.day, { date: today() }, { as })
    expect([seen.rows, seen.cages]).toEqual([[], []])
    const [row] = await plan.proposals(today())
    await plan.farm.call(planCalls.saveDay, { date: today(), plan: [plan.sent(row!)] }, { as, expect: 403 })
    await plan.farm.call(planCalls.cage, { cageId: row!.cage_id }, { as, expect: 404 })
    await plan.farm.call(planCalls.saveDay, { date: today(), plan: [] }, { as })
    expect((await plan.day(today())).rows).toHaveLength(2)
    expect((await plan.farm.call(planCalls.fact, { date: today() }, { as })).cages).toEqual([])
  })

  test('of another company cannot name these cages and feeds', async () => {
    const as = await plan.farm.company()
    const [row] = await plan.proposals(today())
    const body = { date: today(), plan: [plan.sent(row!)] }
    const { errors } = await plan.farm.call(planCalls.saveDay, body, { as, expect: 422 })
    expect(Object.keys(errors!)).toEqual(['plan.0.cage_id', 'plan.0.feed_type_id'])
  })
})

test('a planned feed is kept, a cage without operations goes with its plan', async () => {
  const feed = (await plan.farm.good()).id
  const cage = (await plan.cage()).id
  const row = { cage_id: cage, feed_type_id: feed, avg_weight: 0.1, count: 10, temperature: 5, rate: 0, growth: 0 }
  await plan.farm.call(planCalls.saveDay, { date: today(), plan: [row] })
  const refused = await plan.farm.call(goodCalls.remove, { id: feed }, { expect: 409 })
  expect(refused.message).toContain('план')
  await plan.farm.call(cageCalls.remove, { id: cage })
  expect((await plan.day(today())).rows).toEqual([])
  await plan.farm.call(goodCalls.remove, { id: feed })
})
