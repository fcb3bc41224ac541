/** What a book comes to: how its rows stand, and the cages and warehouses as they would be. */
import * as z from 'zod'

export const counts = z.object({
  ready: z.number(),
  wrong: z.number(),
  there: z.number(),
  left: z.number(),
  /** ready ones that look like something that is there */
  doubted: z.number(),
})

export const cageOutcome = z.object({
  cage: z.string(),
  count_before: z.number(),
  count: z.number(),
  weight: z.number(),
  avg_weight: z.number(),
})
export type CageOutcome = z.infer<typeof cageOutcome>

export const lacking = z.object({ good: z.string(), stock: z.string(), amount: z.number() })
export type Lacking = z.infer<typeof lacking>

export const goodOutcome = z.object({ good: z.string(), stock: z.string(), before: z.number(), after: z.number() })
