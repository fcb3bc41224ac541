import type { DocumentKind } from '../../../core/documents/engine/document.server'
import { categoryChange } from '../../../core/documents/kinds/category-change/category-change.server'
import { kindNamed } from '../../../core/documents/kinds/kinds.contract'
import { kindServers } from '../../../core/documents/kinds/kinds.server'
import type { PastDocument } from '../reading/rows.server'

/** Kinds of which a book may bring documents. */
export const broughtKinds: readonly DocumentKind[] = [...Object.values(kindServers), categoryChange]

/** The kind of a document that a book brings. */
export const kindOf = ({ kind }: Pick<PastDocument, 'kind'>): DocumentKind =>
  kind === categoryChange.contract.kind ? categoryChange : kindServers[kindNamed(kind)!]
