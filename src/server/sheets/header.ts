/** The row of a sheet that names its columns. */
import type { Cell } from './read-sheet'

const SEARCHED_ROWS = 20

/** The header's index among the first rows, found by a title that every such table has; null when there is none. */
export function findHeader(rows: readonly Cell[][], isNaming: (title: string) => boolean): number | null {
  const found = rows
    .slice(0, SEARCHED_ROWS)
    .findIndex((row) => row.some((cell) => typeof cell === 'string' && isNaming(cell)))
  return found < 0 ? null : found
}

/** The header's titles that are not empty, with their positions. */
export const titlesOf = (header: readonly Cell[]): { index: number; title: string }[] =>
  header.map((cell, index) => ({ index, title: String(cell ?? '').trim() })).filter(({ title }) => title !== '')
