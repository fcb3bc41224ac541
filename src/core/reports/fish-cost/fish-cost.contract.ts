/** What living fish have cost: at the end of a day, month by month, and beside what sold fish brought. */
import * as z from 'zod'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { filterFields } from '../../../shared/filters'

export const COST_ROWS = { cage: 'По садкам', module: 'По модулям', generation: 'По генерациям' } as const
export type CostBy = keyof typeof COST_ROWS

const roubles = z.number()
/** Where a denominator is nothing there is no ratio. */
const ratio = z.number().nullable()

/** Roubles; all of them add up to `cost`. */
const parts = {
  /** paid for the fish themselves */
  stocking: roubles,
  feed: roubles,
  medicine: roubles,
  /** expenses for this cage, module or generation */
  own: roubles,
  /** its part of expenses for the whole farm */
  shared: roubles,
}

const figures = {
  count: z.number(),
  /** kg */
  weight: z.number(),
  ...parts,
  cost: roubles,
  /** roubles for a kilogram of living fish */
  per_kg: ratio,
  /** roubles for a fish */
  per_fish: ratio,
  /** kg of feed within it that came without a price, and of fish as they were stocked */
  unpriced_feed: z.number(),
  unpriced_fish: z.number(),
}
const total = z.object(figures)
export type CostFigures = z.infer<typeof total>

const row = z.object({
  /** of the cage, the module, the generation */
  id: z.number(),
  name: z.string(),
  /** of a cage */
  location_id: z.number().nullable(),
  location_name: z.string().nullable(),
  ...figures,
})
export type CostRow = z.infer<typeof row>

/** Roubles: opening + what came + moved − what left = closing. */
const flows = {
  opening: roubles,
  ...parts,
  /** with fish from elsewhere, less what went with fish to elsewhere */
  moved: roubles,
  sold: roubles,
  /** left the farm otherwise */
  taken: roubles,
  /** with losses above the farm's threshold */
  abnormal: roubles,
  /** with the last fish of a group, lost or corrected away */
  lost: roubles,
  closing: roubles,
}

const month = z.object({
  /** its days that are told, DD.MM.YYYY */
  start: z.string(),
  end: z.string(),
  ...flows,
  count: z.number(),
  weight: z.number(),
  per_kg: ratio,
  /** roubles of the farm's expenses for all fish in the month, and the part that fell on these, % */
  shared_all: roubles,
  shared_percent: ratio,
})
export type CostMonthRow = z.infer<typeof month>

const good = z.object({
  id: z.number(),
  name: z.string(),
  type: z.string(),
  measure_name: z.string(),
  amount: z.number(),
  /** roubles for a unit */
  price: ratio,
  money: roubles,
})

const sale = z.object({
  /** of the withdrawal */
  id: z.number(),
  /** DD.MM.YYYY HH:mm */
  datetime: z.string(),
  cage_id: z.number(),
  cage_number: z.string(),
  generation_name: z.string(),
  counterparty: z.string().nullable(),
  count: z.number(),
  weight: z.number(),
  /** roubles; null where the sale has no price */
  revenue: ratio,
  cost: roubles,
  margin: ratio,
  cost_per_kg: ratio,
  price_per_kg: ratio,
  margin_per_kg: ratio,
  /** of the revenue */
  margin_percent: ratio,
})
export type CostSale = z.infer<typeof sale>

const common = {
  method: 'GET',
  ability: 'access reports',
  area: 'reports',
  reads: ['fish', 'goods', 'spending', 'places', 'lists'],
} as const

const told = {
  /** false: the costs are not for whoever asks, and all figures are empty */
  open: z.boolean(),
  /** not all modules are open to whoever asks */
  limited: z.boolean(),
}

export const costCalls = {
  now: endpoint({
    ...common,
    path: '/reports/fish-cost',
    name: 'getFishCost',
    summary: 'Себестоимость живой рыбы на конец дня',
    details:
      'Чем оценены корм и препараты и как делятся общие затраты, задают настройки `cost-method` и `cost-share`. ' +
      'Нужны права на отчёты, затраты и остатки всех складов: без них `open` равно false, а строк нет.',
    slow: true,
    input: z.object({
      date: f.optional(f.day()),
      by: f.oneOf(['cage', 'module', 'generation']).optional().default('cage'),
      ...filterFields('module', 'cages', 'generation'),
    }),
    answer: z.object({
      ...told,
      /** DD.MM.YYYY */
      date: z.string(),
      rows: z.array(row),
      total,
      /** roubles of its month that no fish could take: feed given where nothing swam, expenses for no fish */
      nobody: z.object({ used: roubles, spent: roubles }),
    }),
    example: { by: 'cage' },
  }),
  months: endpoint({
    ...common,
    path: '/reports/fish-cost/months',
    name: 'getFishCostMonths',
    summary: 'Из чего сложилась себестоимость рыбы: по месяцам и по корму',
    details: 'Строка месяца сходится: начало + пришло + пересажено − ушло = конец.',
    slow: true,
    input: z.object({
      start: f.optional(f.day()),
      date: f.optional(f.day()),
      ...filterFields('module', 'cages', 'generation'),
    }),
    answer: z.object({
      ...told,
      months: z.array(month),
      /** of all these months */
      total: z.object(flows),
      goods: z.array(good),
    }),
    example: { cages_id: [12] },
  }),
  sales: endpoint({
    ...common,
    path: '/reports/fish-cost/sales',
    name: 'getFishCostSales',
    summary: 'Продажи рыбы: выручка, себестоимость и маржа',
    slow: true,
    input: z.object({
      start: f.optional(f.day()),
      date: f.optional(f.day()),
      ...filterFields('module', 'cages', 'generation'),
    }),
    answer: z.object({
      ...told,
      rows: z.array(sale),
      total: z.object({
        count: z.number(),
        weight: z.number(),
        revenue: roubles,
        cost: roubles,
        /** of sales with a price */
        margin: roubles,
        margin_per_kg: ratio,
        margin_percent: ratio,
        /** sales without a price, and their kg */
        unpriced: z.number(),
        unpriced_weight: z.number(),
      }),
    }),
    example: { start: '01.01.2026', date: '30.06.2026' },
  }),
}
