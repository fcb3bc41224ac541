import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'

const ability = 'access workshop'

/** Traces a product back to the fish and their feed, and fish forward to the recipients. */
export const trace: Feature = {
  pages: [
    {
      page: 'trace',
      title: 'Прослеживаемость',
      ability,
      component: lazyPage(() => import('./trace.web'), 'TracePage'),
    },
    { page: 'passport', ability, component: lazyPage(() => import('./passport.web'), 'PassportPage') },
  ],
}
