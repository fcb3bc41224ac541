import type { StockLine } from '../../../server/db/ledger/stock-ledger'
import type { Document } from './document.server'

/** A document's volume leaves its warehouse. */
export const takenFrom = ({ id, at, good_id, stock_id, volume }: Document): StockLine => ({
  id,
  at,
  good: good_id!,
  stock: stock_id!,
  amount: -volume!,
})
