/** Which calculation was in force in cages on days that are over: it changes with calculations, and with the fish. */
import { sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { addDays } from '../../../shared/dates'
import { type Assigned, assignedOn } from '../assigned.server'
import { type FeedingReader, turningDays } from '../day-terms.server'

interface Turn {
  cage: number
  day: string
}

/** Days on which fish came to a cage, and those after it was left: only calculations for categories ask for them. */
const livesOf = ({ tx, company }: FeedingReader, cages: readonly number[], first: string, last: string) =>
  tx.rows<Turn>(sql`
    select distinct g.cage_id as cage, t.day::date as day
    from fish_groups g
    cross join lateral (values (g.first_at::date), (g.closed_at::date + 1)) as t (day)
    where g.company_id = ${company.id} and g.cage_id = any(${[...cages]}::int[])
      and t.day > ${first}::date and t.day <= ${last}::date
      and exists (
        select from feed_calcs where company_id = ${company.id} and archived_at is null and age_category_ids <> '{}')`)

/** Cage → the days from which on what is in force may be another, ascending, each with what is. */
export type AssignedDays = ReadonlyMap<number, readonly { day: string; calc: Assigned | null }[]>

export async function assignedDays(
  reader: FeedingReader,
  cages: readonly number[],
  days: readonly string[],
): Promise<AssignedDays> {
  const [turns, lives] = await Promise.all([turningDays(reader, days), livesOf(reader, cages, days[0]!, days.at(-1)!)])
  const own = groupBy(lives, ({ cage }) => cage)
  const places = cages.flatMap((cage) =>
    [...new Set([...turns, ...(own.get(cage) ?? []).map(({ day }) => day)])].sort().map((day) => ({ cage, day })),
  )
  const found = await assignedOn(reader.tx, reader.company.id, places)
  const known = places.map(({ cage, day }, index) => ({ cage, day, calc: found[index] ?? null }))
  return groupBy(known, ({ cage }) => cage)
}

/** The days of each month, so that no more than a month of a farm is at hand at once. */
export function monthsOf(first: string, last: string): string[][] {
  const months: string[][] = []
  for (let day = first; day <= last; day = addDays(day, 1)) {
    if (months.length === 0 || day.endsWith('-01')) months.push([])
    months.at(-1)!.push(day)
  }
  return months
}
