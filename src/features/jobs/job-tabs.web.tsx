import type { ReactNode } from 'react'
import { hrefOf } from '../../shared/pages'
import { can } from '../../shared/abilities'
import { navigate } from '../../web/router/address'
import { useTranslation } from '../../web/i18n'
import { useUser } from '../../web/session'
import { Tabs } from '../../web/ui/tabs'

type JobPage = 'jobs' | 'installationJobs' | 'jobClock' | 'backups'

/** Links to the jobs of the farm, and for the operator to those of the installation and its clock. */
export function JobTabs({ current, children }: { current: JobPage; children: ReactNode }) {
  const { t } = useTranslation()
  const user = useUser()
  if (!can(user, 'manage companies')) return children
  const own = can(user, 'manage external apps') && { jobs: t('Моё хозяйство') }
  const tabs = {
    ...own,
    installationJobs: t('Вся установка'),
    jobClock: t('Расписание'),
    backups: t('Копии'),
  } as Record<JobPage, string>
  return (
    <Tabs label={t('Фоновые задания')} tabs={tabs} current={current} onChoose={(page) => navigate(hrefOf(page))}>
      {children}
    </Tabs>
  )
}
