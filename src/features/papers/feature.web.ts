import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'

/** Papers that go with goods, each at an address of its own. */
export const papers: Feature = {
  pages: [{ page: 'paper', component: lazyPage(() => import('./papers.web'), 'PaperPage') }],
}
