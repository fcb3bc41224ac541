import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router/router'
import { proposalCalls } from './proposals.contract'

/** Without an entry of a menu: the bell leads to it, and the page of applications. */
export const assistants: Feature = {
  pages: [
    {
      page: 'proposals',
      title: 'Предложения помощников',
      component: lazyPage(() => import('./proposals-page.web'), 'ProposalsPage'),
      shows: [proposalCalls.list],
    },
  ],
}
