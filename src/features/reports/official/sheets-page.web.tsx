/** The list of official sheets. */
import { hrefOf } from '../../../shared/pages'
import { useTranslation } from '../../../web/i18n'
import { type CardEntry, ReportCards } from '../cards/report-cards.web'
import report from '../../../core/reports/report.module.css'
import { OFFICIAL } from './parts/sheet.contract'

const SHEETS: readonly CardEntry[] = Object.values(OFFICIAL).map(({ title, about, page }) => ({
  title,
  about,
  to: hrefOf(page),
}))

export function OfficialSheets() {
  const { t } = useTranslation()
  return (
    <div className={report.page}>
      <h1 data-in-bar>{t('Официальные ведомости')}</h1>
      <ReportCards entries={SHEETS} />
    </div>
  )
}
