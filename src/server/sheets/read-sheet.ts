/** The cells of an .xlsx file, read in a thread: whatever is in it, requests meanwhile stay fast. */
import { inThread } from './thread'

/** A date is 'YYYY-MM-DDTHH:mm', a time of day 'HH:mm'. */
export type Cell = string | number | boolean | null

/** By its name and by how it begins: an old .xls, one with macros (.xlsm), a picture or a text is none. */
export const isWorkbook = ({ name, bytes }: { name: string; bytes: Uint8Array }): boolean =>
  /\.xlsx$/i.test(name) && bytes[0] === 0x50 && bytes[1] === 0x4b

/**
 * The first `most` rows of the first sheet, for a farm. Throws for anything but a sound workbook without formulas and
 * macros.
 */
export const readSheet = (farm: number, bytes: Buffer, most: number): Promise<Cell[][]> =>
  inThread<Cell[][]>(farm, { file: 'read-rows.mjs', name: 'readRows' }, { bytes, most })
