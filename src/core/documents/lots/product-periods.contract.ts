/** Whether products were made of fish that were lifted before a medicine's withdrawal period was over. */
import * as z from 'zod'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'

export const productPeriodsCall = endpoint({
  method: 'GET',
  path: '/product-periods',
  reads: ['fish', 'goods', 'water', 'places', 'lists', 'people'],
  ability: 'access workshop',
  area: 'workshop',
  summary: 'Каренция рыбы, из которой сделана продукция на складе',
  details: 'Каждая партия рыбы, из которой сделана хоть часть того, что лежит на складе. Ничего не запрещает.',
  input: z.object({ stock_id: f.id(), goods_id: f.idFilter() }),
  answer: z.array(
    z.object({
      good_id: z.number(),
      cage: z.string(),
      medicine: z.string(),
      treated_on: z.string(),
      /** the first free day as it was foreseen when the fish were lifted; null when that was too far to tell */
      free_on: z.string().nullable(),
    }),
  ),
})
