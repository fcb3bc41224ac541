/** The cells of an .xlsx file, read in a thread: whatever is in it, requests meanwhile stay fast. */
import { join } from 'node:path'
import { projectRoot } from '../base/project-root'
import { inThread } from './thread'

/** A date is 'YYYY-MM-DDTHH:mm', a time of day 'HH:mm'. */
export type Cell = string | number | boolean | null

/** By its name and by how it begins: an old .xls, one with macros (.xlsm), a picture or a text is none. */
export const isWorkbook = ({ name, bytes }: { name: string; bytes: Uint8Array }): boolean =>
  /\.xlsx$/i.test(name) && bytes[0] === 0x50 && bytes[1] === 0x4b

const PROGRAM = join(projectRoot, 'src', 'server', 'sheets', 'sheet-worker.mjs')

/** The first `most` rows of the first sheet, for a farm. Throws for anything but a sound workbook without formulas and macros. */
export function readSheet(farm: number, bytes: Buffer, most: number): Promise<Cell[][]> {
  const rows: Cell[][] = []
  return inThread<Cell[][]>(farm, PROGRAM, { workerData: { bytes, most } }, (batch, done) => {
    if (batch === 'end') done(rows)
    else rows.push(...(batch as Cell[][]))
  })
}
