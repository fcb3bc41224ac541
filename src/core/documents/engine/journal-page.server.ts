/** A page of a journal. Its ids come first, by an index that gives them in order: a year has a thousand pages. */
import { type RawBuilder, sql } from 'kysely'
import { limitOf } from '../../../server/http/max-rows'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import type { KindServer } from './document.server'
import { joinsOfOrder, orderOf } from './journal-row.server'
import { derivedOf, isUnfiltered, type JournalInput, operationsOf, within } from './journal-where.server'
import { isOfCages } from './kind-rules.contract'
import type { Sums } from './month-sums.server'
import type { JournalRow } from './row-parts.server'

interface Asked {
  context: Context
  kind: KindServer
  input: JournalInput
  cages: number[] | null
  /** one of the columns with its direction, or `-datetime` */
  sort: string
}

const TIME = 'datetime'
const nameOf = (sort: string) => sort.replace(/^-/, '')
const directionOf = (sort: string) => sql.raw(sort.startsWith('-') ? 'desc' : 'asc')

/** Sorted by one of its columns, or by time. */
function sortOfOwn({ contract }: KindServer, { sort }: JournalInput): string {
  const asked = sort || `-${TIME}`
  const own = contract.columns.some(({ key }) => key === nameOf(asked))
  return own ? asked : `${asked.startsWith('-') ? '-' : ''}${TIME}`
}

const orderOfRows = ({ context, kind, sort }: Asked) =>
  orderOf(kind.reads, sort, scope(context.user).stocks('o.stock_id'))

const pickPlainly = (asked: Asked, picked = sql`o.id`) => {
  const { context, kind, input, cages, sort } = asked
  return sql`
    select ${picked} from ${operationsOf(kind, context, input, cages)} ${joinsOfOrder(kind.reads, sort, input)}
    where ${within(context, kind, input, cages)} order by ${orderOfRows(asked)} ${limitOf(input)}`
}

/** Columns with an index of those operations of a kind that have a value. */
const INDEXED = ['count', 'volume']
/** From so many rows on it takes longer to sort them than to go through the index of all years. */
const VERY_MANY = 20_000
/** So far an index is gone through: where most rows have the same value, those of one year may all come last. */
const MOST_OF_INDEX = 100_000

const isIndexed = ({ context, kind, input, cages, sort }: Asked) =>
  cages === null &&
  INDEXED.includes(nameOf(sort)) &&
  isOfCages(kind.contract) &&
  isUnfiltered(kind, context, input, cages)

/**
 * Goes through the index of a column in its order. The period is asked outside, or else the planner would rather sort
 * than trust that enough of them are in it.
 */
function pickByColumn({ context, kind, input, sort }: Asked) {
  const [column, direction] = [sql.ref(`o.${nameOf(sort)}`), directionOf(sort)]
  return sql`select id from (
      select o.id, o.at from operations o
      where o.company_id = ${context.company.id} and o.kind = ${kind.contract.kind} and ${column} is not null
      order by ${column} ${direction}, o.at ${direction}, o.id ${direction} limit ${sql.lit(MOST_OF_INDEX)}) sorted
    where at between ${input.start}::timestamp and ${input.end}::timestamp ${limitOf(input)}`
}

/** Deeper pages would be looked for in too many cages. */
const FAR = 2_000

const isOfSeveralCages = ({ kind, input, cages, sort }: Asked) =>
  cages !== null &&
  cages.length > 1 &&
  !kind.reads.includes('target') &&
  nameOf(sort) === TIME &&
  (input.page ?? Infinity) * input.per_page <= FAR

/** Puts together the first rows of each cage, for which there is an index. */
function pickByCage({ context, kind, input, cages, sort }: Asked) {
  const direction = directionOf(sort)
  return sql`select o.id from unnest(${cages}::int[]) as cage (id)
    cross join lateral (
      select o.id, o.at from operations o
      where ${within(context, kind, input, null)} and o.cage_id = cage.id
      order by o.at ${direction}, o.id ${direction} limit ${input.page! * input.per_page}) o
    order by o.at ${direction}, o.id ${direction} ${limitOf(input)}`
}

const rowsOf = (asked: Asked, picked: RawBuilder<unknown>) =>
  asked.context.tx.rows<JournalRow>(sql`
    select ${asked.kind.source.columns} from (${picked}) picked
    join operations o on o.company_id = ${asked.context.company.id} and o.id = picked.id ${asked.kind.source.joins}
    order by ${orderOfRows(asked)}`)

/** Picked whole: what a kind derives would be made once more for each id. */
const rowsWithDerived = (asked: Asked) =>
  asked.context.tx.rows<JournalRow>(sql`
    select ${asked.kind.source.columns} from (${pickPlainly(asked, sql`o.*`)}) o ${asked.kind.source.joins}
    order by ${orderOfRows(asked)}`)

/** `summed` tells how many rows there are; null for a list without pages. */
export async function readPage(
  context: Context,
  kind: KindServer,
  input: JournalInput,
  cages: number[] | null,
  summed: Promise<Sums> | null,
): Promise<JournalRow[]> {
  const asked: Asked = { context, kind, input, cages, sort: sortOfOwn(kind, input) }
  if (derivedOf(kind, context, input, cages)) return rowsWithDerived(asked)
  if (isOfSeveralCages(asked)) return rowsOf(asked, pickByCage(asked))
  if (summed && isIndexed(asked) && (await summed).total > VERY_MANY) {
    const rows = await rowsOf(asked, pickByColumn(asked))
    // those without a value come last, and are not in the index; others may stand too far in it
    if (rows.length === input.per_page) return rows
  }
  return rowsOf(asked, pickPlainly(asked))
}
