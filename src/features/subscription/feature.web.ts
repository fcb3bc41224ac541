import { hrefOf } from '../../shared/pages'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'

export const subscription: Feature = {
  menu: [
    { title: 'Подписка', to: hrefOf('subscription'), icon: 'card', ability: 'access subscription', account: true },
  ],
  pages: [
    {
      page: 'subscription',
      ability: 'access subscription',
      component: lazyPage(() => import('./subscription.web'), 'SubscriptionPage'),
    },
  ],
}
