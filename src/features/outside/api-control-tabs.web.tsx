import type { ReactNode } from 'react'
import { hrefOf } from '../../shared/pages'
import { navigate } from '../../web/router/address'
import { useTranslation } from '../../web/i18n'
import { Tabs } from '../../web/ui/tabs'

/** Links to the applications that call, and to the list of calls. */
export function ApiControlTabs({ current, children }: { current: 'apiUses' | 'apiCalls'; children: ReactNode }) {
  const { t } = useTranslation()
  const tabs = { apiUses: t('Обращения приложений'), apiCalls: t('Все вызовы') }
  return (
    <Tabs label={t('Вызовы API')} tabs={tabs} current={current} onChoose={(page) => navigate(hrefOf(page))}>
      {children}
    </Tabs>
  )
}
