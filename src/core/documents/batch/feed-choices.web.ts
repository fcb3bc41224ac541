/** What a row of feeding may choose from, and what follows a choice. */
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

/** A feed was chosen: its warehouse stays if it holds the feed, else it is the only one that does. */
export function withFeed(good: GoodRow | undefined, stock: string | undefined): BatchRow {
  if (!good) return { feed_type_id: '', stock_id: '' }
  const held = Object.keys(good.stocks_count).filter((id) => holds(good, id))
  return {
    feed_type_id: String(good.id),
    stock_id: stock && held.includes(stock) ? stock : held.length === 1 ? held[0]! : '',
  }
}
