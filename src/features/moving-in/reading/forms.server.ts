/** What each kind of row has of the fields of a book, and when it happens on a day. */
import type { PastField, PastKind } from '../calls/past-words.contract'

/** Fields of a form by the fields of a row. */
export const FORMS: Record<PastKind, Partial<Record<PastField, string>>> = {
  receipt: {
    good: 'good_id',
    stock: 'stock_id',
    volume: 'amount',
    price: 'price',
    lot: 'lot',
    best_before: 'best_before',
  },
  stocking: {
    cage: 'to_id',
    generation: 'generation_id',
    category: 'age_category_id',
    count: 'count',
    avg_weight: 'avg_weight',
    weight: 'weight',
  },
  weighing: {
    cage: 'cage_id',
    generation: 'generation_id',
    count: 'count',
    avg_weight: 'avg_weight',
    weight: 'weight',
  },
  feeding: { cage: 'cage_id', good: 'feed_type_id', stock: 'stock_id', volume: 'volume' },
  treatment: { cage: 'cage_id', good: 'good_id', stock: 'stock_id', volume: 'volume' },
  retreat: {
    cage: 'from_id',
    generation: 'generation_id',
    category: 'age_category_id',
    count: 'count',
    weight: 'weight',
  },
  transfer: {
    cage: 'from_id',
    to_cage: 'to_id',
    generation: 'generation_id',
    category: 'age_category_id',
    count: 'count',
    avg_weight: 'avg_weight',
    weight: 'weight',
  },
  withdrawal: {
    cage: 'from_id',
    generation: 'generation_id',
    category: 'age_category_id',
    count: 'count',
    avg_weight: 'avg_weight',
    weight: 'weight',
    reason: 'reason',
  },
  measurement: { cage: 'cage_id' },
  spending: {
    cage: 'for_cage_id',
    generation: 'generation_id',
    name: 'name',
    sum: 'amount',
    article: 'spending_category_id',
  },
}

/** When it happened on a day whose time nobody wrote: feed and fish come first, fish leave last. */
export const TIMES: Record<PastKind, string> = {
  receipt: '05:00',
  stocking: '06:00',
  weighing: '07:00',
  feeding: '08:00',
  measurement: '09:00',
  treatment: '09:30',
  retreat: '10:00',
  transfer: '11:00',
  withdrawal: '12:00',
  spending: '00:00',
}
