import { kindNamed } from '../../../core/documents/kinds/kinds.contract'
import { kindServers } from '../../../core/documents/kinds/kinds.server'
import type { PastDocument } from '../reading/rows.server'

/** The kind of a document that a book brings. */
export const kindOf = ({ kind }: Pick<PastDocument, 'kind'>) => kindServers[kindNamed(kind)!]
