/** Oxygen by which a ration is less. */
import { sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { addDays } from '../../../shared/dates'
import type { OxygenReading } from '../../../shared/feeding/water-limits'
import type { FeedingReader } from '../day-terms.server'

export interface Oxygen extends OxygenReading {
  at: string
}

interface OxygenRow {
  location: number
  cage: number | null
  day: string
  type: 'oxygen' | 'saturation'
  value: number
  at: string
}

interface OxygenPlace {
  cage: number
  location: number
  day: string
}

const keyOf = (what: 'cage' | 'module', id: number, day: string) => `${what} ${id} ${day}`

/**
 * The newest readings of each day: of the cage itself, else of its module. Of several depths in a minute the least
 * counts.
 */
export async function oxygenIn({ tx, company }: Pick<FeedingReader, 'tx' | 'company'>, first: string, last: string) {
  const rows = await tx.rows<OxygenRow>(sql`
    select p.location_id as location, m.cage_id as cage, m.day, p.measure_type as type, m.value, m.at
    from measure_parameters p
    cross join lateral (
      select n.cage_id, n.at::date as day, n.at, (
        select min(value) from measurements v
        where v.company_id = ${company.id} and v.measure_parameter_id = p.id and v.at = n.at
          and v.cage_id is not distinct from n.cage_id) as value
      from (
        select cage_id, max(at) as at from measurements
        where company_id = ${company.id} and measure_parameter_id = p.id and at >= ${first}::timestamp
          and at < ${addDays(last, 1)}::timestamp
        group by cage_id, at::date) n
    ) m
    where p.company_id = ${company.id} and p.measure_type in ('oxygen', 'saturation')
    order by m.at desc, p.id`)
  const byPlace = groupBy(rows, ({ cage, location, day }) =>
    cage === null ? keyOf('module', location, day) : keyOf('cage', cage, day),
  )
  return ({ cage, location, day }: OxygenPlace): Oxygen | null => {
    const [newest] = byPlace.get(keyOf('cage', cage, day)) ?? byPlace.get(keyOf('module', location, day)) ?? []
    return newest ? { value: newest.value, unit: newest.type === 'oxygen' ? 'mg/l' : '%', at: newest.at } : null
  }
}
