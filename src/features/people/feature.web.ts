import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router'

export const people: Feature = {
  pages: [
    {
      path: '/users',
      component: lazyPage(() => import('./users/users.web'), 'UsersPage'),
      ability: 'view users',
    },
    {
      path: '/roles',
      component: lazyPage(() => import('./roles/roles.web'), 'RolesPage'),
      ability: 'update roles',
    },
  ],
}
