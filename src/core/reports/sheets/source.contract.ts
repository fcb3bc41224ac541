/**
 * A report page as sheets, made from its address without the page: for a letter, a file of all its tables and programs
 * outside. A source asks the same calls as the page, in the name of whoever reads, and makes the same tables of them.
 */
import type { Ability } from '../../../shared/abilities'
import type { Column } from '../../../shared/columns'
import type { AnswerOf, Endpoint, InputOf } from '../../../shared/contract'
import type { FilterName } from '../../../shared/filters'
import type { Language } from '../../../shared/i18n/languages'
import type { PageName } from '../../../shared/pages'
import type { Query } from '../../../shared/query'
import type { CompanySettings } from '../../../shared/settings'
import { type Row, saidRows, sortRows, sumFooter, visibleColumns } from '../../../shared/sheets/rows'
import { exportTitle, type Sheet } from '../../../shared/sheets/sheet'

/** Calls in the name of the reader, who must be allowed to; empty values are left out. */
export type Ask = <E extends Endpoint>(call: E, input: InputOf<E>) => Promise<AnswerOf<E>>

export interface Asked {
  /** the address, with the days of a moving period */
  query: Query
  /** 'YYYY-MM-DD' */
  today: string
  settings: CompanySettings
  /** its name */
  company: string
  language: Language
  t: (key: string, values?: Readonly<Record<string, string>>) => string
  ask: Ask
  /** refuses a period of more rows than a file has: the total of all would stand under a part of them */
  tooLong: () => never
}

/** The period of the address, for calls and in words. */
export const periodOf = ({ query: { start, end } }: Pick<Asked, 'query'>) => ({ start, end })
export const whenOf = ({ query }: Pick<Asked, 'query'>) => `${String(query.start)}–${String(query.end)}`

/** What of an answer's totals stands under a table. */
export const numbersIn = (row: object | undefined): Record<string, number> =>
  Object.fromEntries(Object.entries(row ?? {}).filter((one): one is [string, number] => typeof one[1] === 'number'))

/** A table of a page with all its columns and rows. */
export interface PageTable {
  /** as the page's table stores its columns */
  name: string
  /** translated: of the tab, and of the sheet where it has none of its own */
  title: string
  exportTitle?: string
  /** the instant or the period of its rows */
  when: string
  /** the filters in words */
  note: string
  columns: readonly Column[]
  rows: readonly Row[]
  /** summed from the rows when left out */
  footer?: Record<string, number>
  /** usual order, where it is not that of the rows */
  sort?: string
}

export interface SheetSource {
  page: PageName
  /** of a journal: which one */
  path?: string
  /** i18n key */
  title: string
  ability: Ability | 'signed-in'
  /** filters by things that may be closed to a reader, or gone */
  filters: readonly FilterName[]
  read(asked: Asked): Promise<PageTable[]>
}

/** What a view chooses of a table; by default as the page shows it. */
export interface TableChoice {
  columns?: readonly string[] | undefined
  sort?: string | undefined
}

/** The sheet that the page's «Excel» makes of the table. */
export function sheetOf(table: PageTable, choice: TableChoice | undefined, t: (key: string) => string): Sheet {
  const rows = saidRows(table.rows, table.columns, t)
  return {
    title: exportTitle(table.exportTitle ?? table.title, table.when),
    subtitle: table.note,
    columns: visibleColumns(table.columns, choice?.columns),
    rows: sortRows(rows, choice?.sort ?? table.sort),
    footer: table.footer ?? sumFooter(rows, table.columns),
    average: 'kg',
    translate: t,
  }
}
