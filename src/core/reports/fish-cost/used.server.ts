/**
 * What cages were given and what the ledger booked to groups: numbers instead of rows, since a farm does both very
 * often, and each is looked at once and forgotten.
 */
import { sql } from 'kysely'
import type { Context } from '../../../server/http/route'
import { numberColumns, type NumbersOf, readNumbers } from '../../../server/db/read-numbers'
import type { Booked, Used } from '../../../shared/fish-cost/walk'
import type { Span } from './spans.server'

type Reader = Pick<Context, 'tx'> & { company: { id: number } }

/** From the first day on: small numbers are told and read sooner. */
const minuteOf = ({ first }: Span) => sql<number>`(date_part('epoch', at - ${first}::timestamp) / 60)::int`

const during = ({ company }: Reader, { first, until }: Span) => sql`
  company_id = ${company.id} and at >= ${first}::timestamp and at < ${until}::timestamp`

/** In the order of the ledger, as often as it is gone through. */
const inOrder = <T>(steps: () => Generator<T>): Iterable<T> => ({ [Symbol.iterator]: steps })

const usedColumns = (span: Span) =>
  numberColumns({
    minute: minuteOf(span),
    operation: sql<number>`id`,
    cage: sql<number>`cage_id`,
    good: sql<number>`good_id`,
    amount: sql<number>`volume`,
  })

function* usesOf(part: Used['part'], numbers: NumbersOf<ReturnType<typeof usedColumns>>): Generator<Used> {
  const { minute, operation, cage, good, amount } = numbers
  for (let row = 0; row < minute.length; row++)
    yield {
      minute: minute[row]!,
      operation: operation[row]!,
      part,
      cage: cage[row]!,
      good: good[row]!,
      amount: amount[row]!,
    }
}

const isBefore = (one: Used, other: Used) =>
  one.minute === other.minute ? one.operation < other.operation : one.minute < other.minute

function* merged(many: Iterable<Used>, few: Generator<Used>): Generator<Used> {
  let next = few.next()
  for (const use of many) {
    for (; !next.done && isBefore(next.value, use); next = few.next()) yield next.value
    yield use
  }
  for (; !next.done; next = few.next()) yield next.value
}

/** Feed and medicine of a stretch, in order of instant and operation: those of one kind come in it from an index. */
export async function readUsed(reader: Reader, span: Span): Promise<Iterable<Used>> {
  const columns = usedColumns(span)
  const given = (kind: string) =>
    readNumbers(
      reader.tx,
      columns,
      sql`(
        select at, id, cage_id, good_id, volume from operations
        where ${during(reader, span)} and kind = ${kind} and volume > 0 order by at, id) u`,
    )
  const [feedings, treatments] = await Promise.all([given('feeding'), given('treatment')])
  return inOrder(() => merged(usesOf('feed', feedings), usesOf('medicine', treatments)))
}

/** Their places are what is read of them. */
const KINDS = [
  ...['stocking', 'transfer', 'withdrawal', 'retreat', 'correction', 'close_out', 'category_change'],
  ...['feeding', 'weighing'],
]

const bookedColumns = (span: Span) =>
  numberColumns({
    minute: minuteOf(span),
    operation: sql<number>`operation_id`,
    kind: sql<number>`array_position(${KINDS}::text[], kind)`,
    group: sql<number>`group_id`,
    count: sql<number>`count_delta`,
    mass: sql<number>`mass_delta`,
    deviation: sql<number>`deviation`,
  })

function* entriesOf(numbers: NumbersOf<ReturnType<typeof bookedColumns>>): Generator<Booked> {
  const { minute, operation, kind, group, count, mass, deviation } = numbers
  for (let row = 0; row < minute.length; row++)
    yield {
      minute: minute[row]!,
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
    bookedColumns(span),
    sql`(
      select at, operation_id, kind, group_id, count_delta, mass_delta, deviation from fish_entries
      where ${during(reader, span)} and kind in (${sql.join(KINDS.map((kind) => sql.lit(kind)))})
      order by at, operation_id) e`,
  )
  return inOrder(() => entriesOf(numbers))
}
