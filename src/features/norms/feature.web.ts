import { brandNormsRequests } from '../../core/feeding/brand-norms.web'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'
import { hostOf } from '../../web/ui/overlay/window-host'

export const norms: Feature = {
  pages: [
    {
      page: 'norms',
      ability: 'access library',
      component: lazyPage(() => import('./norms-page.web'), 'NormsPage'),
    },
  ],
  hosts: [hostOf(brandNormsRequests, () => import('./brand-norms-window.web').then(({ BrandNorms }) => BrandNorms))],
}
