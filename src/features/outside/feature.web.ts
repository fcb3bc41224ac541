import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router'

export const outside: Feature = {
  pages: [
    {
      path: '/external-apps',
      component: lazyPage(() => import('./external-apps.web'), 'ExternalAppsPage'),
      ability: 'manage external apps',
    },
  ],
}
