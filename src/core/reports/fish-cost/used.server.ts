/**
 * What cages were given and what the ledger booked to groups: numbers instead of rows, since a farm does both very
 * often, and each is looked at once and forgotten.
 */
import { sql } from 'kysely'
import type { Context } from '../../../server/http/route'
import { numberColumns, type NumbersOf, readNumbers } from '../../../server/db/read-numbers'
import { openInstants } from '../../../shared/alarms/moments'
import type { Booked, Used } from '../../../shared/fish-cost/walk'
import type { Span } from './spans.server'

type Reader = Pick<Context, 'tx'> & { company: { id: number } }

const MINUTE = sql<number>`date_part('epoch', at)::bigint / 60`

const during = ({ company }: Reader, { first, until }: Span) => sql`
  company_id = ${company.id} and at >= ${first}::timestamp and at < ${until}::timestamp`

/** In the order of the ledger, as often as it is gone through. */
const inOrder = <T>(steps: () => Generator<T>): Iterable<T> => ({ [Symbol.iterator]: steps })

const USED = numberColumns({
  minute: MINUTE,
  operation: sql<number>`id`,
  cage: sql<number>`cage_id`,
  good: sql<number>`good_id`,
  amount: sql<number>`volume`,
  isFeed: sql<number>`feed`,
})

function* usesOf({ minute, operation, cage, good, amount, isFeed }: NumbersOf<typeof USED>): Generator<Used> {
  const clock = openInstants()
  for (let row = 0; row < minute.length; row++)
    yield {
      at: clock(minute[row]!),
      operation: operation[row]!,
      cage: cage[row]!,
      good: good[row]!,
      amount: amount[row]!,
      part: isFeed[row] === 1 ? 'feed' : 'medicine',
    }
}

/** Feed and medicine of a stretch, in order of instant and operation. */
export async function readUsed(reader: Reader, span: Span): Promise<Iterable<Used>> {
  const given = (kind: string, feed: number) => sql`
    select at, id, cage_id, good_id, volume, ${feed}::int as feed from operations
    where ${during(reader, span)} and kind = ${kind} and volume > 0`
  const numbers = await readNumbers(
    reader.tx,
    USED,
    sql`(${given('feeding', 1)} union all ${given('treatment', 0)} order by at, id) u`,
  )
  return inOrder(() => usesOf(numbers))
}

/** Their places are what is read of them. */
const KINDS = [
  ...['stocking', 'transfer', 'withdrawal', 'retreat', 'correction', 'close_out', 'category_change'],
  ...['feeding', 'weighing'],
]

const BOOKED = numberColumns({
  minute: MINUTE,
  operation: sql<number>`operation_id`,
  kind: sql<number>`array_position(${KINDS}::text[], kind)`,
  group: sql<number>`group_id`,
  count: sql<number>`count_delta`,
  mass: sql<number>`mass_delta`,
  deviation: sql<number>`deviation`,
})

function* entriesOf(numbers: NumbersOf<typeof BOOKED>): Generator<Booked> {
  const clock = openInstants()
  const { minute, operation, kind, group, count, mass, deviation } = numbers
  for (let row = 0; row < minute.length; row++)
    yield {
      at: clock(minute[row]!),
      operation: operation[row]!,
      kind: KINDS[kind[row]! - 1]!,
      group: group[row]!,
      count: count[row]!,
      mass: mass[row]!,
      deviation: deviation[row]!,
    }
}

/** Out of an index that holds all of it. */
export async function readBooked(reader: Reader, span: Span): Promise<Iterable<Booked>> {
  const numbers = await readNumbers(
    reader.tx,
    BOOKED,
    sql`(
      select at, operation_id, kind, group_id, count_delta, mass_delta, deviation from fish_entries
      where ${during(reader, span)} and kind in (${sql.join(KINDS.map((kind) => sql.lit(kind)))})
      order by at, operation_id) e`,
  )
  return inOrder(() => entriesOf(numbers))
}
