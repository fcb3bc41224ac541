/** The temperature of the water of cages over many days, and what it will be where no calculation says how to tell. */
import { sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { addDays, daysBetween } from '../../../shared/dates'
import { lakeOf } from '../../../shared/feeding/climatology'
import type { CompanySettings } from '../../../shared/settings'
import type { Tx } from '../../../server/db/client'

interface CageModule {
  cage: number
  location: number
}

interface DaySum {
  location: number
  cage: number | null
  /** since the beginning of the reach */
  place: number
  sum: number
  many: number
}

interface Before {
  location: number
  value: number | null
}

/** The first temperature of each module, as elsewhere where a calculation names none, and since when it is asked. */
const parameters = (company: number, cages: readonly number[], begins: readonly string[]) => sql`
  select l.location, l.since, own.id
  from (
    select c.location_id as location, min(w.since) as since
    from unnest(${[...cages]}::int[], ${[...begins]}::timestamp[]) as w (cage, since)
    join cages c on c.company_id = ${company} and c.id = w.cage
    group by c.location_id
  ) l
  cross join lateral (
    select id from measure_parameters
    where company_id = ${company} and location_id = l.location and measure_type = 'temperature'
    order by archived_at is not null, id limit 1
  ) own`

async function readDays(
  tx: Tx,
  company: number,
  cages: readonly number[],
  { from, until, since }: Omit<Ask, 'settings'>,
) {
  const asked = parameters(
    company,
    cages,
    cages.map((cage) => since?.get(cage) ?? from),
  )
  const [modules, days, before] = await Promise.all([
    tx.rows<CageModule>(sql`
      select id as cage, location_id as location from cages
      where company_id = ${company} and id = any(${[...cages]}::int[])`),
    tx.rows<DaySum>(sql`
      select p.location, m.* from (${asked}) p
      cross join lateral (
        select cage_id as cage, at::date - ${from}::date as place, sum(value)::bigint as sum,
          count(*)::int as many
        from measurements
        where company_id = ${company} and measure_parameter_id = p.id
          and at >= p.since and at < ${until}::timestamp
        group by cage_id, at::date
      ) m`),
    tx.rows<Before>(sql`
      select p.location, m.value from (${asked}) p
      cross join lateral (
        select value from measurements
        where company_id = ${company} and measure_parameter_id = p.id and at < p.since
        order by at desc, depth desc limit 1
      ) m`),
  ])
  return { modules, days, before }
}

/** Of each day of the reach, millionths of °C; null before the first reading. */
type Course = (number | null)[]

interface ModuleWater {
  /** the module's, an earlier reading where a day has none */
  course: Course
  /** of cages that have readings of their own, by day */
  own: Map<number, (number | undefined)[]>
  /** the coldest of them on each day */
  least: (number | undefined)[]
  /** the last reading is of this day; -1 when it is older than the reach */
  last: number
}

function moduleWater(rows: readonly DaySum[], before: number | null, length: number): ModuleWater {
  const sums = Array.from({ length }, () => ({ sum: 0, many: 0 }))
  const own: ModuleWater['own'] = new Map()
  const least: ModuleWater['least'] = []
  for (const { cage, place, sum, many } of rows) {
    const total = sums[place]!
    total.sum += sum
    total.many += many
    if (cage === null) continue
    const value = Math.round(sum / many)
    if (!own.has(cage)) own.set(cage, [])
    own.get(cage)![place] = value
    least[place] = Math.min(value, least[place] ?? value)
  }
  let known = before
  const course = sums.map(({ sum, many }) => (known = many > 0 ? Math.round(sum / many) : known))
  return { course, own, least, last: sums.findLastIndex(({ many }) => many > 0) }
}

/** What was measured over so many days decides how coming days are told. */
const TRIED_DAYS = 60

export interface Water {
  /** of a day up to the end of the reach: read there, or earlier, else usual for the lake; millionths of °C */
  on: (cage: number, day: string) => number
  /** of a day after it */
  ahead: (cage: number, day: string) => number
  /** of a module on a day of the reach: the mean of all that was read in it */
  inModule: (location: number, day: string) => number
  /** of any of the cages on a day of the reach */
  coldest: (day: string) => number
}

/** Whether water as the lake's year goes would have told the last days better than water that stays as it is. */
function followsLake({ course, last }: ModuleWater, from: string, usual: (day: string) => number): boolean {
  const now = course[last]
  if (now === undefined || now === null) return true
  const lag = usual(addDays(from, last)) - now
  let [still, lake] = [0, 0]
  for (let day = Math.max(0, last - TRIED_DAYS); day < last; day++) {
    const value = course[day]
    if (value === null || value === undefined) continue
    still += Math.abs(value - now)
    lake += Math.abs(value - (usual(addDays(from, day)) - lag))
  }
  return lake < still
}

const coldestOf = (waters: readonly ModuleWater[], place: number, usual: number) =>
  waters.length === 0
    ? usual
    : Math.min(...waters.map(({ course, least }) => Math.min(course[place] ?? usual, least[place] ?? Infinity)))

interface Ask {
  /** 'YYYY-MM-DD', the second not included */
  from: string
  until: string
  /** by cage: of those that later days alone are asked of, the first of these */
  since?: ReadonlyMap<number, string>
  settings: Pick<CompanySettings, 'lake-temperatures'>
}

/** Two statements for any number of cages. */
export async function readWater(
  tx: Tx,
  company: number,
  cages: readonly number[],
  { from, until, since, settings }: Ask,
): Promise<Water> {
  const { modules, days, before } = await readDays(tx, company, cages, { from, until, since })
  const byModule = groupBy(days, ({ location }) => location)
  const earlier = new Map(before.map(({ location, value }) => [location, value]))
  const length = Math.max(0, daysBetween(from, until))
  const placeOf = new Map(Array.from({ length }, (_, index) => [addDays(from, index), index]))
  const usual = lakeOf(settings['lake-temperatures'])
  const waters = new Map(
    [...new Set(modules.map(({ location }) => location))].map((location) => {
      const water = moduleWater(byModule.get(location) ?? [], earlier.get(location) ?? null, length)
      return [location, { ...water, lake: followsLake(water, from, usual) }]
    }),
  )
  const ofCage = new Map(modules.map(({ cage, location }) => [cage, waters.get(location)!]))
  return {
    on: (cage, day) => {
      const water = ofCage.get(cage)
      const place = placeOf.get(day)!
      return water?.own.get(cage)?.[place] ?? water?.course[place] ?? usual(day)
    },
    inModule: (location, day) => waters.get(location)?.course[placeOf.get(day)!] ?? usual(day),
    coldest: (day) => coldestOf([...waters.values()], placeOf.get(day)!, usual(day)),
    ahead: (cage, day) => {
      const water = ofCage.get(cage)
      const now = water?.course.at(-1) ?? null
      if (!water || now === null) return usual(day)
      if (!water.lake) return now
      return Math.max(
        0,
        usual(day) + (water.last < 0 ? 0 : water.course[water.last]! - usual(addDays(from, water.last))),
      )
    },
  }
}
