/** The pages of reports that are series, as sheets. */
import { askedOf, seriesSource } from '../../../core/reports/sheets/series-source.contract'
import type { Asked, PageTable, SheetSource } from '../../../core/reports/sheets/source.contract'
import { SERIES_PAGES, type SeriesPageName } from '../series-pages.contract'
import { cagePeriodCall, cagePeriodColumns, MOVEMENT_TITLE } from '../weights/cage-period.contract'

const numbersIn = (row: object) =>
  Object.fromEntries(Object.entries(row).filter((one): one is [string, number] => typeof one[1] === 'number'))

async function movement(asked: Asked, note: string): Promise<PageTable[]> {
  const { rows, total } = await asked.ask(cagePeriodCall, askedOf(asked))
  const when = `${String(asked.query.start)}–${String(asked.query.end)}`
  const table = { name: 'cage-period', title: asked.t(MOVEMENT_TITLE), when, note, columns: cagePeriodColumns }
  return [{ ...table, rows: rows.map((row) => ({ ...row, id: row.cage_id })), footer: numbersIn(total) }]
}

export const seriesSources: readonly SheetSource[] = (Object.keys(SERIES_PAGES) as SeriesPageName[]).map((page) =>
  seriesSource({ page, ...SERIES_PAGES[page], ...(page === 'weightReports' && { below: movement }) }),
)
