/**
 * Amounts of a good proposed for a move: everything that is there, or what the target consumes in some days.
 * Millionths.
 */
import { MILLIONTHS, parseDecimal, toMg } from '../../../../shared/numbers'
import { type GoodRow, USAGE_DAYS } from '../../../goods/good.contract'
import type { GoodsLine } from '../../../../shared/ledger/document'
import type { LineTexts } from '../../fields/document-lines.web'

export interface Standing {
  /** amount in the source, without what other lines take of it */
  here: number
  /** lies in the target, with what other lines bring */
  there: number
  /** was used up in the target in `USAGE_DAYS` */
  used: number
  pieces: boolean
}

/** Rounding step: for tens of kilograms, grams are of no use. */
const stepOf = (amount: number, pieces: boolean) => (pieces || amount >= 10 * MILLIONTHS ? MILLIONTHS : 1000)

/** Nobody carries half a piece. */
export const allOf = ({ here, pieces }: Standing): number =>
  Math.max(0, pieces ? Math.floor(here / MILLIONTHS) * MILLIONTHS : here)

/** What the target lacks for so many days, rounded up; null when it consumes nothing. */
export function neededFor(days: number, { there, used, pieces }: Standing): number | null {
  if (used <= 0) return null
  const needed = (used / USAGE_DAYS) * days - Math.max(0, there)
  const step = stepOf(needed, pieces)
  // the error of the division must not add a step
  return needed <= 0 ? 0 : Math.ceil(Number((needed / step).toFixed(6))) * step
}

interface Way {
  /** ids of the warehouses */
  from: string
  to: string
  lines: readonly LineTexts[]
  /** what the stored document did */
  former: readonly GoodsLine[]
}

/** A good as the line with this index finds it. */
export function standingOf(good: GoodRow, index: number, { from, to, lines, former }: Way): Standing {
  const others = lines
    .filter((line, at) => at !== index && line.good_id === String(good.id))
    .reduce((sum, { amount }) => sum + (parseDecimal(amount, 6) ?? 0), 0)
  const lies = (stock: string) =>
    former
      .filter((line) => line.good === good.id && String(line.stock) === stock)
      .reduce((amount, line) => amount - line.amount, toMg(good.stocks_count[stock] ?? 0))
  return {
    here: lies(from) - others,
    there: lies(to) + others,
    used: toMg(good.stocks_used[to] ?? 0),
    pieces: good.measure === 'piece',
  }
}
