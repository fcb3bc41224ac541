import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'
import { WithViews } from './with-views.web'

export const views: Feature = {
  pages: [{ page: 'savedViews', component: lazyPage(() => import('./views-page.web'), 'SavedViewsPage') }],
  around: WithViews,
}
