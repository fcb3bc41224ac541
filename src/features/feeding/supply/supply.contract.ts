/** «Корм: на сколько хватит»: what lies in warehouses against what will be fed, and what to order when. */
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'

/** Days ahead that may be asked for. */
const LEAST_DAYS = 7
export const MOST_DAYS = 90
export const USUAL_DAYS = 30

const cageNeed = z.object({
  cage_id: z.number(),
  cage_number: z.string(),
  /** kg in all these days, and how much of it the plans say */
  need: z.number(),
  planned: z.number(),
})

/** What a row is made of: of one alone, for a farm may have thousands of feeds. */
const supplyDetails = z.object({
  stocks: z.array(z.object({ id: z.number(), name: z.string(), amount: z.number() })),
  /** kg in the common warehouses that are used after these */
  common_left: z.number(),
  /** kg that the plans say of what is needed */
  planned: z.number(),
  lead_days: z.number(),
  safety_days: z.number(),
  /** kg */
  lot: z.number().nullable(),
  /** days without feed until it comes */
  hungry: z.number(),
  /** kg that are missing until the last day */
  missing: z.number(),
  /** kg by day: what is fed, what lies there as the day ends, and in the common warehouses; none when nothing is fed */
  days: z.array(z.object({ date: z.string(), need: z.number(), left: z.number(), common: z.number() })),
  /** of open modules, the largest first; the others together, kg */
  cages: z.array(cageNeed),
  elsewhere: z.number(),
})
export type SupplyDetails = z.infer<typeof supplyDetails>

/** What is not so is left out. */
const supplyRow = z.object({
  /** the feed and its place */
  id: z.string(),
  good_id: z.number(),
  good: z.string(),
  /** mm */
  pellet_size: z.number().optional(),
  /** the module whose warehouses these are; none for those that belong to none */
  location_id: z.number().optional(),
  place: z.string().optional(),
  stock_ids: z.array(z.number()),
  /** kg there now */
  left: z.number(),
  /** kg a day, the mean of these days; of all of them */
  need_a_day: z.number(),
  need: z.number(),
  /** the first day that is not fed whole, DD.MM.YYYY; none when it lasts longer */
  runs_out: z.string().optional(),
  supplier_id: z.number().optional(),
  supplier: z.string().optional(),
  /** the last day to order, when it comes, and whether that day is over; none when nothing has to be ordered */
  order_by: z.string().optional(),
  arrives: z.string().optional(),
  late: z.boolean().optional(),
  /** kg: what is missing until the last day, in whole lots */
  order: z.number(),
  details: supplyDetails.optional(),
})
export type SupplyRow = z.infer<typeof supplyRow>

export const supplyCall = endpoint({
  method: 'GET',
  path: '/feed-supply',
  reads: ['fish', 'goods', 'water', 'lists', 'places', 'plans', 'people'],
  ability: 'view feed calcs',
  area: 'feeding',
  slow: true,
  summary: 'Корм: на сколько хватит, когда и сколько заказать',
  details:
    'По планам дней, а где их нет — по нормам назначенных кормов. Нужно и право видеть остатки складов. С `row` — одна строка и из чего она сложилась.',
  input: z.object({
    days: f.integer(LEAST_DAYS, MOST_DAYS).optional().default(USUAL_DAYS),
    /** the id of a row: it alone, with `details` */
    row: f.optionalText(40),
  }),
  answer: z.object({
    /** DD.MM.YYYY */
    until: z.string(),
    /** of these the rows name the ids */
    stocks: z.array(z.object({ id: z.number(), name: z.string() })),
    rows: z.array(supplyRow),
    /** numbers of cages with fish for which nothing says what to feed */
    unknown: z.array(z.string()),
  }),
})

const kg = { type: 'number', unit: 'кг', decimals: 0 } as const

export const supplyColumns: Column[] = [
  { key: 'good', title: 'Корм', type: 'text', always: true },
  { key: 'pellet_size', title: 'Гранула', type: 'number', unit: 'мм' },
  { key: 'place', title: 'Склады', type: 'text', fill: true },
  { key: 'left', title: 'Остаток', headline: 'unit', ...kg },
  { key: 'need_a_day', title: 'В день', ...kg },
  { key: 'runs_out', title: 'Кончится', type: 'day' },
  { key: 'order_by', title: 'Заказать до', type: 'day' },
  { key: 'arrives', title: 'Придёт', type: 'day', optional: true },
  { key: 'order', title: 'Заказать', noZero: true, ...kg },
  { key: 'supplier', title: 'Поставщик', type: 'text', yields: true },
]
