/**
 * What feedings of these days will be recorded with: one answer for the whole farm, so that a device can tell the
 * growth while the network is away. Weights in kg, temperatures in °C.
 */
import * as z from 'zod'
import { endpoint } from '../../../shared/contract'

const monthDay = z.object({ day: z.number(), month: z.number() })

/** A season of norms without its rates. */
const season = z.object({
  from: monthDay,
  to: monthDay,
  temperatures: z.array(z.number()),
  /** what the conversion rate is multiplied by, for each temperature */
  coefficients: z.array(z.number()),
  rows: z.array(z.object({ min: z.number(), max: z.number(), feed_conversion_rate: z.number() })),
})

/** The call has no date, so that an answer kept in the evening is still valid in the morning. */
export const growingCall = endpoint({
  method: 'GET',
  path: '/growth-terms',
  reads: ['fish', 'water', 'lists', 'places', 'people'],
  ability: 'create feedings',
  area: 'operations',
  summary: 'По чему растёт рыба: нормы кормов, назначенный корм и вода садков вчера, сегодня и завтра',
  details:
    'Кормление растит рыбу по нормам своего корма, без них по нормам назначенного. Пусто, пока прирост по кормлениям выключен. ' +
    'Завтра — как если бы новых замеров не было.',
  input: z.object({}),
  answer: z.object({
    /** at most 200 feeds */
    norms: z.array(z.object({ feed_type_id: z.number(), version: z.number(), seasons: z.array(season) })),
    /** cages with fish, those of which the same is known together */
    places: z.array(
      z.object({
        cages_id: z.array(z.number()),
        days: z.array(
          z.object({
            /** 'YYYY-MM-DD' */
            day: z.string(),
            /** the assigned feed */
            feed_type_id: z.number().nullable(),
            temperature: z.number().nullable(),
          }),
        ),
      }),
    ),
  }),
})
