/** The pages of reports that are series, as sheets. */
import { askedOf, seriesSource } from '../../../core/reports/sheets/series-source.contract'
import {
  type Asked,
  numbersIn,
  type PageTable,
  type SheetSource,
  whenOf,
} from '../../../core/reports/sheets/source.contract'
import { SERIES_PAGES, type SeriesPageName } from '../series-pages.contract'
import { cagePeriodCall, cagePeriodColumns, MOVEMENT_TITLE } from '../weights/cage-period.contract'

async function movement(asked: Asked, note: string): Promise<PageTable[]> {
  const { rows, total } = await asked.ask(cagePeriodCall, askedOf(asked))
  const told = { title: asked.t(MOVEMENT_TITLE), when: whenOf(asked), note }
  const table = { name: 'cage-period', ...told, columns: cagePeriodColumns }
  return [{ ...table, rows: rows.map((row) => ({ ...row, id: row.cage_id })), footer: numbersIn(total) }]
}

export const seriesSources: readonly SheetSource[] = (Object.keys(SERIES_PAGES) as SeriesPageName[]).map((page) =>
  seriesSource({ page, ...SERIES_PAGES[page], ...(page === 'weightReports' && { below: movement }) }),
)
