import type { StockLine } from '../../../server/db/ledger/stock-ledger'
import type { Document } from '../../operations/document.server'
import type { KindName } from '../../operations/kinds.contract'
import { kindServers } from '../../operations/kinds.server'
import { ADDING, addingLine } from './adding.server'

/** What an operation of any kind posts to the goods ledger. */
export function stockLinesOf(document: Document): StockLine[] {
  const line =
    document.kind === ADDING ? addingLine(document) : kindServers[document.kind as KindName]?.stock?.(document)
  return line ? [line] : []
}
