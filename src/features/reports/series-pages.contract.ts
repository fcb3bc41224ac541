/** The pages of reports that are series, and which reports stand on each. */
import type { SeriesReport } from '../../shared/report/report'
import * as reports from './reports.contract'
import { weights, weightsTotal } from './weights/weights.contract'

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
  retreatReports: {
    title: 'Отчёты по отходам',
    reports: [reports.retreats, reports.retreatsByPeriod, reports.retreatsByCauses, reports.retreatsByCausesWeight],
  },
  withdrawalReports: {
    title: 'Отчёты по подъёмам рыбы',
    reports: [reports.withdrawals, reports.withdrawalsByMonths],
  },
  weightReports: { title: 'Навески и биомасса', reports: [weights, weightsTotal] },
} as const satisfies Record<string, ReportsOnPage>
export type SeriesPageName = keyof typeof SERIES_PAGES
