/** What operations of any kind do to the two ledgers. */
import {
  type Change,
  type EffectOf,
  isRefusal,
  recast,
  type Recast,
  type RecastOptions,
} from '../../../server/db/ledger/fish-ledger'
import { isStockRefusal, postStock } from '../../../server/db/ledger/stock-ledger'
import type { Context } from '../../../server/http/route'
import type { Document, KindServer } from './document.server'
import { fishRefusal, stockRefusal, type Under, underOwn } from './rules.server'

/** What the engine needs to know of all kinds at once, because a fold replays operations of every kind. */
export interface Registry {
  effectOf: EffectOf
  nounOf(kind: string): string
  /** the own fields of a kind's row, also of a kind without a journal */
  rowOf(kind: string): KindServer['row']
}

/** An operation as it stood and as it will stand; null for none. */
export interface Written {
  before: Document | null
  after: Document | null
}

export interface Posted {
  folded: Recast | null
  /** the goods ledger has taken it; what is read after it need not wait to be asked for */
  drawn: Promise<void>
}

/** Posts to both ledgers; a refusal becomes the sentence that names the first operation that would break. */
export async function post(
  kind: KindServer,
  registry: Registry,
  context: Context,
  changes: Written[],
  { under = underOwn, ...options }: RecastOptions & { under?: Under } = {},
): Promise<Posted> {
  const { tx, company } = context
  const told = async (error: unknown): Promise<never> => {
    if (isRefusal(error)) throw await fishRefusal(context, error, registry.nounOf, under)
    if (isStockRefusal(error)) throw await stockRefusal(context, error, registry.nounOf, under)
    throw error
  }
  const folded = kind.movesFish
    ? await recast(tx, company.id, changes as Change[], registry.effectOf, options).catch(told)
    : null
  if (!kind.movesFish) await options.store?.()
  const lineOf = (document: Document | null) => (document && kind.stock ? kind.stock(document) : null)
  const lines = changes.map(({ before, after }) => ({ before: lineOf(before), after: lineOf(after) }))
  const drawn = kind.stock ? postStock(tx, company.id, lines).catch(told) : Promise.resolve()
  drawn.catch(() => undefined)
  return { folded, drawn }
}
