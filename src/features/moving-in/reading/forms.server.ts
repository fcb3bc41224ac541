/** What each kind of row has of the fields of a book, by which rules, and when it happens on a day. */
import type { AnyKindRules } from '../../../core/documents/engine/kind-rules.contract'
import { categoryChange } from '../../../core/documents/kinds/category-change/category-change.contract'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import type { DocumentKind, NamedList, PastField, PastKind } from '../calls/past-words.contract'

/** What each kind of row becomes. */
export const PAST_RULES = { ...kinds, categoryChange } as unknown as Readonly<Record<DocumentKind, AnyKindRules>>

const group = { cage: 'cage_id', generation: 'generation_id', category: 'age_category_id' } as const
const goods = { good: 'good_id', stock: 'stock_id', volume: 'amount' } as const

/** Fields of a form by the fields of a row. */
export const FORMS: Record<PastKind, Partial<Record<PastField, string>>> = {
  receipt: {
    ...goods,
    counterparty: 'counterparty_id',
    price: 'price',
    lot: 'lot',
    best_before: 'best_before',
    waybill: 'waybill_number',
    waybill_date: 'waybill_date',
    vat: 'vat_rate',
    act: 'act_number',
  },
  stocking: {
    cage: 'to_id',
    generation: 'generation_id',
    category: 'age_category_id',
    count: 'count',
    avg_weight: 'avg_weight',
    weight: 'weight',
    sum: 'payment',
    origin: 'origin',
    condition: 'condition',
  },
  weighing: {
    cage: 'cage_id',
    generation: 'generation_id',
    count: 'count',
    avg_weight: 'avg_weight',
    weight: 'weight',
  },
  feeding: { cage: 'cage_id', good: 'feed_type_id', stock: 'stock_id', volume: 'volume', growth: 'growth' },
  treatment: { cage: 'cage_id', good: 'good_id', stock: 'stock_id', volume: 'volume' },
  retreat: {
    cage: 'from_id',
    generation: 'generation_id',
    category: 'age_category_id',
    count: 'count',
    weight: 'weight',
    cause: 'loss_cause_id',
  },
  transfer: {
    cage: 'from_id',
    to_cage: 'to_id',
    generation: 'generation_id',
    category: 'age_category_id',
    count: 'count',
    avg_weight: 'avg_weight',
    weight: 'weight',
    selection: 'selection',
  },
  withdrawal: {
    cage: 'from_id',
    generation: 'generation_id',
    category: 'age_category_id',
    count: 'count',
    avg_weight: 'avg_weight',
    weight: 'weight',
    selection: 'selection',
    reason: 'reason',
    counterparty: 'counterparty_id',
    employee: 'employee_id',
    price: 'price_per_kilogram',
    sum: 'payment',
  },
  measurement: { cage: 'cage_id' },
  spending: {
    cage: 'for_cage_id',
    generation: 'generation_id',
    name: 'name',
    sum: 'amount',
    article: 'spending_category_id',
  },
  categoryChange: group,
  correction: { ...group, count: 'count' },
  closeOut: { ...group, count: 'count' },
  writeOff: goods,
  move: { ...goods, to_stock: 'to_stock_id' },
  stocktake: goods,
}

/** When it happened on a day whose time nobody wrote: feed and fish come first, fish leave last. */
export const TIMES: Record<PastKind, string> = {
  receipt: '05:00',
  move: '05:30',
  stocking: '06:00',
  weighing: '07:00',
  feeding: '08:00',
  measurement: '09:00',
  treatment: '09:30',
  retreat: '10:00',
  transfer: '11:00',
  categoryChange: '11:30',
  withdrawal: '12:00',
  correction: '13:00',
  closeOut: '13:30',
  writeOff: '18:00',
  stocktake: '20:00',
  spending: '00:00',
}

/** Numbers that may be none: what was counted, and a growth that is known to be none. */
export const FROM_ZERO: Partial<Record<PastKind, PastField>> = {
  correction: 'count',
  closeOut: 'count',
  stocktake: 'volume',
  feeding: 'growth',
}

/** The fish that are there say what a row leaves out, unless it is the row that brings or sorts them. */
const saidByFish = (kind: PastKind) => kind !== 'stocking' && kind !== 'categoryChange'
/** Names that a row may leave out. */
const MAY_BE_LEFT: Partial<Record<NamedList, (kind: PastKind) => boolean>> = {
  reason: () => true,
  counterparty: () => true,
  employee: () => true,
  cause: () => true,
  generation: saidByFish,
  category: saidByFish,
  cage: (kind) => kind === 'measurement' || kind === 'spending',
}
export const mayBeLeft = (list: NamedList, kind: PastKind): boolean => MAY_BE_LEFT[list]?.(kind) ?? false
