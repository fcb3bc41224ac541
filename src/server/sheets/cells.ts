/** The meaning of cells and titles, however people type them. */
import type { Cell } from './read-sheet'

/** Normalises what people retype: case, ё, spaces and commas make no difference. */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s.,;:()°]+/g, ' ')
    .trim()

export const isEmpty = (cell: Cell | undefined): cell is null | undefined | '' =>
  cell === null || cell === undefined || (typeof cell === 'string' && !cell.trim())
