import { csvOf, csvStyle } from '../../../shared/sheets/csv'
import type { Sheet } from '../../../shared/sheets/sheet'
import { fileName, tabOf } from '../../../shared/sheets/tab'
import { withFilter } from '../../../shared/sheets/with-filter.mjs'
import { saveFile } from '../../files/save-file'

/** Writes a file and saves it. The library is loaded on demand. */
export async function downloadExcel(sheet: Sheet, name: string): Promise<void> {
  const { default: writeExcelFile } = await import('write-excel-file/universal')
  const { data, filter, ...options } = tabOf(sheet)
  const filtered = {
    transform: { 'xl/worksheets/sheet{id}.xml': { transform: (xml: string) => withFilter(xml, { filter }) } },
  }
  const tab = fileName(sheet.title).slice(0, 31).trim()
  const blob = await writeExcelFile(data, { sheet: tab, ...options }, { features: [{ files: filtered }] }).toBlob()
  saveFile(blob, `${fileName(name)}.xlsx`)
}

export function downloadCsv(sheet: Sheet, name: string, language: string): void {
  const blob = new Blob([csvOf(sheet, csvStyle(language))], { type: 'text/csv;charset=utf-8' })
  saveFile(blob, `${fileName(name)}.csv`)
}
