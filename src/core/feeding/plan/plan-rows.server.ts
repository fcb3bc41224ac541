/** Stored rows of plans, and how they are told. */
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { showDay } from '../../../shared/dates'
import { toKg, toUnits } from '../../../shared/numbers'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import type { PlanRow } from './plan-shapes.contract'

/** Whole milligrams and millionths; the day is 'YYYY-MM-DD'. */
export interface StoredRow {
  day: string
  cage: number
  good: number
  avg_weight: number
  count: number
  weight: number
  temperature: number | null
  rate: number
  growth: number | null
  calc_rate: number | null
  calc_growth: number | null
  is_rate_alert_dismissed: boolean
  is_growth_alert_dismissed: boolean
}

export interface NamedRow extends StoredRow {
  cage_number: string
  location_id: number
  good_name: string
}

/** SQL: days of the plan. Under row-level security only a comparison of dates with dates uses the index. */
export const onDay = (day: string) => sql`p.day = ${day}::date`
export const ofCage = (cage: number, from: string, to: string) =>
  sql`p.cage_id = ${cage} and p.day >= ${from}::date and p.day <= ${to}::date`

/** Rows in cages open to the user, by day, module and cage. */
export const readRows = ({ tx, company, user }: Context, which: RawBuilder<unknown>) =>
  tx.rows<NamedRow>(sql`
    select p.day, p.cage_id as cage, p.good_id as good, p.avg_weight, p.count, p.weight, p.temperature, p.rate,
      p.growth, p.calc_rate, p.calc_growth, p.is_rate_alert_dismissed, p.is_growth_alert_dismissed,
      c.number as cage_number, c.location_id, g.name as good_name
    from feeding_plan_rows p
    join cages c on c.company_id = ${company.id} and c.id = p.cage_id
    join goods g on g.company_id = ${company.id} and g.id = p.good_id
    where p.company_id = ${company.id} and ${which} ${scope(user).modules('c.location_id')}
    order by p.day, c.location_id, length(c.number), c.number, p.cage_id, p.good_id`)

/** What of a row a person decides or the plan stands on: whoever sees the same has the same plan. */
const contentOf = (row: StoredRow) => [
  row.day,
  row.cage,
  row.good,
  row.avg_weight,
  row.count,
  row.weight,
  row.temperature,
  row.rate,
  row.growth,
  row.is_rate_alert_dismissed,
  row.is_growth_alert_dismissed,
]

export const isSame = (a: StoredRow, b: StoredRow): boolean =>
  JSON.stringify(contentOf(a)) === JSON.stringify(contentOf(b))

export const keyOf = ({ day, cage, good }: Pick<StoredRow, 'day' | 'cage' | 'good'>) => `${day} ${cage} ${good}`

/** A digest of rows, whatever their order. */
export function versionOf(rows: readonly StoredRow[]): string {
  const lines = rows.map((row) => JSON.stringify(contentOf(row))).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)
}

const orNull = (value: number | null, tell: (value: number) => number) => (value === null ? null : tell(value))

export const tellRow = (row: NamedRow): PlanRow => ({
  date: showDay(row.day),
  cage_id: row.cage,
  cage_number: row.cage_number,
  location_id: row.location_id,
  feed_type_id: row.good,
  feed_type_name: row.good_name,
  avg_weight: toKg(row.avg_weight),
  count: row.count,
  weight: toKg(row.weight),
  temperature: orNull(row.temperature, toUnits),
  rate: toKg(row.rate),
  growth: orNull(row.growth, toKg),
  calc_rate: orNull(row.calc_rate, toKg),
  calc_growth: orNull(row.calc_growth, toKg),
  is_rate_alert_dismissed: row.is_rate_alert_dismissed,
  is_growth_alert_dismissed: row.is_growth_alert_dismissed,
})

export const tellRows = (rows: readonly NamedRow[]) => ({ version: versionOf(rows), rows: rows.map(tellRow) })
