/** Fasting and withdrawal periods of the fish in cages, now. Days 'YYYY-MM-DD', degree-days in °C·days. */
import * as z from 'zod'
import { endpoint } from '../../../shared/contract'

/** A group of a cage under the withdrawal period of a medicine. */
export const openPeriodRow = z.object({
  generation_id: z.number(),
  age_category_id: z.number(),
  good_id: z.number(),
  medicine: z.string(),
  /** of the last treatment of these fish, wherever they were then */
  treated_on: z.string(),
  /** what the medicine names, else 500 degree-days: the later counts */
  days: z.number(),
  degree_days: z.number(),
  /** since the treatment */
  days_passed: z.number(),
  degree_days_passed: z.number(),
  /** the first day on which the fish are likely to be free; null when that is too far to tell */
  free_on: z.string().nullable(),
})
export type OpenPeriodRow = z.infer<typeof openPeriodRow>

export const cagePeriods = z.object({
  cage_id: z.number(),
  /** the day on which its fish, or some of them, were last fed or stocked; null when not within a year */
  fed_on: z.string().nullable(),
  /** since then */
  degree_days_unfed: z.number().nullable(),
  /** of each group and medicine, what ends last first */
  periods: z.array(openPeriodRow),
})
z.globalRegistry.add(cagePeriods, { id: 'CagePeriods' })
export type CagePeriods = z.infer<typeof cagePeriods>

export const cagePeriodCalls = {
  now: endpoint({
    method: 'GET',
    path: '/cages/periods',
    name: 'getCagePeriods',
    reads: ['fish', 'goods', 'water', 'places', 'lists', 'people'],
    ability: 'signed-in',
    area: 'cages',
    summary: 'Голодание и каренция по садкам с рыбой',
    input: z.object({}),
    answer: z.array(cagePeriods),
  }),
}
