import { isOfCages } from '../../documents/engine/kind-rules.contract'
import type { AnyKind } from '../../documents/engine/operation.contract'
import { kinds } from '../../documents/kinds/kinds.contract'

/** Columns that sum up the lines of a document in the words of its page. */
const LINED = new Set(['goods', 'to', 'differences'])

/** The journals whose rows are the same as sheets: those of fish, without lines. */
export const sheetJournals: readonly AnyKind[] = Object.values(kinds)
  .filter(isOfCages)
  .map((kind) => kind as unknown as AnyKind)
  .filter(({ columns }) => !columns.some(({ key }) => LINED.has(key)))
