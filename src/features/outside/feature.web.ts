import type { Feature } from '../../web/layout/feature'
import { lazyPart } from '../../web/lazy'
import { lazyPage } from '../../web/router/router'

const ability = 'manage external apps'

export const outside: Feature = {
  menu: [
    { title: 'Внешние приложения', to: '/external-apps', icon: 'link', ability, account: true },
    { title: 'Вызовы API', to: '/api-control', icon: 'list', ability, account: true },
  ],
  pages: [
    {
      path: '/external-apps',
      component: lazyPage(() => import('./external-apps.web'), 'ExternalAppsPage'),
      ability,
    },
    {
      path: '/api-control',
      component: lazyPage(() => import('./application-uses.web'), 'ApplicationUsesPage'),
      ability,
    },
    {
      path: '/api-control/calls',
      title: 'Все вызовы API',
      component: lazyPage(() => import('./api-calls.web'), 'ApiCallsPage'),
      ability,
    },
  ],
}

/** The addresses that programs ask, for a page about people. */
export const AddressesBrief = lazyPart(() => import('./addresses-brief.web').then((module) => module.AddressesBrief))
