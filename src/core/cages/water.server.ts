/** The water of each module at a moment: the last readings of temperature and oxygen. */
import { sql } from 'kysely'
import { addDays, dayOf } from '../../shared/dates'
import { groupBy } from '../../shared/collections'
import { toUnits } from '../../shared/numbers'
import type { Tx } from '../../server/db/client'
import { toMetres } from '../lists/libraries/measure-parameters.server'

export interface Water {
  datetime: string
  /** metres */
  depth: number
  /** °C */
  temperature: number | null
  /** mg/l */
  oxygen: number | null
}

interface LastReading {
  measure_parameter_id: number
  location_id: number
  measure_type: 'temperature' | 'oxygen'
  at: string
  depth: number
  value: number
}

/** Older readings say nothing about the water now. */
const FRESH_DAYS = 3

/**
 * SQL: one index step for each parameter; of several readings in a minute the module's own and deepest. Centimetres and
 * millionths.
 */
export const lastReadings = (tx: Tx, company: number, at: string) =>
  tx.rows<LastReading>(sql`
    select p.id as measure_parameter_id, p.location_id, p.measure_type, m.at, m.depth, m.value from measure_parameters p
    cross join lateral (
      select at, depth, value from measurements
      where company_id = ${company} and measure_parameter_id = p.id and at <= ${at}::timestamp
        and at > ${addDays(dayOf(at), -FRESH_DAYS)}::timestamp
      order by at desc, cage_id nulls first, depth desc limit 1
    ) m
    where p.company_id = ${company} and p.measure_type in ('temperature', 'oxygen')
    order by m.at desc, m.depth desc`)

/**
 * By module; one without fresh readings is left out. Moment and depth are those of the temperature, if there is one.
 */
export async function readWater(tx: Tx, company: number, at: string): Promise<Map<number, Water>> {
  const rows = await lastReadings(tx, company, at)
  return new Map(
    [...groupBy(rows, (row) => row.location_id)].map(([location, own]) => {
      const last = (type: LastReading['measure_type']) => own.find(({ measure_type }) => measure_type === type)
      const [temperature, oxygen] = [last('temperature'), last('oxygen')]
      const first = (temperature ?? oxygen)!
      const valueOf = (row: LastReading | undefined) => (row ? toUnits(row.value) : null)
      return [
        location,
        {
          datetime: first.at,
          depth: toMetres(first.depth),
          temperature: valueOf(temperature),
          oxygen: valueOf(oxygen),
        },
      ]
    }),
  )
}
