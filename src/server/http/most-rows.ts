/** How many rows a list without `page` answers. */
import { fieldErrors } from '../errors'
import type { Context } from './route'

const MAX_ROWS = 10_000

/** To read, so that it shows whether there are more. */
export const UNPAGED = MAX_ROWS + 1

/** The rows that are answered; a header says that there are more. */
export function cut<T>(rows: T[], { reply }: Pick<Context, 'reply'>): T[] {
  if (rows.length < UNPAGED) return rows
  reply.header('x-truncated', 'true')
  return rows.slice(0, MAX_ROWS)
}

/** The rows of a period whose sums stand under them: with some of them left out these would be wrong. */
export function complete<T>(rows: T[]): T[] {
  if (rows.length < UNPAGED) return rows
  throw fieldErrors({ start: 'За этот период больше 10 000 строк: выберите период короче' })
}
