/** Makes Excel files in a thread: packing a farm of 500 cages would delay all other answers. */
import type { SheetCell } from '../../shared/sheets/sheet'
import { flatSlowly } from '../base/breath'
import { inThread } from './thread'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface WorkbookSheet {
  /** name of the tab, made acceptable to Excel by `sheetNames` */
  sheet: string
  data: SheetCell[][]
  columns: { width: number }[]
  stickyRowsCount?: number
  /** what Excel's own filter covers: 'A3:H14' */
  filter?: string
}

/** Drops the cell's type, a constructor, which cannot be copied to a thread; the value tells it. */
const plain = ({ type: _, ...cell }: SheetCell) => cell

export async function writeWorkbook(farm: number, sheets: WorkbookSheet[]): Promise<Uint8Array> {
  const travelling: object[] = []
  for (const sheet of sheets)
    travelling.push({ ...sheet, data: await flatSlowly(sheet.data, (row) => [row.map(plain)]) })
  return inThread<Uint8Array>(farm, { file: 'pack-workbook.mjs', name: 'packWorkbook' }, travelling)
}

const MAX_SHEET_NAME = 31
/** Excel keeps this name for itself. */
const RESERVED = 'history'

/** Tab names that Excel accepts: at most 31 characters, none of []:*?/\, no quote at the ends, no two alike. */
export function sheetNames(names: readonly string[]): string[] {
  const taken = new Set<string>([RESERVED])
  return names.map((name) => {
    const clean = name.replace(/[[\]:*?/\\\p{C}]/gu, ' ').replace(/^[\s']+|[\s']+$/g, '')
    const short = (room: number) => (clean || '—').slice(0, room).replace(/[\s']+$|[\ud800-\udbff]$/g, '')
    let unique = short(MAX_SHEET_NAME)
    for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = `${short(MAX_SHEET_NAME - ` (${n})`.length)} (${n})`
    taken.add(unique.toLowerCase())
    return unique
  })
}
