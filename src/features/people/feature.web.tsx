import type { ComponentType } from 'react'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'
import type { OpenSessions } from './users/users.web'

/**
 * `openSessions` comes from where signing in is at home, `Programs`, for those who let them in, from where these are.
 */
export const people = (openSessions: OpenSessions, Programs: ComponentType): Feature => ({
  menu: [
    { title: 'Пользователи', to: '/users', icon: 'user', ability: 'view users', account: true },
    { title: 'Разрешения и роли', to: '/roles', icon: 'lock', ability: 'update roles', account: true },
  ],
  pages: [
    {
      path: '/users',
      component: lazyPage(async () => {
        const { UsersPage } = await import('./users/users.web')
        return { UsersPage: () => <UsersPage openSessions={openSessions} Programs={Programs} /> }
      }, 'UsersPage'),
      ability: 'view users',
    },
    {
      path: '/roles',
      component: lazyPage(() => import('./roles/roles.web'), 'RolesPage'),
      ability: 'update roles',
    },
  ],
})
