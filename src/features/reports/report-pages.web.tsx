import { ReportPage } from '../../core/reports/report-page.web'
import { useTranslation } from '../../web/i18n'
import { LossCalendar } from './mortality/loss-calendar.web'
import { SERIES_PAGES, type SeriesPageName } from './series-pages.contract'
import { CagePeriod } from './weights/cage-period.web'

function Reports({ of }: { of: Exclude<SeriesPageName, 'weightReports' | 'retreatReports'> }) {
  const { t } = useTranslation()
  const { title, reports } = SERIES_PAGES[of]
  return <ReportPage title={t(title)} reports={reports} />
}

export const FeedingReports = () => <Reports of="feedingReports" />
export const WithdrawalReports = () => <Reports of="withdrawalReports" />

export function RetreatReports() {
  const { t } = useTranslation()
  const { title, reports } = SERIES_PAGES.retreatReports
  return <ReportPage title={t(title)} reports={reports} below={(asked) => <LossCalendar {...asked} />} />
}

export function WeightReports() {
  const { t } = useTranslation()
  const { title, reports } = SERIES_PAGES.weightReports
  return <ReportPage title={t(title)} reports={reports} below={(asked) => <CagePeriod {...asked} />} />
}
