import type { Farm } from './farm'
import { fillImports } from './past-rows'

/** Writes a row of a company into each table of feeding and of moving in, as they are stored. */
export async function feedingRows(farm: Farm, company: number, { good, cage }: Record<'good' | 'cage', number>) {
  await farm.sql(`insert into norm_versions (company_id, good_id, seasons) values ($1, $2, '[]')`, [company, good])
  const calculation = `insert into feed_calcs (company_id, name, good_id, starts_on, strategy)
    values ($1, 'Корм', $2, '2026-01-01', 'PreviousStrategy') returning id`
  await farm.sql(
    `with made as (${calculation}) insert into feed_calc_coefficients select $1, id, '2026-01-01', 1 from made`,
    [company, good],
  )
  await farm.sql(
    `insert into growth_recalculations (company_id, first_day, last_day, cages, before, after)
      values ($1, '2026-01-01', '2026-01-02', 1, '[]', '[]')`,
    [company],
  )
  await farm.sql(
    `insert into feed_needs (company_id, good_id, location_id, starts_on, amounts)
      select $1, $2, location_id, '2026-01-01', '{1}' from cages where company_id = $1 and id = $3`,
    [company, good, cage],
  )
  await farm.sql(
    `insert into weighing_doubts (company_id, cage_id, day, place, percent, mass)
      values ($1, $2, '2026-01-01', 0, 1, 1)`,
    [company, cage],
  )
  await farm.sql(`insert into report_exports (company_id, report, asked) values ($1, 'retreats', 'x')`, [company])
  await farm.sql(
    `insert into harvest_rows (company_id, day, cage_id, count, reason) values ($1, '2026-01-01', $2, 1, $3)`,
    [company, cage, 'sale'],
  )
  await farm.sql(
    `insert into tasks (company_id, title, start, "end", cage_id)
      values ($1, 'Сеть', '2026-01-01 09:00', '2026-01-01 10:00', $2)`,
    [company, cage],
  )
  await farm.sql(
    `insert into task_rules (company_id, title, kind, days, starts_on) values ($1, 'Сеть', 'every', 7, '2026-01-01')`,
    [company],
  )
  await farm.sql(
    `insert into task_calendars (company_id, which, token_hash, token_end, language, origin)
      values ($1, 'all', 'x', 'abcd', 'ru', '')`,
    [company],
  )
  await farm.sql(
    `insert into feeding_plan_rows (company_id, day, cage_id, good_id, avg_weight, count, weight, rate)
      values ($1, '2026-01-01', $2, $3, 1, 1, 1, 1)`,
    [company, cage, good],
  )
  await fillImports(farm, company)
}
