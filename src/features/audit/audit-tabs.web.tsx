import type { ReactNode } from 'react'
import { navigate } from '../../web/router/address'
import { useTranslation } from '../../web/i18n'
import { Tabs } from '../../web/ui/tabs'

const PAGES = { '/audit': 'Изменения', '/audit/security': 'События безопасности' } as const

/** Both journals of an administrator, each under an address of its own. */
export function AuditTabs({ current, children }: { current: keyof typeof PAGES; children: ReactNode }) {
  const { t } = useTranslation()
  const tabs = { '/audit': t(PAGES['/audit']), '/audit/security': t(PAGES['/audit/security']) }
  return (
    <Tabs label={t('Журналы')} tabs={tabs} current={current} onChoose={(path) => navigate(path)}>
      {children}
    </Tabs>
  )
}
