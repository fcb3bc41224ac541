import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'

/** Printed papers of goods, each with an address of its own. */
export const papers: Feature = {
  pages: [{ page: 'paper', component: lazyPage(() => import('./papers.web'), 'PaperPage') }],
}
