/**
 * What cages were given and what the ledger booked to groups: numbers instead of rows, since a farm does both very
 * often, and each is looked at once and forgotten.
 */
import { sql } from 'kysely'
import type { Context } from '../../../server/http/route'
import { readNumbers } from '../../../server/db/read-numbers'
import { openInstants } from '../../../shared/alarms/moments'
import type { Booked, Used } from '../../../shared/fish-cost/walk'
import type { Span } from './spans.server'

type Reader = Pick<Context, 'tx'> & { company: { id: number } }

const MINUTE = sql`date_part('epoch', at)::bigint / 60`

const during = ({ company }: Reader, { first, until }: Span) => sql`
  company_id = ${company.id} and at >= ${first}::timestamp and at < ${until}::timestamp`

/** In the order of the ledger, as often as it is gone through. */
const inOrder = <T>(steps: () => Generator<T>): Iterable<T> => ({ [Symbol.iterator]: steps })

function* usesOf(numbers: readonly number[]): Generator<Used> {
  const clock = openInstants()
  for (let place = 0; place < numbers.length; place += 6)
    yield {
      at: clock(numbers[place]!),
      operation: numbers[place + 1]!,
      cage: numbers[place + 2]!,
      good: numbers[place + 3]!,
      amount: numbers[place + 4]!,
      part: numbers[place + 5] === 1 ? 'feed' : 'medicine',
    }
}

/** Feed and medicine of a stretch, in order of instant and operation. */
export async function readUsed(reader: Reader, span: Span): Promise<Iterable<Used>> {
  const given = (kind: string, feed: number) => sql`
    select at, id, cage_id, good_id, volume, ${feed}::int as feed from operations
    where ${during(reader, span)} and kind = ${kind} and volume > 0`
  const numbers = await readNumbers(
    reader.tx,
    [MINUTE, sql`id`, sql`cage_id`, sql`good_id`, sql`volume`, sql`feed`],
    sql`(${given('feeding', 1)} union all ${given('treatment', 0)} order by at, id) u`,
  )
  return inOrder(() => usesOf(numbers))
}

/** Their places are what is read of them. */
const KINDS = [
  ...['stocking', 'transfer', 'withdrawal', 'retreat', 'correction', 'close_out', 'category_change'],
  ...['feeding', 'weighing'],
]

function* entriesOf(numbers: readonly number[]): Generator<Booked> {
  const clock = openInstants()
  for (let place = 0; place < numbers.length; place += 7)
    yield {
      at: clock(numbers[place]!),
      operation: numbers[place + 1]!,
      kind: KINDS[numbers[place + 2]! - 1]!,
      group: numbers[place + 3]!,
      count: numbers[place + 4]!,
      mass: numbers[place + 5]!,
      deviation: numbers[place + 6]!,
    }
}

/** Out of an index that holds all of it. */
export async function readBooked(reader: Reader, span: Span): Promise<Iterable<Booked>> {
  const numbers = await readNumbers(
    reader.tx,
    [
      ...[MINUTE, sql`operation_id`, sql`array_position(${KINDS}::text[], kind)`, sql`group_id`],
      ...[sql`count_delta`, sql`mass_delta`, sql`deviation`],
    ],
    sql`(
      select at, operation_id, kind, group_id, count_delta, mass_delta, deviation from fish_entries
      where ${during(reader, span)} and kind in (${sql.join(KINDS.map((kind) => sql.lit(kind)))})
      order by at, operation_id) e`,
  )
  return inOrder(() => entriesOf(numbers))
}
