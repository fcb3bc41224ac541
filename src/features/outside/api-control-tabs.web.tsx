import type { ReactNode } from 'react'
import { navigate } from '../../web/router/address'
import { useTranslation } from '../../web/i18n'
import { Tabs } from '../../web/ui/tabs'

/** Who asks, and what can be asked, each under an address of its own. */
export function ApiControlTabs({
  current,
  children,
}: {
  current: '/api-control' | '/api-control/calls'
  children: ReactNode
}) {
  const { t } = useTranslation()
  const tabs = { '/api-control': t('Обращения приложений'), '/api-control/calls': t('Все вызовы') }
  return (
    <Tabs label={t('Вызовы API')} tabs={tabs} current={current} onChoose={(path) => navigate(path)}>
      {children}
    </Tabs>
  )
}
