/** How many rows a list answers, and in which order. */
import { type RawBuilder, sql } from 'kysely'
import { fieldErrors } from '../errors'
import type { Context } from './route'

const MAX_ROWS = 10_000

/** To read, so that it shows whether there are more. */
export const UNPAGED = MAX_ROWS + 1

/** `limit … offset …`: the page that is asked for, or as many as a list without pages may have, and one more. */
export const limitOf = ({ page, per_page }: { page?: number; per_page: number }) =>
  page === undefined ? sql`limit ${UNPAGED} offset 0` : sql`limit ${per_page} offset ${(page - 1) * per_page}`

/** Column of a list → what it is sorted by. */
export type Sorts = ReadonlyMap<string, RawBuilder<unknown>[]>

/** What stands first behind `order by`, with its comma: a column, `-column` downwards; nothing of another word. */
export function orderBy(sorts: Sorts, sort: string): { first: RawBuilder<unknown>; direction: RawBuilder<unknown> } {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  const columns = sorts.get(sort.replace(/^-/, '')) ?? []
  const first = sql.join(
    columns.map((column) => sql`${column} ${direction} nulls last, `),
    sql``,
  )
  return { first, direction }
}

/** The rows that are answered; a header says that there are more. */
export function truncateRows<T>(rows: T[], { reply }: Pick<Context, 'reply'>): T[] {
  if (rows.length < UNPAGED) return rows
  reply.header('x-truncated', 'true')
  return rows.slice(0, MAX_ROWS)
}

const TOO_LONG = 'За этот период больше 10 000 строк: выберите период короче'

export const tooLong = () => fieldErrors({ start: TOO_LONG })

/** The rows of a period whose sums stand under them: with some of them left out these would be wrong. */
export function complete<T>(rows: T[]): T[] {
  if (rows.length < UNPAGED) return rows
  throw tooLong()
}
