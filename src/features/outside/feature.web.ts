import { hrefOf } from '../../shared/pages'
import type { Feature } from '../../web/layout/feature'
import { lazyPart } from '../../web/lazy'
import { lazyPage } from '../../web/router/router'

const ability = 'manage external apps'

export const outside: Feature = {
  menu: [
    { title: 'Внешние приложения', to: hrefOf('externalApps'), icon: 'link', ability, account: true },
    { title: 'Вызовы API', to: hrefOf('apiUses'), icon: 'list', ability, account: true },
  ],
  pages: [
    {
      page: 'externalApps',
      component: lazyPage(() => import('./external-apps.web'), 'ExternalAppsPage'),
      ability,
    },
    {
      page: 'apiUses',
      component: lazyPage(() => import('./application-uses.web'), 'ApplicationUsesPage'),
      ability,
    },
    {
      page: 'apiCalls',
      title: 'Все вызовы API',
      component: lazyPage(() => import('./api-calls.web'), 'ApiCallsPage'),
      ability,
    },
  ],
}

/** The addresses for programs, for a page about people. */
export const AddressesBrief = lazyPart(() => import('./addresses-brief.web').then((module) => module.AddressesBrief))
