import { hrefOf } from '../../shared/pages'
import { DocumentHost } from '../../core/documents/journal/document-host.web'
import { BatchHost } from '../../core/documents/batch/batch.web'
import { OperationHost } from '../../core/documents/form/operation.web'
import { isOfCages } from '../../core/documents/engine/kind-rules.contract'
import type { AnyKind } from '../../core/documents/engine/operation.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { WhyHost } from '../../core/documents/why/why.web'
import type { Feature } from '../../web/layout/feature'
import { lazyPage, type PageProps } from '../../web/router/router'

const contracts = Object.values(kinds) as unknown as readonly AnyKind[]
const kindAt = ({ path }: PageProps['params']) => contracts.find((kind) => kind.path === path)

const entries = Object.values(kinds)
  .filter(isOfCages)
  .map(({ plural, path }) => ({ title: plural, to: hrefOf('journal', { path }) }))

/** A journal for every kind of document, and the forms and windows that open above any page. */
export const journals: Feature = {
  menu: [{ title: 'Журналы', to: entries[0]!.to, icon: 'book', onPhone: true, entries }],
  pages: [
    {
      page: 'journal',
      // most of them are in a menu; whoever types another's address reads its name too
      title: (params) => kindAt(params)?.plural,
      ability: (params) => kindAt(params)?.reading,
      component: lazyPage(() => import('../../core/documents/journal/journal.web'), 'OperationJournal'),
    },
  ],
  hosts: [OperationHost, BatchHost, WhyHost, DocumentHost],
}
