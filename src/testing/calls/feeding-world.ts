import { calcCalls } from '../../core/feeding/calcs.contract'
import { planCalls } from '../../core/feeding/plan/plan.contract'
import { counterpartyLibrary } from '../../core/lists/libraries/counterparty.contract'
import { harvestCalls } from '../../features/feeding/harvest/harvest.contract'
import { growthCalls } from '../../features/feeding/growth/growth.contract'
import { ruleCalls } from '../../features/tasks/rules/rules.contract'
import { calendarCalls, externalCalendar } from '../../features/tasks/calendar/calendar.contract'
import { taskCalls } from '../../features/tasks/common/tasks.contract'
import type { Farm } from '../farm/farm'
import type { Session } from '../session'
import type { World } from './fuzz'

/** A calculation with a coefficient, a recalculation of growth, and a plan. */
export async function makeFeeding(farm: Farm, as: Session, mark: string, world: World): Promise<void> {
  const { fields, ids, places } = world
  const asked = {
    feed_type_id: Number(fields.feed_type_id),
    measure_parameter_id: Number(fields.measure_parameter_id),
    location_ids: [Number(fields.location_id)],
  }
  const { id } = await farm.call(calcCalls.create, { name: `Расчёт ${mark}`, ...asked, start: farm.daysAgo(9) }, { as })
  await farm.call(calcCalls.setCoefficient, { id, date: farm.daysAgo(3), coefficient: 0.9 }, { as })
  for (const { path } of [calcCalls.update, calcCalls.setCoefficient, ...Object.values(calcCalls.archiving)])
    ids[path] = id
  Object.assign(fields, {
    age_category_ids: [fields.age_category_id],
    temp_prediction_strategy: 'FixedStrategy',
    temp_prediction_strategy_data: 4.5,
    coefficient: 0.9,
  })
  const [recalculated] = await farm.sql<{ id: number }>(
    `insert into growth_recalculations (company_id, first_day, last_day, cages, before, after)
      values ($1, '2026-01-01', '2026-01-02', 1, '[]', '[]') returning id`,
    [as.user.company.id],
  )
  ids[growthCalls.undo.path] = recalculated!.id
  const planned = { date: farm.today(), cage_id: Number(fields.cage_id), count: 1, over: true }
  const harvest = await farm.call(harvestCalls.create, planned, { as })
  for (const { path } of [harvestCalls.update, harvestCalls.remove]) ids[path] = harvest.id
  const day = farm.today()
  const task = await farm.call(taskCalls.create, { title: `Задача ${mark}`, start: day, end: day } as never, { as })
  for (const { path } of [taskCalls.update, taskCalls.remove]) ids[path] = task.id
  const calendar = await farm.call(calendarCalls.create, { which: 'all' }, { as })
  places[externalCalendar.path] = { token: calendar.token }
  places[calendarCalls.create.path] = { which: 'mine' }
  const terms = { title: `Правило ${mark}`, kind: 'every', days: 7, starts_on: day } as never
  const rule = await farm.call(ruleCalls.create, terms, { as })
  for (const { path } of [ruleCalls.update, ruleCalls.remove]) ids[path] = rule.id
  const row = {
    cage_id: Number(fields.cage_id),
    feed_type_id: Number(fields.feed_type_id),
    avg_weight: 0.2,
    count: 100,
    temperature: 6,
    rate: 1,
    growth: 1,
  }
  await farm.call(planCalls.saveDay, { date: farm.today(), plan: [row] }, { as })
  fields.supplier_id = fields.counterparty_id
  for (const { path } of [counterpartyLibrary.create, counterpartyLibrary.update]) places[path] = { lot: 25 }
  Object.assign(fields, { plan: [{ ...row, date: farm.today() }], temperature: 6, rate: 1 })
}
