/** The daily losses of cages, each stay of fish apart, beside what is usual there. */
import { sql } from 'kysely'
import { addDays, dayOf, daysBetween } from '../../../shared/dates'
import {
  type ControlDay,
  controlOf,
  type MortalityDay,
  type MortalityLimits,
} from '../../../shared/fish/mortality-cusum'
import { among } from '../../../core/documents/engine/journal-where.server'
import { numberColumns, type NumbersOf, type TextsOf } from '../../../server/db/read-numbers'
import type { Context } from '../../../server/http/route'

/** The baseline of the first day, and what an outbreak before it leaves of the sum, begin so many days earlier. */
const WARM_UP = 45

/** Kinds that change how many fish a cage has; a change of category does not. */
const COUNTING = ['stocking', 'transfer', 'withdrawal', 'retreat', 'correction', 'close_out']

/** Of records in any order: days since the first, pieces more or less, 1 for those that died. */
const recordsOf = (first: string) =>
  numberColumns({
    days: sql<number>`e.at::date - ${first}::date`,
    moved: sql<number>`e.count_delta`,
    died: sql<number>`(e.kind = 'retreat')::int`,
  })
type Records = ReturnType<typeof recordsOf>

interface Read extends NumbersOf<Records> {
  cage: number
  /** pieces before the first day */
  held: number
}

type Reader = Pick<Context, 'tx'> & { company: { id: number } }

/** One range of an index; a cage is a row, whose records are parsed at once. */
async function readLosses({ tx, company }: Reader, cages: readonly number[] | null, first: string, until: string) {
  const { all, read } = recordsOf(first)
  const begin = sql`${`${first}T00:00`}::timestamp`
  const within = (column: string) => (cages ? sql`and ${among(column, cages)}` : sql``)
  const rows = await tx.rows<TextsOf<Records> & { cage: number; held: number }>(sql`
    with told as (
      select e.cage_id, ${all}
      from fish_entries e
      where e.company_id = ${company.id} and e.kind = any(${COUNTING}::text[]) and e.at >= ${begin}
        and e.at < ${`${until}T00:00`}::timestamp ${within('e.cage_id')}
      group by 1
    ), before as (
      select g.cage_id, sum(e.count_after)::float8 as held from fish_groups g
      cross join lateral (
        select count_after from fish_entries where company_id = ${company.id} and group_id = g.id and at < ${begin}
        order by at desc, operation_id desc limit 1) e
      where g.company_id = ${company.id} and g.first_at < ${begin} and (g.closed_at is null or g.closed_at >= ${begin})
        ${within('g.cage_id')}
      group by 1
    )
    select coalesce(b.cage_id, t.cage_id) as cage, coalesce(b.held, 0) as held, t.days, t.moved, t.died
    from before b full join told t on t.cage_id = b.cage_id order by 1`)
  return rows.map(({ cage, held, ...texts }): Read => ({ cage, held, ...read(texts) }))
}

/** Of each day the pieces that died, and those more or less. */
function byDay({ days, moved, died }: Read, length: number) {
  const sums = { dead: new Float64Array(length), moved: new Float64Array(length) }
  for (const [index, day] of days.entries()) {
    const pieces = moved[index]!
    sums.moved[day]! += pieces
    if (died[index] === 1) sums.dead[day]! -= pieces
  }
  return sums
}

/** Days on which the cage had fish, without gaps; each stay begins a list of its own. */
function staysOf(read: Read, names: readonly string[]): MortalityDay[][] {
  const sums = byDay(read, names.length)
  const stays: MortalityDay[][] = []
  let count = read.held
  let stay: MortalityDay[] = []
  for (const [index, day] of names.entries()) {
    const [dead, moved] = [sums.dead[index]!, sums.moved[index]!]
    // fish may die on the day they came to an empty cage
    if (count > 0 || dead > 0) stay.push({ day, dead, count: count > 0 ? count : moved + dead })
    count += moved
    if (count > 0 || stay.length === 0) continue
    stays.push(stay)
    stay = []
  }
  return stay.length > 0 ? [...stays, stay] : stays
}

/** So many cages are gone through at once, before others have their turn. */
const CAGES_AT_ONCE = 25
const pause = () => new Promise((resolve) => void setImmediate(resolve))

/** What is made of the stays of each cage on these days; a cage of which it makes nothing is left out. */
async function ofCages<D>(
  reader: Reader,
  cages: readonly number[] | null,
  [first, last]: readonly [string, string],
  make: (stays: MortalityDay[][]) => D[],
): Promise<{ cage: number; days: D[] }[]> {
  const rows = await readLosses(reader, cages, first, addDays(last, 1))
  const names = Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => addDays(first, index))
  const found: { cage: number; days: D[] }[] = []
  for (const [index, row] of rows.entries()) {
    if (index % CAGES_AT_ONCE === CAGES_AT_ONCE - 1) await pause()
    const days = make(staysOf(row, names))
    if (days.length > 0) found.push({ cage: row.cage, days })
  }
  return found
}

interface Period {
  start: string
  end: string
}

export interface CageControl {
  cage: number
  /** those of the period on which it had fish */
  days: ControlDay[]
}

/** Of each cage that had fish in a period of days 'YYYY-MM-DD', both included. `cages` null for all. */
export function controlledCages(
  reader: Reader,
  cages: readonly number[] | null,
  { start, end }: Period,
  limits?: MortalityLimits,
): Promise<CageControl[]> {
  const from = dayOf(start)
  return ofCages(reader, cages, [addDays(from, -WARM_UP), dayOf(end)], (stays) =>
    stays.flatMap((stay) => controlOf(stay, limits)).filter(({ day }) => day >= from),
  )
}

/** The days of each cage on which fish died, without what is usual there. */
export const lossDays = (reader: Reader, cages: readonly number[] | null, { start, end }: Period) =>
  ofCages(reader, cages, [dayOf(start), dayOf(end)], (stays) => stays.flat().filter(({ dead }) => dead > 0))
