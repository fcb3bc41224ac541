import { ReportPage } from '../../core/reports/report-page.web'
import { useTranslation } from '../../web/i18n'
import { SERIES_PAGES, type SeriesPageName } from './series-pages.contract'
import { CagePeriod } from './weights/cage-period.web'

function Reports({ of }: { of: Exclude<SeriesPageName, 'weightReports'> }) {
  const { t } = useTranslation()
  const { title, reports } = SERIES_PAGES[of]
  return <ReportPage title={t(title)} reports={reports} />
}

export const FeedingReports = () => <Reports of="feedingReports" />
export const RetreatReports = () => <Reports of="retreatReports" />
export const WithdrawalReports = () => <Reports of="withdrawalReports" />

export function WeightReports() {
  const { t } = useTranslation()
  const { title, reports } = SERIES_PAGES.weightReports
  return <ReportPage title={t(title)} reports={reports} below={(asked) => <CagePeriod {...asked} />} />
}
