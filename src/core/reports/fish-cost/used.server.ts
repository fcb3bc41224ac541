/**
 * What cages were given and what the ledger booked to groups: numbers instead of rows, since a farm does both very
 * often, and each is looked at once and forgotten.
 */
import { sql } from 'kysely'
import type { Context } from '../../../server/http/route'
import { numberColumns, readNumbers } from '../../../server/db/read-numbers'
import { openInstants } from '../../../shared/alarms/moments'
import type { Booked, Used } from '../../../shared/fish-cost/walk'
import type { Span } from './spans.server'

type Reader = Pick<Context, 'tx'> & { company: { id: number } }

const MINUTE = sql`date_part('epoch', at)::bigint / 60`

const during = ({ company }: Reader, { first, until }: Span) => sql`
  company_id = ${company.id} and at >= ${first}::timestamp and at < ${until}::timestamp`

/** In the order of the ledger, as often as it is gone through. */
const inOrder = <T>(steps: () => Generator<T>): Iterable<T> => ({ [Symbol.iterator]: steps })

const USED = numberColumns({
  minute: MINUTE,
  operation: sql`id`,
  cage: sql`cage_id`,
  good: sql`good_id`,
  amount: sql`volume`,
  isFeed: sql`feed`,
})

function* usesOf(numbers: readonly number[]): Generator<Used> {
  const clock = openInstants()
  const { minute, operation, cage, good, amount, isFeed } = USED.places
  for (let row = 0; row < numbers.length; row += USED.width)
    yield {
      at: clock(numbers[row + minute]!),
      operation: numbers[row + operation]!,
      cage: numbers[row + cage]!,
      good: numbers[row + good]!,
      amount: numbers[row + amount]!,
      part: numbers[row + isFeed] === 1 ? 'feed' : 'medicine',
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
  operation: sql`operation_id`,
  kind: sql`array_position(${KINDS}::text[], kind)`,
  group: sql`group_id`,
  count: sql`count_delta`,
  mass: sql`mass_delta`,
  deviation: sql`deviation`,
})

function* entriesOf(numbers: readonly number[]): Generator<Booked> {
  const clock = openInstants()
  const { minute, operation, kind, group, count, mass, deviation } = BOOKED.places
  for (let row = 0; row < numbers.length; row += BOOKED.width)
    yield {
      at: clock(numbers[row + minute]!),
      operation: numbers[row + operation]!,
      kind: KINDS[numbers[row + kind]! - 1]!,
      group: numbers[row + group]!,
      count: numbers[row + count]!,
      mass: numbers[row + mass]!,
      deviation: numbers[row + deviation]!,
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
