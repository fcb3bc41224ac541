import * as z from 'zod'
import { spendingFilter } from '../../core/documents/kinds/spending/spending.contract'
import { endpoint } from '../../shared/contract'
import * as f from '../../shared/fields'

const sums = {
  /** roubles */
  amount: z.number(),
  /** how many entries */
  count: z.number(),
}
const part = { ...sums, /** % of the whole, two decimals */ share: z.number() }

/** Totals of the list of expenses, largest first. */
export const spendingTotalsCall = endpoint({
  method: 'GET',
  path: '/spending/totals',
  reads: ['spending', 'lists'],
  ability: 'access spending',
  area: 'spending',
  summary: 'Затраты за период: всего, по статьям и по генерациям',
  input: z.object({ start: f.instant('start'), end: f.instant('end'), ...spendingFilter }),
  answer: z.object({
    ...sums,
    by_category: z.array(z.object({ spending_category_id: z.number(), name: z.string(), ...part })),
    /** without a generation: both null */
    by_generation: z.array(z.object({ generation_id: z.number().nullable(), name: z.string().nullable(), ...part })),
  }),
})
