/** What a book comes to: how its rows stand, and the cages and warehouses as they would be. */
import * as z from 'zod'

export const counts = z.object({
  ready: z.number(),
  wrong: z.number(),
  there: z.number(),
  left: z.number(),
  /** ready ones that look like something that is there */
  doubted: z.number(),
  /** whose running balance says otherwise than the ledger */
  differs: z.number(),
})

export const cageOutcome = z.object({
  cage: z.string(),
  count_before: z.number(),
  count: z.number(),
  weight: z.number(),
  avg_weight: z.number(),
})
export type CageOutcome = z.infer<typeof cageOutcome>

export const lacking = z.object({ good: z.string(), measure: z.string(), stock: z.string(), amount: z.number() })
export type Lacking = z.infer<typeof lacking>

export const goodOutcome = z.object({
  good: z.string(),
  /** «кг» */
  measure: z.string(),
  stock: z.string(),
  before: z.number(),
  after: z.number(),
})
export type GoodOutcome = z.infer<typeof goodOutcome>

/** A cage from which a book takes fish that nothing has brought: what it would have to begin with. */
export const lackingFish = z.object({
  /** as the book has them */
  cage: z.string(),
  module: z.string().nullable(),
  day: z.string(),
  /** null where no row says */
  count: z.number().nullable(),
  avg_weight: z.number().nullable(),
  generation: z.string().nullable(),
  category: z.string().nullable(),
})
export type LackingFish = z.infer<typeof lackingFish>
