/** Options in a feeding row, and what follows from a choice. */
import { NBSP, showAmount } from '../../../web/format'
import type { CellOption } from '../../../web/ui/grid-edit/cells'
import type { GoodRow } from '../../goods/good.contract'
import type { BatchRow } from './batch-model.web'

export const APPETITES = ['1', '2', '3', '4', '5']

const holds = (good: GoodRow, stock: string) => (good.stocks_count[stock] ?? 0) > 0

export const goodById = (goods: readonly GoodRow[], id: string | undefined): GoodRow | undefined =>
  goods.find((good) => String(good.id) === id)

/** Warehouses that hold a feed, each with its amount. */
export const stockChoices = (good: GoodRow | undefined, stocks: Map<string, string>, unit: string): CellOption[] =>
  [...stocks].flatMap(([id, name]) =>
    good && holds(good, id)
      ? [{ value: id, label: `${name} · ${showAmount(good.stocks_count[id])}${NBSP}${unit}` }]
      : [],
  )

/** Chooses a feed: the warehouse stays if it holds that feed, otherwise the only one that does is chosen. */
export function withFeed(good: GoodRow | undefined, stock: string | undefined): BatchRow {
  if (!good) return { feed_type_id: '', stock_id: '' }
  const held = Object.keys(good.stocks_count).filter((id) => holds(good, id))
  return {
    feed_type_id: String(good.id),
    stock_id: stock && held.includes(stock) ? stock : held.length === 1 ? held[0]! : '',
  }
}
