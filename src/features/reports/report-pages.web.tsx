import { ReportPage } from '../../core/reports/report-page.web'
import type { SeriesReport } from '../../shared/report/report'
import { useTranslation } from '../../web/i18n'
import * as reports from './reports.contract'
import { CagePeriod } from './weights/cage-period.web'
import { weights, weightsTotal } from './weights/weights.contract'

const FEED: readonly SeriesReport[] = [
  reports.feedingsByMonths,
  reports.feedings,
  reports.feedingsByCategories,
  reports.feedingsByModules,
  reports.feedingsRateVsFact,
  reports.appetite,
  reports.feedingsByGenerations,
]
const LOSSES: readonly SeriesReport[] = [reports.retreats, reports.retreatsByPeriod]
const CATCHES: readonly SeriesReport[] = [reports.withdrawals, reports.withdrawalsByMonths]

export function FeedingReports() {
  const { t } = useTranslation()
  return <ReportPage title={t('Отчёты по кормлению')} reports={FEED} />
}

export function RetreatReports() {
  const { t } = useTranslation()
  return <ReportPage title={t('Отчёты по отходам')} reports={LOSSES} />
}

export function WithdrawalReports() {
  const { t } = useTranslation()
  return <ReportPage title={t('Отчёты по подъёмам рыбы')} reports={CATCHES} />
}

export function WeightReports() {
  const { t } = useTranslation()
  return (
    <ReportPage
      title={t('Навески и биомасса')}
      reports={[weights, weightsTotal]}
      below={(asked) => <CagePeriod {...asked} />}
    />
  )
}
