import type { ComponentType } from 'react'
import { hrefOf } from '../../shared/pages'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'
import type { OpenSessions } from './users/users.web'

/** `openSessions` comes from the feature of signing in, `Programs` from that of external applications. */
export const people = (openSessions: OpenSessions, Programs: ComponentType): Feature => ({
  menu: [
    { title: 'Пользователи', to: hrefOf('users'), icon: 'user', ability: 'view users', account: true },
    { title: 'Разрешения и роли', to: hrefOf('roles'), icon: 'lock', ability: 'update roles', account: true },
  ],
  pages: [
    {
      page: 'users',
      component: lazyPage(async () => {
        const { UsersPage } = await import('./users/users.web')
        return { UsersPage: () => <UsersPage openSessions={openSessions} Programs={Programs} /> }
      }, 'UsersPage'),
      ability: 'view users',
    },
    {
      page: 'roles',
      component: lazyPage(() => import('./roles/roles.web'), 'RolesPage'),
      ability: 'update roles',
    },
  ],
})
