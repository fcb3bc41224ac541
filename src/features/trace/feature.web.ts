import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'

const ability = 'access workshop'

/** From a box back to the fish and their feed, from fish on to whoever got them. */
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
