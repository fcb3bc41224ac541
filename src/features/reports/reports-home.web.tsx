/** All reports on one page, by section, each with what it answers. */
import { useTranslation } from '../../web/i18n'
import { sectionsOf } from '../../web/layout/menu/menu'
import { useCan } from '../../web/session'
import { REPORTS, type ReportEntry } from './menu.web'
import { ReportCards } from './cards/report-cards.web'
import classes from './cards/cards.module.css'

export function ReportsHome() {
  const { t } = useTranslation()
  const may = useCan()
  const open = REPORTS.filter(({ ability }) => !ability || may(ability))
  return (
    <div className={classes.page}>
      <h1 data-in-bar>{t('Все отчёты')}</h1>
      {sectionsOf(open).map(([section, entries]) => (
        <ReportCards key={section ?? ''} title={section} entries={entries as ReportEntry[]} />
      ))}
    </div>
  )
}
