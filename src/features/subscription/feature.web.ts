import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router'

export const subscription: Feature = {
  pages: [
    {
      path: '/subscription',
      ability: 'access subscription',
      component: lazyPage(() => import('./subscription.web'), 'SubscriptionPage'),
    },
  ],
}
