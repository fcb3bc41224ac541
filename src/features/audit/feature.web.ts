import { hrefOf } from '../../shared/pages'
import type { Feature } from '../../web/layout/feature'
import { historyRequests } from '../../web/pages/row-history'
import { lazyPage } from '../../web/router/router'
import { hostOf } from '../../web/ui/overlay/window-host'

export const audit: Feature = {
  menu: [{ title: 'Журнал изменений', to: hrefOf('audit'), icon: 'hist', ability: 'view audit', account: true }],
  pages: [
    { page: 'audit', component: lazyPage(() => import('./audit-page.web'), 'AuditPage'), ability: 'view audit' },
    {
      page: 'securityEvents',
      title: 'События безопасности',
      component: lazyPage(() => import('./security-page.web'), 'SecurityPage'),
      ability: 'view audit',
    },
  ],
  hosts: [hostOf(historyRequests, () => import('./history-window.web').then(({ HistoryWindow }) => HistoryWindow))],
}
