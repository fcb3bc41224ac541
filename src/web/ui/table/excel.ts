import { valueOf } from '../../../shared/columns'
import { csvOf, csvStyle } from '../../../shared/sheets/csv'
import { filterRange, headerLine, sheetData, type Sheet } from '../../../shared/sheets/sheet'
import { withFilter } from '../../../shared/sheets/with-filter.mjs'
import { saveFile } from '../../files/save-file'
import { cellText } from './view/cells'

/** As wide as the longest of the first rows, within limits. */
const widths = ({ columns, rows, average, translate }: Sheet) =>
  columns.map((column) => {
    const longest = rows
      .slice(0, 200)
      .reduce((most, row) => Math.max(most, cellText(valueOf(row, column.key), column, average).length), 0)
    return { width: Math.min(60, Math.max(10, longest + 2, translate(column.title).length + 4)) }
  })

/** «31.10.2026 23-59»: Windows does not allow colons in file names. */
const fileName = (title: string) => title.replace(/(\d):(\d)/g, '$1-$2').replace(/[\\/:*?"<>|[\]]/g, ' ')

/** Writes a file and saves it. The library is loaded on demand. */
export async function downloadExcel(sheet: Sheet, name: string): Promise<void> {
  const { default: writeExcelFile } = await import('write-excel-file/universal')
  const options = {
    sheet: fileName(sheet.title).slice(0, 31).trim(),
    columns: widths(sheet),
    stickyRowsCount: headerLine(sheet),
  }
  const filter = { filter: filterRange(sheet) }
  const filtered = {
    transform: { 'xl/worksheets/sheet{id}.xml': { transform: (xml: string) => withFilter(xml, filter) } },
  }
  const blob = await writeExcelFile(sheetData(sheet), options, { features: [{ files: filtered }] }).toBlob()
  saveFile(blob, `${fileName(name).trim()}.xlsx`)
}

export function downloadCsv(sheet: Sheet, name: string, language: string): void {
  const blob = new Blob([csvOf(sheet, csvStyle(language))], { type: 'text/csv;charset=utf-8' })
  saveFile(blob, `${fileName(name).trim()}.csv`)
}
