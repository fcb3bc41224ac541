/** The pages of reports that are series, and which reports stand on each. */
import { seriesSource, askedOf } from '../../../core/reports/sheets/series-source.contract'
import type { Asked, PageTable, SheetSource } from '../../../core/reports/sheets/source.contract'
import type { SeriesReport } from '../../../shared/report/report'
import * as reports from '../reports.contract'
import { cagePeriodCall, cagePeriodColumns, MOVEMENT_TITLE } from '../weights/cage-period.contract'
import { weights, weightsTotal } from '../weights/weights.contract'

interface ReportsOnPage {
  title: string
  reports: readonly SeriesReport[]
}

export const SERIES_PAGES = {
  feedingReports: {
    title: 'Отчёты по кормлению',
    reports: [
      reports.feedingsByMonths,
      reports.feedings,
      reports.feedingsByCategories,
      reports.feedingsByModules,
      reports.feedingsRateVsFact,
      reports.appetite,
      reports.feedingsByGenerations,
    ],
  },
  retreatReports: { title: 'Отчёты по отходам', reports: [reports.retreats, reports.retreatsByPeriod] },
  withdrawalReports: {
    title: 'Отчёты по подъёмам рыбы',
    reports: [reports.withdrawals, reports.withdrawalsByMonths],
  },
  weightReports: { title: 'Навески и биомасса', reports: [weights, weightsTotal] },
} as const satisfies Record<string, ReportsOnPage>
export type SeriesPageName = keyof typeof SERIES_PAGES

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
