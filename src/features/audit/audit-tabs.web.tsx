import type { ReactNode } from 'react'
import { hrefOf } from '../../shared/pages'
import { navigate } from '../../web/router/address'
import { useTranslation } from '../../web/i18n'
import { Tabs } from '../../web/ui/tabs'

const TITLES = { audit: 'Изменения', securityEvents: 'События безопасности' } as const

/** Links to both journals of administrators. */
export function AuditTabs({ current, children }: { current: keyof typeof TITLES; children: ReactNode }) {
  const { t } = useTranslation()
  const tabs = { audit: t(TITLES.audit), securityEvents: t(TITLES.securityEvents) }
  return (
    <Tabs label={t('Журналы')} tabs={tabs} current={current} onChoose={(page) => navigate(hrefOf(page))}>
      {children}
    </Tabs>
  )
}
