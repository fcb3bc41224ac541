/** Which fish were treated, wherever they were moved since: exact for each group, read from the ledger's entries. */
import { sql } from 'kysely'
import { dayOf } from '../../../shared/dates'
import type { Tx } from '../../../server/db/client'
import { order, type Position } from '../../../server/db/ledger/entries'

export interface Treatment extends Position {
  cage: number
  good: number
}

/** The cage in which fish were from a day on. */
export interface Stay {
  cage: number
  from: string
}

/** A group with fish of a treatment, from a moment on. */
export interface TreatedGroup {
  treatment: Treatment
  group: number
  cage: number
  generation: number
  category: number
  since: Position
  /** when the last of its fish left; null while it has some */
  until: Position | null
  /** where its fish have been since the treatment, in order */
  stays: Stay[]
}

interface GroupRef {
  place: number
  group: number
  cage: number
  generation: number
  category: number
}

const REF = sql`g.id as "group", g.cage_id as cage, g.generation_id as generation, g.age_category_id as category`

const positions = (places: readonly Position[]) =>
  sql`${places.map(({ at }) => at)}::timestamp[], ${places.map(({ id }) => id)}::bigint[]`

/** The groups that had fish in the cage of each treatment. */
const groupsTreated = (tx: Tx, company: number, treatments: readonly Treatment[]) =>
  tx.rows<GroupRef>(sql`
    select p.place::int, ${REF}
    from unnest(${treatments.map(({ cage }) => cage)}::int[], ${positions(treatments)})
      with ordinality as p (cage, at, id, place)
    join fish_groups g on g.company_id = ${company} and g.cage_id = p.cage
    cross join lateral (
      select count_after from fish_entries
      where company_id = ${company} and group_id = g.id and (at, operation_id) < (p.at, p.id)
      order by at desc, operation_id desc limit 1
    ) e
    where e.count_after > 0`)

interface Flow extends GroupRef {
  at: string
  id: number
}

interface End {
  place: number
  at: string
  id: number
}

/** When each group was emptied first after a moment. */
const endsOf = (tx: Tx, company: number, groups: readonly TreatedGroup[]) =>
  tx.rows<End>(sql`
    select p.place::int, e.at, e.operation_id as id
    from unnest(${groups.map(({ group }) => group)}::int[], ${positions(groups.map(({ since }) => since))})
      with ordinality as p (grp, at, id, place)
    cross join lateral (
      select at, operation_id from fish_entries
      where company_id = ${company} and group_id = p.grp and (at, operation_id) > (p.at, p.id) and count_after = 0
      order by at, operation_id limit 1
    ) e`)

/** The groups that fish came to out of each group while it had the treated ones: transfers, changes of category. */
const flowsOf = (tx: Tx, company: number, groups: readonly TreatedGroup[], before: string) =>
  tx.rows<Flow>(sql`
    select p.place::int, ${REF}, e.at, e.operation_id as id
    from unnest(${groups.map(({ group }) => group)}::int[], ${positions(groups.map(({ since }) => since))},
      ${groups.map(({ until }) => until?.at ?? before)}::timestamp[],
      ${groups.map(({ until }) => until?.id ?? Number.MAX_SAFE_INTEGER)}::bigint[])
      with ordinality as p (grp, at, id, end_at, end_id, place)
    join fish_entries e on e.company_id = ${company} and e.group_id = p.grp and (e.at, e.operation_id) > (p.at, p.id)
      and (e.at, e.operation_id) <= (p.end_at, p.end_id) and e.at <= ${before}::timestamp and e.count_delta < 0
    join fish_entries t on t.company_id = ${company} and t.operation_id = e.operation_id and t.group_id <> e.group_id
      and t.count_delta > 0
    join fish_groups g on g.company_id = ${company} and g.id = t.group_id
    order by e.at, e.operation_id`)

const keyOf = ({ treatment, group }: TreatedGroup) => `${treatment.id}|${group}`

type Known = Map<string, TreatedGroup[]>

/** Fish of the same treatment that come to a group that has some of them change nothing. */
const isNews = (known: Known, one: TreatedGroup): boolean =>
  !(known.get(keyOf(one)) ?? []).some(
    ({ since, until }) => order(since, one.since) <= 0 && (!until || order(one.since, until) < 0),
  )

/** The first arrival in each group: whether the next one is news is seen when it is known how long the fish stayed. */
function firstOfEach(arrivals: readonly TreatedGroup[]): TreatedGroup[] {
  const first = new Map<string, TreatedGroup>()
  for (const one of arrivals) {
    const other = first.get(keyOf(one))
    if (!other || order(one.since, other.since) < 0) first.set(keyOf(one), one)
  }
  return [...first.values()]
}

const begun = (treatment: Treatment, { group, cage, generation, category }: GroupRef): TreatedGroup => ({
  treatment,
  group,
  cage,
  generation,
  category,
  since: { at: treatment.at, id: treatment.id },
  until: null,
  stays: [{ cage, from: dayOf(treatment.at) }],
})

const moved = (from: TreatedGroup, flow: Flow): TreatedGroup => ({
  ...begun(from.treatment, flow),
  since: { at: flow.at, id: flow.id },
  stays: [...from.stays, { cage: flow.cage, from: dayOf(flow.at) }],
})

/** Every group that has, or had, fish of these treatments up to an instant. Two statements for each step of moves. */
export async function treatedGroups(
  tx: Tx,
  company: number,
  treatments: readonly Treatment[],
  before: string,
): Promise<TreatedGroup[]> {
  if (treatments.length === 0) return []
  const known: Known = new Map()
  const refs = await groupsTreated(tx, company, treatments)
  let waiting = refs.map((ref) => begun(treatments[ref.place - 1]!, ref))
  while (waiting.length > 0) {
    const step = firstOfEach(waiting)
    for (const { place, at, id } of await endsOf(tx, company, step))
      if (at <= before) step[place - 1]!.until = { at, id }
    for (const one of step) known.set(keyOf(one), [...(known.get(keyOf(one)) ?? []), one])
    const flows = await flowsOf(tx, company, step, before)
    const arrived = flows.map((flow) => moved(step[flow.place - 1]!, flow))
    waiting = [...waiting, ...arrived].filter((one) => isNews(known, one))
  }
  return [...known.values()].flat()
}
