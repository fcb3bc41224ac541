/**
 * The first feed of a farm: a good, its warehouse and a receipt in one call. What does not exist by its name is
 * created.
 */
import * as z from 'zod'
import { endpoint } from '../../shared/contract'
import * as f from '../../shared/fields'

export const firstFeedCall = endpoint({
  method: 'POST',
  path: '/first-feed',
  ability: 'write stocks',
  area: 'warehouse',
  summary: 'Первый корм: расходник, склад и приход',
  input: z.object({
    /** name of the feed */
    good: f.name(200),
    /** name of the warehouse */
    stock: f.name(200),
    /** of the warehouse, if it is made */
    location_id: f.optionalId(),
    date: f.day(),
    /** kg */
    amount: f.amount(),
    /** roubles a kilogram */
    price: f.optional(f.roubles()),
  }),
  answer: z.object({ good_id: z.number(), stock_id: z.number(), receipt_id: z.number() }),
})
