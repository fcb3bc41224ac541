/** The days of cages or generations as the ledger has them, for comparison: fish, losses, growth, feed and water. */
import { sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { addDays, dayOf, daysBetween } from '../../../shared/dates'
import type { CourseDay } from '../../../shared/fish/growth-course'
import { among } from '../../../core/documents/engine/journal-where.server'
import { readWater, type Water } from '../../../core/feeding/forecast/water.server'
import { shares } from '../../../core/documents/kinds/feeding/shares.server'
import { MOVING } from '../../../core/reports/facts/facts.server'
import type { Context } from '../../../server/http/route'

type Reader = Pick<Context, 'tx' | 'company'>

/** Whose fish are followed: those of cages, or those of generations through all cages they went to. */
export type SubjectKind = 'cage' | 'generation'

export interface Asked {
  by: SubjectKind
  ids: readonly number[]
  /** those that may be seen; null for all */
  cages: readonly number[] | null
  /** instants */
  start: string
  end: string
  /** how many came and left alone: neither feed nor entries that only made fish grow, which are most, are read */
  briefly?: boolean
}

/** What a course is made of. */
export interface SubjectDays {
  /** pieces before the first day */
  held: number
  days: CourseDay[]
}

const SUBJECT = { cage: 'g.cage_id', generation: 'g.generation_id' } as const

/** SQL: the groups of those asked for that had fish in the period. */
const groupsOf = (company: number, { by, ids, cages, start, end }: Asked) => sql`
  select g.id, g.cage_id, ${sql.ref(SUBJECT[by])} as subject, c.location_id as location from fish_groups g
  join cages c on c.company_id = ${company} and c.id = g.cage_id
  where g.company_id = ${company} and ${sql.ref(SUBJECT[by])} = any(${[...ids]}::int[])
    and g.first_at <= ${end}::timestamp and (g.closed_at is null or g.closed_at >= ${start}::timestamp)
    ${cages ? sql`and ${among('g.cage_id', cages)}` : sql``}`

interface Before {
  subject: number
  location: number
  count: number
  mass: number
}

const readBefore = ({ tx, company }: Reader, asked: Asked) =>
  tx.rows<Before>(sql`
    select s.subject, s.location, sum(e.count_after)::float8 as count, sum(e.mass_after)::float8 as mass
    from (${groupsOf(company.id, asked)}) s cross join lateral (
      select count_after, mass_after from fish_entries
      where company_id = ${company.id} and group_id = s.id and at < ${asked.start}::timestamp
      order by at desc, operation_id desc limit 1) e
    where e.count_after > 0 group by 1, 2`)

interface Moved {
  subject: number
  location: number
  day: string
  count: number
  mass: number
  grown: number
  dead: number
  stocked: number
  /** pieces that were lifted */
  lifted: number
  /** pieces that came from other cages, and those less what left for others */
  arrived: number
  balance: number
  weighings: number
}

/** SQL: written out, so that a plan knows that they are ranges of an index. */
const MOVING_KINDS = sql.join(MOVING.map((kind) => sql.lit(kind)))

const GROWN = sql`sum(e.mass_delta)::float8 as mass, sum(e.deviation)::float8 as grown,
  coalesce(-sum(e.count_delta) filter (where e.kind = 'retreat'), 0)::float8 as dead,
  (count(distinct e.operation_id) filter (where e.kind = 'weighing'))::int as weighings`

/** In order of their days: put into it here, since a statement would sort all entries for that. */
async function readMoves({ tx, company }: Reader, asked: Asked): Promise<Moved[]> {
  const moves = await tx.rows<Moved>(sql`
    select s.subject, s.location, e.at::date as day, sum(e.count_delta)::float8 as count,
      ${asked.briefly ? sql`0 as mass, 0 as grown, 0 as dead, 0 as weighings` : GROWN},
      coalesce(sum(e.count_delta) filter (where e.kind = 'stocking'), 0)::float8 as stocked,
      coalesce(-sum(e.count_delta) filter (where e.kind = 'withdrawal'), 0)::float8 as lifted,
      coalesce(sum(e.count_delta) filter (where e.kind = 'transfer' and e.count_delta > 0), 0)::float8 as arrived,
      coalesce(sum(e.count_delta) filter (where e.kind = 'transfer'), 0)::float8 as balance
    from (${groupsOf(company.id, asked)}) s
    join fish_entries e on e.company_id = ${company.id} and e.group_id = s.id
      and e.at between ${asked.start}::timestamp and ${asked.end}::timestamp
      ${asked.briefly ? sql`and e.kind in (${MOVING_KINDS})` : sql``}
    group by 1, 2, 3`)
  return moves.sort((one, other) =>
    one.day === other.day ? one.location - other.location : one.day < other.day ? -1 : 1,
  )
}

interface Fed {
  subject: number
  day: string
  volume: number
}

function readFed({ tx, company }: Reader, asked: Asked): Promise<Fed[]> {
  const { by, ids, start, end } = asked
  const during = (table: string) => sql`${sql.ref(`${table}.company_id`)} = ${company.id}
    and ${sql.ref(`${table}.at`)} between ${start}::timestamp and ${end}::timestamp`
  if (by === 'cage')
    return tx.rows(sql`
      select o.cage_id as subject, o.at::date as day, sum(o.volume)::float8 as volume from operations o
      where o.kind = 'feeding' and ${during('o')} and ${among('o.cage_id', ids)} group by 1, 2`)
  const parts = shares({
    company: company.id,
    x: (at) => sql`${sql.ref(at)}::date`,
    where: (table) => sql`${during(table)}
      and ${sql.ref(`${table}.cage_id`)} in (select cage_id from (${groupsOf(company.id, asked)}) swam)`,
  })
  return tx.rows(sql`
    select generation_id as subject, x as day, sum(volume)::float8 as volume from (${parts}) s
    where generation_id = any(${[...ids]}::int[]) group by 1, 2`)
}

/** Where the fish of a subject are, module by module, as the days go by. */
type Places = Map<number, number>

function waterOf({ by }: Asked, subject: number, day: string, places: Places, water: Water): number {
  const of = by === 'cage' ? () => water.on(subject, day) : (location: number) => water.inModule(location, day)
  let [sum, count] = [0, 0]
  for (const [location, fish] of places) {
    sum += fish * of(location)
    count += fish
  }
  return count > 0 ? sum / count / 1_000_000 : 0
}

/** What a day brought to a subject in all modules together. */
function dayOfMoves({ by }: Asked, moves: readonly Moved[]) {
  const total = (key: Exclude<keyof Moved, 'day'>) => moves.reduce((sum, move) => sum + move[key], 0)
  // fish that changed cages came from outside of a cage, not of a generation
  const [arrived, balance] = [total('arrived'), total('balance')]
  const moved =
    by === 'cage'
      ? { came: arrived, left: arrived - balance }
      : { came: Math.max(0, balance), left: Math.max(0, -balance) }
  return {
    count: total('count'),
    mass: total('mass'),
    grown: total('grown'),
    dead: total('dead'),
    came: total('stocked') + moved.came,
    left: total('lifted') + moved.left,
    stocked: total('stocked'),
    weighings: total('weighings'),
  }
}

interface Read {
  before: readonly Before[]
  moves: readonly Moved[]
  fed: readonly Fed[]
}

/** Day after day from the first with fish to the last: of a day without entries nothing changed. */
function daysOf(asked: Asked, subject: number, { before, moves, fed }: Read, water: Water): SubjectDays {
  const places: Places = new Map(before.map(({ location, count }) => [location, count]))
  const held = before.reduce((sum, { count }) => sum + count, 0)
  let [count, mass] = [held, before.reduce((sum, row) => sum + row.mass, 0)]
  const byDay = groupBy(moves, ({ day }) => day)
  const feed = new Map(fed.map(({ day, volume }) => [day, volume]))
  const first = held > 0 ? dayOf(asked.start) : moves[0]?.day
  const days: CourseDay[] = []
  for (let day = first ?? '9999'; day <= dayOf(asked.end); day = addDays(day, 1)) {
    const today = byDay.get(day) ?? []
    if (count === 0 && today.length === 0) continue
    const told = dayOfMoves(asked, today)
    const warmth = waterOf(asked, subject, day, places, water)
    const stocked = count === 0 && told.stocked > 0
    for (const move of today) places.set(move.location, (places.get(move.location) ?? 0) + move.count)
    count += told.count
    mass += told.mass
    days.push({ ...told, day, count, mass, stocked, fed: feed.get(day) ?? 0, water: warmth })
  }
  return { held, days }
}

/** Breathes between subjects: a generation in a hundred cages has many rows. */
const pause = () => new Promise((resolve) => void setImmediate(resolve))

/** Subject → its days; of one that had no fish none. Four statements for any number of them. */
export async function readCourses(reader: Reader, asked: Asked): Promise<Map<number, SubjectDays>> {
  const { tx, company } = reader
  const [before, moves, fed, cages] = await Promise.all([
    readBefore(reader, asked),
    readMoves(reader, asked),
    asked.briefly ? [] : readFed(reader, asked),
    tx.rows<{ id: number }>(sql`select distinct cage_id as id from (${groupsOf(company.id, asked)}) s`),
  ])
  const [from, until] = [dayOf(asked.start), addDays(dayOf(asked.end), 1)]
  const { settings } = company
  const water = await readWater(
    tx,
    company.id,
    cages.map(({ id }) => id),
    { from, until, settings },
  )
  const [befores, moved, feeds] = [before, moves, fed].map((rows: readonly { subject: number }[]) =>
    groupBy(rows, ({ subject }) => subject),
  ) as [Map<number, Before[]>, Map<number, Moved[]>, Map<number, Fed[]>]
  const courses = new Map<number, SubjectDays>()
  for (const id of asked.ids) {
    const read = { before: befores.get(id) ?? [], moves: moved.get(id) ?? [], fed: feeds.get(id) ?? [] }
    courses.set(id, daysOf(asked, id, read, water))
    await pause()
  }
  return courses
}

export const lengthOf = ({ start, end }: Pick<Asked, 'start' | 'end'>): number =>
  daysBetween(dayOf(start), dayOf(end)) + 1
