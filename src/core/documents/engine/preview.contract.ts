/** What an operation, its edit or its deletion would change. Kilograms, farm instants 'YYYY-MM-DDTHH:mm'. */
import * as z from 'zod'
import type { Warning } from '../../../shared/ledger/warnings'

const fishState = z.object({ count: z.number(), weight: z.number(), avg_weight: z.number() })

/** An operation after which a group would differ. */
const recordChange = z.object({
  operation_id: z.number(),
  kind: z.string(),
  datetime: z.string(),
  /** the operation that is itself made, edited or deleted */
  own: z.boolean(),
  /** as entered; null when its kind has none */
  count: z.number().nullable(),
  avg_weight: z.number().nullable(),
  /** cage numbers of a transfer; null for other kinds, and for a module closed to the user */
  from: z.string().nullable(),
  to: z.string().nullable(),
  before: fishState,
  after: fishState,
})

/** A group of a cage whose numbers would change. */
const groupChange = z.object({
  cage_id: z.number(),
  cage_number: z.string(),
  generation_id: z.number(),
  generation_name: z.string(),
  age_category_id: z.number(),
  age_category_name: z.string(),
  /** the first instant with a difference */
  start: z.string(),
  /** from here on it is unchanged; null when it differs until now */
  end: z.string().nullable(),
  /** now, or just before `end` where the difference has ended */
  before: fishState,
  after: fishState,
  /** the first operations with different entries, and how many there are */
  records: z.array(recordChange),
  entries: z.number(),
})
export type GroupPreview = z.infer<typeof groupChange>

/** The current amount in a warehouse, and the one after the change. */
const goodChange = z.object({
  good_id: z.number(),
  good: z.string(),
  measure: z.string(),
  stock_id: z.number(),
  stock: z.string(),
  before: z.number(),
  after: z.number(),
})

/** An item that would be in another warehouse; null for a closed one. */
const itemChange = z.object({
  item_id: z.number(),
  item: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})

const warning = z.discriminatedUnion('about', [
  z.object({ about: z.literal(['loss', 'density', 'ration']), percent: z.number() }),
  z.object({ about: z.literal(['average', 'count']), typed: z.number(), expected: z.number() }),
  z.object({ about: z.literal('band'), typed: z.number(), expected: z.number(), low: z.number(), high: z.number() }),
  z.object({ about: z.literal('feed'), times: z.number() }),
  z.object({ about: z.literal('expired'), good: z.number(), best_before: z.string() }),
  z.object({ about: z.literal('later'), at: z.string(), cage: z.string().nullable() }),
  z.object({ about: z.literal('withdrawal'), medicine: z.string(), free_on: z.string().nullable() }),
]) satisfies z.ZodType<Warning>

export const previewAnswer = z.object({
  /** warnings about unusual values, shown before saving; averages in milligrams. They refuse nothing */
  doubts: z.array(warning),

  groups: z.array(groupChange),
  /** changed groups that are not listed: in closed modules, or too many */
  others: z.number(),
  /** fish ledger entries that are recomputed */
  entries: z.number(),
  goods: z.array(goodChange),
  items: z.array(itemChange),
  warning: z.string().nullable(),
})
z.globalRegistry.add(previewAnswer, { id: 'Preview' })
export type PreviewAnswer = z.infer<typeof previewAnswer>
