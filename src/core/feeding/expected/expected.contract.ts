/** What the fish of cages are expected to weigh by now, and how far that may be off. Weights in kg. */
import * as z from 'zod'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'

export const expectedGroup = z.object({
  cage_id: z.number(),
  group_id: z.number(),
  generation_id: z.number(),
  age_category_id: z.number(),
  count: z.number(),
  avg_weight: z.number(),
  /** where nine of ten weighings of unknown sample would lie */
  low: z.number(),
  high: z.number(),
  /** what other bands are made of: W^⅓ in grams^⅓, its variance, by how much its bands are widened */
  root: z.number(),
  variance: z.number(),
  widening: z.number(),
  /** how many weighings stand behind it, and the last */
  weighings: z.number(),
  weighed: z.object({ datetime: z.string(), avg_weight: z.number(), sample: z.number().nullable() }).nullable(),
})
export type ExpectedGroup = z.infer<typeof expectedGroup>

export const expectedCall = endpoint({
  method: 'GET',
  path: '/expected-weights',
  reads: ['fish', 'water', 'lists', 'places'],
  ability: 'signed-in',
  area: 'operations',
  summary: 'Ожидаемая навеска садков сейчас и полоса, в которой она лежит',
  details:
    'По навескам, кормлениям, нормам и воде; учёт рыбы от неё не зависит. Полоса — где окажутся девять навесок из десяти с неизвестной пробой. ' +
    'Садки модулей, открытых пользователю; без `cages_id` все.',
  input: z.object({ cages_id: f.idFilter() }),
  answer: z.object({
    /** 'YYYY-MM-DD', at the end of which it is so */
    day: z.string(),
    groups: z.array(expectedGroup),
  }),
})
