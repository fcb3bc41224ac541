import type { StockLine } from '../../server/db/ledger/stock-ledger'
import type { Document } from './engine/document.server'
import type { KindName } from './kinds/kinds.contract'
import { kindServers } from './kinds/kinds.server'
import { ADDING, addingLine } from './adding/adding.server'

/** What an operation of any kind posts to the goods ledger. */
export function stockLinesOf(document: Document): StockLine[] {
  const line =
    document.kind === ADDING ? addingLine(document) : kindServers[document.kind as KindName]?.stock?.(document)
  return line ? [line] : []
}
