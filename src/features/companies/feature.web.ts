import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router'

export const companies: Feature = {
  pages: [
    {
      path: '/companies',
      component: lazyPage(() => import('./companies.web'), 'CompaniesPage'),
      ability: 'manage companies',
    },
  ],
}
