/** When generations and cages were emptied, and what the ledger booked of their fish until then. */
import { sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { addDays, dayOf } from '../../../shared/dates'
import { type Whole, wholeOf } from '../../../shared/numbers'
import { among } from '../../../core/documents/engine/journal-where.server'
import { type AskedFact, factRows } from '../../../core/reports/facts/fact-rows.server'
import type { Context } from '../../../server/http/route'
import { readFlows as readFlowsOf } from '../consolidated/parts/flows.server'
import type { SubjectKind } from '../growth/courses.server'

type Reader = Pick<Context, 'tx' | 'company'>

/** The fish of a generation, or of one stay in a cage, from the first to the last. Instants. */
export interface Closed {
  subject: number
  since: string
  until: string
}

interface Life {
  subject: number
  open: boolean
  first_at: string
  closed_at: string | null
}

export interface Asked {
  by: SubjectKind
  /** of those alone; null for all */
  ids: readonly number[] | null
  /** those that may be seen; null for all */
  cages: readonly number[] | null
  start: string
  end: string
}

/** The groups of all that lost their last fish in the period; of a cage also of its other stays. */
function readLives({ tx, company }: Reader, { by, ids, cages, start, end }: Asked) {
  const subject = sql.ref(by === 'cage' ? 'cage_id' : 'generation_id')
  return tx.rows<Life>(sql`
    select ${subject} as subject, ${cages ? among('cage_id', cages) : sql`true`} as open, first_at, closed_at
    from fish_groups
    where company_id = ${company.id} and first_at is not null
      ${ids ? sql`and ${subject} = any(${[...ids]}::int[])` : sql``}
      and ${subject} in (
        select ${subject} from fish_groups
        where company_id = ${company.id} and closed_at between ${start}::timestamp and ${end}::timestamp)
    order by 1, first_at`)
}

/** Lives that overlap, or follow within a minute as by a change of category, are one stay; an open one has no end. */
function staysOf(lives: readonly Life[]): { since: string; until: string | null }[] {
  const stays: { since: string; until: string | null }[] = []
  for (const { first_at, closed_at } of lives) {
    const last = stays.at(-1)
    if (!last || (last.until !== null && last.until < first_at)) stays.push({ since: first_at, until: closed_at })
    else if (last.until !== null && (closed_at === null || closed_at > last.until)) last.until = closed_at
  }
  return stays
}

/** A generation is emptied when none of it is left anywhere; that it is, only those may know who see all its cages. */
function ofGeneration(lives: readonly Life[]) {
  if (lives.some(({ open, closed_at }) => !open || closed_at === null)) return []
  return [
    {
      since: lives[0]!.first_at,
      until: lives
        .map(({ closed_at }) => closed_at!)
        .sort()
        .at(-1)!,
    },
  ]
}

/** The latest first. */
export async function closedIn(reader: Reader, asked: Asked): Promise<Closed[]> {
  const lives = groupBy(await readLives(reader, asked), ({ subject }) => subject)
  const stays = [...lives].flatMap(([subject, own]) =>
    (asked.by === 'generation' ? ofGeneration(own) : own[0]!.open ? staysOf(own) : []).flatMap(({ since, until }) =>
      until !== null && until >= asked.start && until <= asked.end ? [{ subject, since, until }] : [],
    ),
  )
  return stays.sort((one, other) => (one.until < other.until ? 1 : -1))
}

export interface Flow {
  kind: string
  into: boolean
  sold: boolean
  /** whole pieces and milligrams; what left is negative */
  count: Whole
  moved: Whole
}

interface Time {
  since: string
  until: string
}

/** Whole months are kept: groups that were emptied have nothing outside of their time. */
function inMonths({ since, until }: Time): Time {
  const after = addDays(`${until.slice(0, 7)}-01`, 31).slice(0, 7)
  return { since: `${since.slice(0, 7)}-01T00:00`, until: `${addDays(`${after}-01`, -1)}T23:59` }
}

const factsOf = ({ company }: Reader, cages: readonly number[], { since, until }: Time): AskedFact => ({
  company: company.id,
  spans: [{ first: since, last: until, x: 1 }],
  of: () => sql`s.x`,
  within: (cage: string) => sql`and ${among(cage, cages)}`,
})

/** What brought or took fish of groups of these cages, withdrawals by reason; out of months that are kept, too. */
async function readMoved(reader: Reader, cages: readonly number[], time: Time) {
  const [moves, caught] = await Promise.all([
    readFlowsOf(reader, { start: time.since, end: time.until, cages }),
    factRows<{ group: number; reason: string; count: string; mass: string }>(reader, factsOf(reader, cages, time), {
      fact: 'caught',
      by: ['group_id', 'key'],
      select: sql`f.group_id as "group", f.key as reason, (-f.count)::text as count, (-f.mass)::text as mass`,
    }),
  ])
  return groupBy<Flow & { group: number }, number>(
    [
      ...moves.flatMap((flow) => (flow.kind === 'withdrawal' ? [] : [{ ...flow, sold: false }])),
      ...caught.map(({ group, reason, count, mass }) => ({
        ...{
          group,
          count: wholeOf(count),
          moved: wholeOf(mass),
          kind: 'withdrawal',
          into: false,
          sold: reason === 'sale',
        },
      })),
    ],
    ({ group }) => group,
  )
}

/** mg of feed that each group of these cages ate. */
async function readEaten(reader: Reader, cages: readonly number[], time: Time): Promise<Map<number, bigint>> {
  const rows = await factRows<{ group: number; volume: string }>(reader, factsOf(reader, cages, time), {
    fact: 'eaten',
    by: ['group_id'],
    select: sql`f.group_id as "group", f.mass::text as volume`,
  })
  const eaten = new Map<number, bigint>()
  for (const { group, volume } of rows) eaten.set(group, (eaten.get(group) ?? 0n) + BigInt(volume))
  return eaten
}

/** mg of feed that the cage of each was given on the days of its stay. */
async function readGiven({ tx, company }: Reader, closed: readonly Closed[]): Promise<Map<number, bigint>> {
  const rows = await tx.rows<{ place: number; volume: string }>(sql`
    select p.place::int, sum(o.volume)::text as volume
    from unnest(${closed.map(({ subject }) => subject)}::int[], ${closed.map(({ since }) => dayOf(since))}::timestamp[],
      ${closed.map(({ until }) => addDays(dayOf(until), 1))}::timestamp[])
      with ordinality as p (cage, since, until, place)
    join operations o on o.company_id = ${company.id} and o.kind = 'feeding' and o.cage_id = p.cage
      and o.at >= p.since and o.at < p.until
    group by 1`)
  return new Map(rows.map(({ place, volume }) => [place, BigInt(volume)]))
}

/** All that brought or took fish of a closed one, and mg of what these ate. */
export interface Booked {
  one: Closed
  flows: readonly Flow[]
  fed: bigint
}

/** In the order of those that were closed: of groups that lived within its time. */
export async function readBooked(reader: Reader, by: SubjectKind, closed: readonly Closed[]): Promise<Booked[]> {
  if (closed.length === 0) return []
  const { tx, company } = reader
  const groups = await tx.rows<{ place: number; group: number; cage: number }>(sql`
    select p.place::int, g.id as "group", g.cage_id as cage
    from unnest(${closed.map(({ subject }) => subject)}::int[], ${closed.map(({ since }) => since)}::timestamp[],
      ${closed.map(({ until }) => until)}::timestamp[]) with ordinality as p (subject, since, until, place)
    join fish_groups g on g.company_id = ${company.id} and ${sql.ref(by === 'cage' ? 'g.cage_id' : 'g.generation_id')}
      = p.subject and g.first_at >= p.since and g.closed_at <= p.until`)
  const since = closed.reduce((first, one) => (one.since < first ? one.since : first), closed[0]!.since)
  const until = closed.reduce((last, one) => (one.until > last ? one.until : last), closed[0]!.until)
  const [cages, time] = [[...new Set(groups.map(({ cage }) => cage))], inMonths({ since, until })]
  const [moved, eaten, given] = await Promise.all([
    readMoved(reader, cages, time),
    by === 'generation' ? readEaten(reader, cages, time) : null,
    by === 'cage' ? readGiven(reader, closed) : null,
  ])
  const byPlace = groupBy(groups, ({ place }) => place)
  return closed.map((one, index) => {
    const own = byPlace.get(index + 1) ?? []
    const ate = own.reduce((sum, { group }) => sum + (eaten?.get(group) ?? 0n), 0n)
    return { one, flows: own.flatMap(({ group }) => moved.get(group) ?? []), fed: given?.get(index + 1) ?? ate }
  })
}
