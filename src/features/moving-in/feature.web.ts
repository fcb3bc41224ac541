import { hrefOf } from '../../shared/pages'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'

const ability = 'bring past'

export const movingIn: Feature = {
  menu: [{ title: 'Перенос прошлого', to: hrefOf('movingIn'), icon: 'archive', ability, account: true }],
  pages: [{ page: 'movingIn', ability, component: lazyPage(() => import('./page/past-page.web'), 'PastPage') }],
}
