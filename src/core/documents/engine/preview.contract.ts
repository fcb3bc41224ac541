/** What an edit or a deletion of an operation would change. Kilograms, farm instants 'YYYY-MM-DDTHH:mm'. */
import * as z from 'zod'
import type { Warning } from '../../../shared/ledger/warnings'

const fishState = z.object({ count: z.number(), weight: z.number(), avg_weight: z.number() })

/** An operation after which a group would hold something else. */
const recordChange = z.object({
  operation_id: z.number(),
  kind: z.string(),
  datetime: z.string(),
  /** the very operation that is made, edited or deleted */
  own: z.boolean(),
  /** as entered; null where the kind has none */
  count: z.number().nullable(),
  avg_weight: z.number().nullable(),
  /** numbers of the cages of a transfer; null for another kind and where a module is not open to the user */
  from: z.string().nullable(),
  to: z.string().nullable(),
  before: fishState,
  after: fishState,
})

/** A group of a cage whose numbers move. */
const groupChange = z.object({
  cage_id: z.number(),
  cage_number: z.string(),
  generation_id: z.number(),
  generation_name: z.string(),
  age_category_id: z.number(),
  age_category_name: z.string(),
  /** the first instant at which it differs */
  start: z.string(),
  /** from here on it is as it was; null: it differs to this day */
  end: z.string().nullable(),
  /** now; where it is as it was again, just before `end` */
  before: fishState,
  after: fishState,
  /** the first operations whose entries differ, and how many there are */
  records: z.array(recordChange),
  entries: z.number(),
})
export type GroupPreview = z.infer<typeof groupChange>

/** What lies in a warehouse now and would lie there. */
const goodChange = z.object({
  good_id: z.number(),
  good: z.string(),
  measure: z.string(),
  stock_id: z.number(),
  stock: z.string(),
  before: z.number(),
  after: z.number(),
})

/** An item that would now lie in another warehouse; null for one that is closed to the user. */
const itemChange = z.object({
  item_id: z.number(),
  item: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})

const warning = z.discriminatedUnion('about', [
  z.object({ about: z.literal(['loss', 'density', 'ration']), percent: z.number() }),
  z.object({ about: z.literal(['average', 'count']), typed: z.number(), expected: z.number() }),
  z.object({ about: z.literal('feed'), times: z.number() }),
  z.object({ about: z.literal('expired'), good: z.number(), best_before: z.string() }),
  z.object({ about: z.literal('later'), at: z.string(), cage: z.string().nullable() }),
]) satisfies z.ZodType<Warning>

export const previewAnswer = z.object({
  /**
   * what is far from what is known and would be asked about before it is saved; averages in milligrams. Nothing is
   * refused for it
   */
  doubts: z.array(warning),

  groups: z.array(groupChange),
  /** groups that change beside those listed: of modules that the user does not see, or too many to list */
  others: z.number(),
  /** entries of the fish ledger that are computed anew */
  entries: z.number(),
  goods: z.array(goodChange),
  items: z.array(itemChange),
  warning: z.string().nullable(),
})
z.globalRegistry.add(previewAnswer, { id: 'Preview' })
export type PreviewAnswer = z.infer<typeof previewAnswer>
