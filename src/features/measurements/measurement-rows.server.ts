/** Readings as answers show them. */
import { type RawBuilder, sql } from 'kysely'
import { showDay, timeOf } from '../../shared/dates'
import { toUnits } from '../../shared/numbers'
import type { Context } from '../../server/http/route'
import { beautifulSymbol } from '../../core/lists/libraries/measure-parameter.contract'
import { toMetres } from '../../core/lists/libraries/measure-parameters.server'
import type { MeasurementRow } from '../../core/cages/measurement.contract'

interface StoredMeasurement {
  id: number
  at: string
  measure_parameter_id: number
  measure_parameter_name: string
  symbol: string
  depth: number
  value: number
  cage_id: number | null
  cage_number: string | null
  location_id: number
  user_id: number | null
  user_name: string | null
  sent_by: string | null
  external_input: boolean
  created: string
}

const present = (row: StoredMeasurement): MeasurementRow => ({
  id: row.id,
  date: showDay(row.at),
  time: timeOf(row.at),
  datetime: row.at,
  measure_parameter_id: row.measure_parameter_id,
  measure_parameter_name: row.measure_parameter_name,
  symbol: row.symbol,
  beautifulSymbol: beautifulSymbol(row.symbol),
  depth: toMetres(row.depth),
  value: toUnits(row.value),
  cage_id: row.cage_id,
  cage_number: row.cage_number,
  location_id: row.location_id,
  user_id: row.user_id,
  user_name: row.user_name,
  sent_by: row.sent_by,
  external_input: row.external_input,
  created_datetime: row.created,
})

/**
 * The rows selected by `rest` (a condition, an order, a limit); `m` is the reading, `p` its parameter, `c` its cage.
 */
export async function readMeasurements({ tx, company }: Context, rest: RawBuilder<unknown>): Promise<MeasurementRow[]> {
  const rows = await tx.rows<StoredMeasurement>(sql`
    select m.id, m.at, m.measure_parameter_id, p.name as measure_parameter_name, p.symbol, m.depth, m.value, m.cage_id,
      c.number as cage_number,
      m.location_id, m.user_id, coalesce(m.recorded_by, u.name, e.name) as user_name,
      (select name from users where company_id = m.company_id and id = m.sent_by) as sent_by, m.external_input,
        (m.created_at at time zone ${company.time_zone})::timestamp as created
    from measurements m
    join measure_parameters p on p.company_id = ${company.id} and p.id = m.measure_parameter_id
    left join cages c on c.company_id = ${company.id} and c.id = m.cage_id
    left join users u on u.company_id = ${company.id} and u.id = m.user_id
    left join external_users e on e.company_id = ${company.id} and e.id = m.external_user_id
    where m.company_id = ${company.id} and ${rest}`)
  return rows.map(present)
}

/** In the order of `ids`. */
export async function readByIds(context: Context, ids: number[]): Promise<MeasurementRow[]> {
  const rows = await readMeasurements(context, sql`m.id = any(${ids}::bigint[])`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id)!)
}
