/** A table as a tab of a workbook: the browser's download and the file of a letter are the same, cell by cell. */
import { sheetCellText } from './cell-text'
import { filterRange, headerLine, sheetData, type Sheet, type SheetCell } from './sheet'

const LOOKED_AT = 200
const [NARROW, WIDE] = [10, 60]

/** As wide as the longest of the header and the first rows, within limits. */
function widthsOf(data: readonly (readonly SheetCell[])[], { columns }: Sheet, line: number) {
  const [header, ...rows] = data.slice(line - 1, line + LOOKED_AT)
  return columns.map((_, index) => {
    const text = (row: readonly SheetCell[] | undefined) => sheetCellText(row?.[index] ?? {}, 'ru-RU').length
    const longest = rows.reduce((most, row) => Math.max(most, text(row)), 0)
    return { width: Math.min(WIDE, Math.max(NARROW, longest + 2, text(header) + 2)) }
  })
}

export function tabOf(sheet: Sheet, data: SheetCell[][] = sheetData(sheet)) {
  const line = headerLine(sheet)
  return { data, columns: widthsOf(data, sheet, line), stickyRowsCount: line, filter: filterRange(sheet) }
}

/** «31.10.2026 23-59»: Windows does not allow colons in file names. */
export const fileName = (title: string): string =>
  title
    .replace(/(\d):(\d)/g, '$1-$2')
    .replace(/[\\/:*?"<>|[\]]/g, ' ')
    .trim()
