import type { ReactNode } from 'react'
import { can } from '../../shared/abilities'
import { navigate } from '../../web/router/address'
import { useTranslation } from '../../web/i18n'
import { useUser } from '../../web/session'
import { Tabs } from '../../web/ui/tabs'

type Path = '/jobs' | '/jobs/all' | '/jobs/clock'

/** Those of the farm, and for the operator those of the installation and what its clock does, each under an address. */
export function JobTabs({ current, children }: { current: Path; children: ReactNode }) {
  const { t } = useTranslation()
  const user = useUser()
  if (!can(user, 'manage companies')) return children
  const own = can(user, 'manage external apps') && { '/jobs': t('Моё хозяйство') }
  const tabs = { ...own, '/jobs/all': t('Вся установка'), '/jobs/clock': t('Расписание') } as Record<Path, string>
  return (
    <Tabs label={t('Фоновые задания')} tabs={tabs} current={current} onChoose={(path) => navigate(path)}>
      {children}
    </Tabs>
  )
}
