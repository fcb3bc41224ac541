import { hrefOf } from '../../shared/pages'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'

export const companies: Feature = {
  menu: [{ title: 'Хозяйства', to: hrefOf('companies'), icon: 'home', ability: 'manage companies', account: true }],
  pages: [
    {
      page: 'companies',
      component: lazyPage(() => import('./companies.web'), 'CompaniesPage'),
      ability: 'manage companies',
    },
  ],
}
