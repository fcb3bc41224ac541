import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router'

export const outside: Feature = {
  menu: [
    { title: 'Внешние приложения', to: '/external-apps', icon: 'link', ability: 'manage external apps', account: true },
  ],
  pages: [
    {
      path: '/external-apps',
      component: lazyPage(() => import('./external-apps.web'), 'ExternalAppsPage'),
      ability: 'manage external apps',
    },
  ],
}
