import { hrefOf } from '../../shared/pages'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'

const ability = 'access spending'

export const spending: Feature = {
  menu: [{ title: 'Затраты', to: hrefOf('spending'), icon: 'coin', ability }],
  pages: [
    {
      page: 'spending',
      ability,
      component: lazyPage(() => import('./spending-page.web'), 'SpendingPage'),
    },
  ],
}
