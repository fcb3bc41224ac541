/** Cages that hold more fish than they should. */
import { sql } from 'kysely'
import { type LevelRun, levelRuns, runsOf, type Worst } from '../../../server/alarms/level-runs'
import type { AlarmPeriod, AlarmReader, AlarmRule } from '../../../server/alarms/rule'
import type { AlarmTerms } from '../../../shared/alarms/rules'
import { groupBy } from '../../../shared/collections'
import { showDay } from '../../../shared/dates'
import { hrefOf } from '../../../shared/pages'
import { at, say } from '../../../shared/say'

interface CageRun extends LevelRun {
  cage: number
  location: number
  /** tenths of a cubic metre */
  volume: number
  /** kg/m³ */
  density: number
}

/** mg in a tenth of a cubic metre, of a kilogram in a cubic metre */
const MG = 100_000

/** The mass of each cage after each of the documents in the period, and at its beginning. */
const readRuns = ({ tx, company }: AlarmReader, { share, gap }: AlarmTerms<'density'>, { start, end }: AlarmPeriod) => {
  const limit = sql`coalesce(c.density_limit / 10.0, ${company.settings['density-limit']}::float8)`
  const over = (percent: number) => sql`m.mass > c.volume * ${MG}::float8 * ${limit} * ${percent / 100}::float8`
  const masses = sql`
    select cage_id as cage, at, sum(sum(mass)) over (partition by cage_id order by at)::bigint as mass
    from (
      select g.cage_id, ${start}::timestamp as at, e.mass_after as mass from fish_groups g
      cross join lateral (
        select mass_after from fish_entries
        where company_id = ${company.id} and group_id = g.id and at <= ${start}::timestamp
        order by at desc, operation_id desc limit 1) e
      where g.company_id = ${company.id} and g.first_at <= ${start}::timestamp
        and (g.closed_at is null or g.closed_at > ${start}::timestamp)
      union all
      select g.cage_id, e.at, e.mass_delta from fish_groups g
      join fish_entries e on e.company_id = ${company.id} and e.group_id = g.id
        and e.at > ${start}::timestamp and e.at <= ${end}::timestamp
      where g.company_id = ${company.id} and g.first_at <= ${end}::timestamp
        and (g.closed_at is null or g.closed_at > ${start}::timestamp)) steps
    group by cage_id, at`
  const observed = sql`
    select m.cage, m.at, m.at as until, null::bigint as lowest, m.mass as highest, 'good' as low, false as danger,
      case when ${over(share)} then 'bad' when ${over(share - gap)} then 'between' else 'good' end as high
    from (${masses}) m join cages c on c.company_id = ${company.id} and c.id = m.cage
    where ${limit} > 0`
  return tx.rows<CageRun>(sql`
    select r.*, c.location_id as location, c.volume, ${limit} as density
    from (${levelRuns(observed, 'cage', null)}) r
    join cages c on c.company_id = ${company.id} and c.id = r.cage
    order by r.cage, r."from"`)
}

interface DensityDetail extends Worst {
  volume: number
  /** kg/m³ */
  limit: number
}

const rounded = (value: number) => Math.round(value * 100) / 100

export const densityAlarm: AlarmRule<'density', DensityDetail> = {
  kind: 'density',
  observe: async (reader, terms, period) => {
    const rows = await readRuns(reader, terms, period)
    return [...groupBy(rows, ({ cage }) => cage)].map(([cage, own]) => {
      const { location, volume, density: limit } = own[0]!
      const runs = runsOf(own, 'high').map((run) => ({
        ...run,
        detail: run.detail && { ...run.detail, volume, limit },
      }))
      return { key: String(cage), location, cage, stock: null, runs }
    })
  },
  tell: ({ value, at: moment, volume, limit }) =>
    say('Плотность {{density}} кг/м³, {{moment}}, при предельной {{limit}} кг/м³', {
      density: rounded(value / volume / MG),
      limit: rounded(limit),
      moment: at(moment),
    }),
  href: ({ location, cage }, { from }) =>
    hrefOf('farm', { locationId: location!, cagesId: [cage!], date: showDay(from) }),
}
