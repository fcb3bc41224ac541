import { groupBy } from '../../shared/collections'
import type { Priced, Received } from '../../shared/ledger/valuation'

/** Sums receipts by calendar year, in order: what the difference of two standings has to be. */
export const receivedByYear = (receipts: readonly Priced[]): Received[] =>
  [...groupBy(receipts, ({ at }) => Number(at.slice(0, 4)))].map(([year, own]) => ({
    year,
    amount: own.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    worth: own.reduce((sum, { amount, price }) => sum + BigInt(amount) * BigInt(price), 0n),
    assumed: own.some(({ assumed }) => assumed),
  }))
