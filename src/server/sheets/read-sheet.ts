/** Reads the cells of an .xlsx file in a thread, so that other requests stay fast whatever the file holds. */
import { inThread } from './thread'

/** A date is 'YYYY-MM-DDTHH:mm', a time of day 'HH:mm'. */
export type Cell = string | number | boolean | null

/** Judged by its name and its first bytes: an old .xls, one with macros (.xlsm), a picture or a text is no workbook. */
export const isWorkbook = ({ name, bytes }: { name: string; bytes: Uint8Array }): boolean =>
  /\.xlsx$/i.test(name) && bytes[0] === 0x50 && bytes[1] === 0x4b

/**
 * The first `most` rows of the first sheet, for a farm. Throws unless the file is a sound workbook without formulas and
 * macros.
 */
export const readSheet = (farm: number, bytes: Buffer, most: number): Promise<Cell[][]> =>
  inThread<Cell[][]>(farm, { file: 'read-rows.mjs', name: 'readRows' }, { bytes, most })
