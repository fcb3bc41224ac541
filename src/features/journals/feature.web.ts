import { BatchHost } from '../../core/documents/batch/batch.web'
import { OperationHost } from '../../core/documents/form/operation.web'
import { isOfCages } from '../../core/documents/engine/facts.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { WhyHost } from '../../core/documents/why/why.web'
import type { Feature } from '../../web/layout/feature'
import { lazyPage } from '../../web/router'

/** A journal of every kind of document, and the forms and answers that open over any page. */
export const journals: Feature = {
  menu: [
    {
      title: 'Журналы',
      to: '/journals',
      icon: 'book',
      onPhone: true,
      entries: Object.values(kinds)
        .filter(isOfCages)
        .map(({ plural, path }) => ({ title: plural, to: `/journals/${path}` })),
    },
  ],
  pages: [
    {
      path: '/journals/:path',
      component: lazyPage(() => import('../../core/documents/journal/journal.web'), 'OperationJournal'),
    },
  ],
  hosts: [OperationHost, BatchHost, WhyHost],
}
