import { createRequests } from '../../core/lists/create.web'
import { libraries as definitions } from '../../core/lists/library.contract'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'
import { hostOf } from '../../web/ui/overlay/window-host'

export const libraries: Feature = {
  menu: [
    {
      title: 'Справочники',
      to: '/lib',
      icon: 'list',
      ability: 'access library',
      entries: Object.values(definitions).map(({ title, route, ability }) => ({ title, to: `/lib/${route}`, ability })),
    },
  ],
  pages: [
    {
      path: '/lib/:route',
      component: lazyPage(() => import('./libraries.web'), 'LibraryPage'),
      ability: 'access library',
    },
  ],
  hosts: [
    hostOf(createRequests, () =>
      import('../../core/lists/library-window.web').then(({ LibraryWindow }) => LibraryWindow),
    ),
  ],
}
