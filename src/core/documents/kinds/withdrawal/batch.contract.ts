/** A batch: fish that the workshop received into one warehouse on one day. */
import * as z from 'zod'

export const batchRow = z.object({
  id: z.number(),
  /** its number within the company, as text */
  name: z.string(),
  /** DD.MM.YYYY */
  date: z.string(),
  /** of its first fish, HH:mm */
  time: z.string(),
  stock_id: z.number(),
  stock_name: z.string(),
  creator_user_name: z.string().nullable(),
  /** farm time; null while it is open */
  processed_at: z.string().nullable(),
  sum_entities_count: z.number(),
  /** kg */
  sum_entities_weight: z.number(),
  /** its positions, one for each withdrawal */
  entities: z.array(
    z.object({
      withdrawal_id: z.number(),
      /** the cage it came from */
      cage: z.string(),
      /** the generation */
      name: z.string(),
      /** the age category */
      type_translation: z.string(),
      count: z.number(),
      /** kg, by the workshop's weight */
      avg_weight: z.number(),
      /** the workshop's weight, kg */
      weight: z.number(),
    }),
  ),
})
