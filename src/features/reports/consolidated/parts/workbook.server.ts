/** Excel files of reports: tables as sheets. */
import type { Column } from '../../../../shared/columns'
import { filterRange, headerLine, sheetData } from '../../../../shared/sheets/sheet'
import type { Context, FileAnswer } from '../../../../server/http/route'
import { sheetNames, writeWorkbook, XLSX } from '../../../../server/sheets/excel'

export interface Table {
  /** of the tab */
  name: string
  title: string
  subtitle?: string
  columns: readonly Column[]
  rows: readonly (object & { id: number | string })[]
  footer: Record<string, number>
}

const WIDTHS: Partial<Record<Column['type'], number>> = { text: 24, cage: 10 }

/** `title` names the file. */
export const workbookOf = (title: string, tables: readonly Table[], { company, speak }: Context): FileAnswer => ({
  name: `${title}.xlsx`,
  type: XLSX,
  bytes: () => {
    const names = sheetNames(tables.map(({ name }) => name))
    return writeWorkbook(
      company.id,
      tables.map((table, index) => ({
        sheet: names[index]!,
        data: sheetData({ ...table, average: 'kg', translate: speak }),
        columns: table.columns.map((column) => ({ width: WIDTHS[column.type] ?? 13 })),
        stickyRowsCount: headerLine(table),
        filter: filterRange(table),
      })),
    )
  },
})

/** Numbers of a row that stand under a table. */
export const footerOf = (row: object, columns: readonly Column[]): Record<string, number> =>
  Object.fromEntries(
    columns.flatMap(({ key, footer }) => {
      const value = (row as Record<string, unknown>)[key]
      return footer && typeof value === 'number' ? [[key, value]] : []
    }),
  )
