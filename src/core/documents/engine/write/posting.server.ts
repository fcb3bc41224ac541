/** What operations of any kind do to the two ledgers. */
import { type OperationChange, isRefusal, refold, type Refold } from '../../../../server/db/ledger/fish-ledger'
import type { RefoldOptions } from '../../../../server/db/ledger/refold-options'
import { isItemRefusal, type ItemMoved, postItems } from '../../../../server/db/ledger/item-ledger'
import { isStockRefusal, postStock, type StockRefusal } from '../../../../server/db/ledger/stock-ledger'
import type { EffectOf } from '../../../../shared/ledger/effects'
import type { StockChange, StockLine } from '../../../../server/db/ledger/stock-lines'
import type { Context } from '../../../../server/http/route'
import type { DocumentKind, DocumentChange } from '../document.server'
import { type Document, type DocumentLine, ENTERS } from '../../../../shared/ledger/document'
import { itemSteps } from '../../../../shared/ledger/item-fold'
import { fieldOfLine } from '../kind-rules.contract'
import type { LotRules } from '../../lots/lots.server'
import { fishRefusal, itemRefusal, stockRefusal, type Under, underOwn } from '../rules.server'

/** What the engine needs of all kinds at once, because a fold replays operations of every kind. */
export interface Registry {
  effectOf: EffectOf
  kindInSentence(kind: string): string
  /** refused where a cage has no fish */
  needsFish(kind: string): boolean
  /** what lots of goods the kinds take, and carry along */
  lots: LotRules
  /** the own fields of a kind's row, also for a kind without a journal */
  rowOf(kind: string): DocumentKind['row']
}

export interface PostedChanges {
  folded: Refold | null
  /** resolves once the goods ledger has posted; what depends on it can be read in the same round */
  stockPosted: Promise<void>
  /** items that now lie elsewhere */
  moved: ItemMoved[]
}

/** What a document enters in the goods ledger, line by line. */
export const stockLinesOf = ({ contract }: Pick<DocumentKind, 'contract'>, document: Document | null): StockLine[] =>
  document === null
    ? []
    : (contract.goods?.(document) ?? []).map((line, index) => ({
        ...line,
        id: document.id,
        at: document.at,
        line: index,
        moved: contract.lineOf !== undefined,
      }))

function stockChangesOf(kind: DocumentKind, { before, after }: DocumentChange): StockChange[] {
  const [left, entered] = [stockLinesOf(kind, before), stockLinesOf(kind, after)]
  const lines = Math.max(left.length, entered.length)
  return Array.from({ length: lines }, (_, line) => ({ before: left[line] ?? null, after: entered[line] ?? null }))
}

/** The field of an amount that is missing: in a document with lines, that of the last line that takes the good. */
function fieldOf({ contract }: DocumentKind, changes: DocumentChange[], { stock: lack }: StockRefusal): string {
  const document = changes.find(({ after }) => after?.id === lack.operation)?.after
  const takes = ({ good_id, stock_id, role }: DocumentLine) =>
    good_id === lack.good && stock_id === lack.stock && !ENTERS.has(role)
  const place = document?.lines?.findLastIndex(takes) ?? -1
  return document && place >= 0 ? fieldOfLine(contract, place, 'amount', document) : 'volume'
}

/** Folds all documents of the items again, because an item's place follows from all of them. */
function placeItems({ tx, company }: Context, changes: DocumentChange[]): Promise<ItemMoved[]> {
  const steps = (side: keyof DocumentChange) =>
    changes.flatMap((change) => (change[side] ? itemSteps(change[side]) : []))
  return postItems(tx, company.id, steps('before'), steps('after'))
}

/** Posts to the ledgers; a refusal becomes a text that names the first operation that would break. */
export async function post(
  kind: DocumentKind,
  registry: Registry,
  context: Context,
  changes: DocumentChange[],
  { under = underOwn, ...options }: RefoldOptions & { under?: Under } = {},
): Promise<PostedChanges> {
  const { tx, company } = context
  const told = async (error: unknown): Promise<never> => {
    if (isRefusal(error)) throw await fishRefusal(context, error, registry.kindInSentence, under)
    if (isStockRefusal(error))
      throw await stockRefusal(context, error, registry.kindInSentence, under, fieldOf(kind, changes, error))
    if (isItemRefusal(error)) throw await itemRefusal(context, error, registry.kindInSentence, under)
    throw error
  }
  const moves = changes.some(({ before, after }) => before?.moves_fish || after?.moves_fish)
  const folded = moves
    ? await refold(tx, company.id, changes as OperationChange[], registry.effectOf, options).catch(told)
    : null
  if (!moves) await options.store?.()
  const lined = changes.some(({ before, after }) => before?.lines || after?.lines)
  const moved = lined ? await placeItems(context, changes).catch(told) : []
  const stockPosted = kind.contract.goods
    ? postStock(
        tx,
        company.id,
        changes.flatMap((change) => stockChangesOf(kind, change)),
      ).catch(told)
    : Promise.resolve()
  stockPosted.catch(() => undefined)
  return { folded, stockPosted, moved }
}
