/** A saved view as sheets, read in somebody's name on the day it is asked for. */
import { type Asked, type SheetSource, sheetOf } from '../../../core/reports/sheets/source.contract'
import { flatSlowly } from '../../../server/base/breath'
import { askAs, type Reader } from '../../../server/http/ask-as'
import { tooLong } from '../../../server/http/max-rows'
import type { Route } from '../../../server/http/route'
import { sheetNames, type WorkbookSheet } from '../../../server/sheets/excel'
import { dayOf } from '../../../shared/dates'
import type { Language } from '../../../shared/i18n/languages'
import { datedQuery } from '../../../shared/report/period'
import { say } from '../../../shared/say'
import { type Sheet, sheetParts } from '../../../shared/sheets/sheet'
import { tabOf } from '../../../shared/sheets/tab'
import type { ViewRow } from './views.contract'

/** What views are made of: the pages that can be read as sheets, and all calls. */
export interface Readable {
  sources: readonly SheetSource[]
  routes: () => readonly Route[]
}

export type KeptView = Pick<ViewRow, 'id' | 'name' | 'page' | 'path' | 'query' | 'tables'>

export interface ViewSheet {
  /** of the table, as the page stores its columns */
  name: string
  /** of the tab */
  title: string
  sheet: Sheet
}

/** The source of a page; of a journal that of its path. */
export const sourceOf = ({ sources }: Readable, { page, path }: Pick<KeptView, 'page' | 'path'>) =>
  sources.find((one) => one.page === page && (one.path ?? '') === path)

/** The tables of a view as the page would show them now, or on the day of a letter. Throws what its calls refuse. */
export async function readView(
  readable: Readable,
  view: KeptView,
  reader: Reader & { language: Language },
  today = dayOf(reader.company.now),
): Promise<ViewSheet[]> {
  const { company, speak, language } = reader
  const t: Asked['t'] = (key, values) => speak(values ? say(key, values) : key)
  const tables = await sourceOf(readable, view)!.read({
    query: datedQuery(view.query, today),
    today,
    settings: company.settings,
    company: company.name,
    language,
    t,
    ask: askAs(readable.routes(), reader),
    tooLong: () => {
      throw tooLong()
    },
  })
  return tables.map((table) => ({
    name: table.name,
    title: table.title,
    sheet: sheetOf(table, view.tables[table.name], t),
  }))
}

/** Other calls are answered between its rows. */
async function slowTab(sheet: Sheet) {
  const { above, cellsOf, below } = sheetParts(sheet)
  const body = await flatSlowly(sheet.rows, (row) => [cellsOf(row)])
  return tabOf(sheet, [...above, ...body, ...below])
}

/** The tabs of a workbook; tables without rows have none, unless all are. */
export async function workbookOf(sheets: readonly ViewSheet[]): Promise<WorkbookSheet[]> {
  const full = sheets.filter(({ sheet }) => sheet.rows.length > 0)
  const shown = full.length > 0 ? full : sheets.slice(0, 1)
  const names = sheetNames(shown.map(({ title }) => title))
  const tabs: WorkbookSheet[] = []
  for (const [index, { sheet }] of shown.entries()) tabs.push({ sheet: names[index]!, ...(await slowTab(sheet)) })
  return tabs
}
