import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router'

export const people: Feature = {
  menu: [
    { title: 'Пользователи', to: '/users', icon: 'user', ability: 'view users', account: true },
    { title: 'Разрешения и роли', to: '/roles', icon: 'lock', ability: 'update roles', account: true },
  ],
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
