import { hrefOf } from '../../shared/pages'
import { createRequests } from '../../core/lists/create.web'
import { libraries as definitions } from '../../core/lists/library.contract'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'
import { hostOf } from '../../web/ui/overlay/window-host'

const entries = Object.values(definitions).map(({ title, route, ability }) => ({
  title,
  to: hrefOf('library', { route }),
  ability,
}))
const rates = { title: 'Нормы кормления', to: hrefOf('norms') }

export const libraries: Feature = {
  menu: [
    { title: 'Справочники', to: entries[0]!.to, icon: 'list', ability: 'access library', entries: [...entries, rates] },
  ],
  pages: [
    {
      page: 'library',
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
