/** Stockings and withdrawals of a period by month, module and species. */
import { sql } from 'kysely'
import { groupBy } from '../../../../shared/collections'
import { dayOf, showDay } from '../../../../shared/dates'
import { type Context, route } from '../../../../server/http/route'
import { scope } from '../../../../server/scope'
import { among, cagesWithin } from '../../../../core/documents/engine/journal-where.server'
import { periodOf } from '../../../../core/reports/series.server'
import { kg } from '../../consolidated/parts/sums.server'
import { type VolumeFigures, volumesCall, type VolumeRow } from './volumes.contract'

interface Booked extends Pick<VolumeRow, 'month' | 'location_id' | 'location_name' | 'species_id' | 'species_name'> {
  kind: 'stocking' | 'withdrawal'
  /** whole pieces and milligrams, without signs */
  count: string
  mass: string
  cages: number[]
}

const readBooked = ({ tx, company }: Context, { start, end }: { start: string; end: string }, cages: number[] | null) =>
  tx.rows<Booked>(sql`
    select to_char(b.month, 'YYYY-MM') as month, l.id as location_id, l.name as location_name, s.id as species_id,
      s.name as species_name, b.kind, sum(abs(b.count))::text as count, sum(abs(b.mass))::text as mass,
      array_agg(distinct b.cage_id) as cages
    from (
      select date_trunc('month', e.at) as month, e.group_id, e.cage_id, e.kind, sum(e.count_delta) as count,
        sum(e.mass_delta - e.deviation) as mass
      from fish_entries e
      where e.company_id = ${company.id} and e.kind = any('{stocking,withdrawal}'::text[])
        and e.at between ${start}::timestamp and ${end}::timestamp
        ${cages ? sql`and ${among('e.cage_id', cages)}` : sql``}
      group by 1, 2, 3, 4) b
    join fish_groups g on g.company_id = ${company.id} and g.id = b.group_id
    join generations n on n.company_id = ${company.id} and n.id = g.generation_id
    join species s on s.company_id = ${company.id} and s.id = n.species_id
    join cages c on c.company_id = ${company.id} and c.id = b.cage_id
    join locations l on l.company_id = ${company.id} and l.id = c.location_id
    group by b.month, l.id, l.name, s.id, s.name, b.kind
    order by b.month, l.id, s.name, s.id`)

function figuresOf(rows: readonly Booked[]): VolumeFigures {
  const sums = { stocking: { count: 0n, mass: 0n }, withdrawal: { count: 0n, mass: 0n } }
  for (const { kind, count, mass } of rows) {
    sums[kind].count += BigInt(count)
    sums[kind].mass += BigInt(mass)
  }
  return {
    released_count: Number(sums.stocking.count),
    released_weight: kg(sums.stocking.mass),
    withdrawn_count: Number(sums.withdrawal.count),
    withdrawn_weight: kg(sums.withdrawal.mass),
  }
}

const rowsOf = (booked: readonly Booked[], monthOf: (row: Booked) => string): VolumeRow[] =>
  [...groupBy(booked, (row) => `${monthOf(row)}:${row.location_id}:${row.species_id}`)].map(([id, own]) => {
    const { location_id, location_name, species_id, species_name } = own[0]!
    return {
      id,
      month: monthOf(own[0]!),
      ...{ location_id, location_name, species_id, species_name },
      cages_id: [...new Set(own.flatMap(({ cages }) => cages))],
      ...figuresOf(own),
    }
  })

export const volumesRoute = route(volumesCall, async (input, context) => {
  const period = periodOf(input, context)
  const cages = await cagesWithin(context, { cages_id: null, location_id: input.location_id })
  const booked = await readBooked(context, period, cages)
  const whole = rowsOf(booked, () => '')
  return {
    start: showDay(dayOf(period.start)),
    end: showDay(dayOf(period.end)),
    whole: whole.sort(
      (one, other) => one.location_id - other.location_id || one.species_name.localeCompare(other.species_name, 'ru'),
    ),
    months: rowsOf(booked, ({ month }) => month),
    total: figuresOf(booked),
    limited: !scope(context.user).allModules,
  }
})
