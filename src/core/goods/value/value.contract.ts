/** What goods are worth, what each lot of a good cost, and how much there was day by day. */
import * as z from 'zod'
import type { Ability } from '../../../shared/abilities'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { type GoodKind, READING_GOODS } from '../good.contract'

/** First in, first out, or the average of the calendar year. */
const method = f.oneOf(['fifo', 'avg']).optional().default('fifo')
/** at the end of this day; left out, now */
const date = f.optional(f.day())

const valueRow = z.object({
  good_id: z.number(),
  /** in the warehouses that the user may use */
  amount: z.number(),
  /** roubles of that amount, at the unit cost */
  value: z.number(),
  /** roubles for one unit of all that the company has, wherever it lies */
  unit_cost: z.number(),
  /** some of it came without a price, so that of an earlier receipt was taken */
  warning: z.string().nullable(),
})

const layer = z.object({
  /** of the document that brought it */
  operation_id: z.number(),
  line: z.number(),
  kind: z.string(),
  datetime: z.string(),
  /** the warehouse that it came into */
  stock: z.string(),
  counterparty: z.string().nullable(),
  waybill_number: z.string().nullable(),
  /** roubles for one unit */
  price: z.number(),
  /** it came without a price and has that of the receipt before */
  assumed: z.boolean(),
  amount: z.number(),
  left: z.number(),
  /** roubles of what is left; all of them add up to the value of the good */
  value: z.number(),
})
export type LayerRow = z.infer<typeof layer>

const issue = z.object({
  operation_id: z.number(),
  line: z.number(),
  datetime: z.string(),
  stock_id: z.number(),
  amount: z.number(),
  /** roubles */
  cost: z.number(),
})

export const NO_PRICE = 'Не у всех приходов есть цена: взята цена предыдущего прихода'

interface ValueArea {
  kind: GoodKind
  title: string
  area: string
  ability: Ability
  /** before '-value' and '-balance' */
  path: string
}

const callsOf = ({ title, area, ability, path }: ValueArea) => {
  const common = { method: 'GET', reads: ['goods', 'lists'], ability, area } as const
  return {
    /** of all that there is */
    all: endpoint({
      ...common,
      path: `/${path}-value`,
      summary: `${title}: стоимость остатков`,
      input: z.object({ date, method }),
      answer: z.object({ rows: z.array(valueRow), total: z.number() }),
    }),
    /** of one good; with `start`, what each issue from then on has cost, first in, first out */
    one: endpoint({
      ...common,
      path: `/${path}-value/{id}`,
      summary: `${title}: из каких приходов остаток`,
      input: z.object({ id: f.id(), date, method, start: f.optional(f.day()) }),
      answer: valueRow.extend({
        stocks: z.array(z.object({ stock_id: z.number(), stock: z.string(), amount: z.number(), value: z.number() })),
        /** oldest first; null by the average, and for whoever may not use all warehouses */
        layers: z.array(layer).nullable(),
        issues: z.array(issue),
      }),
    }),
    /** what there was before the period, and at the end of each day of it that changed something */
    balance: endpoint({
      ...common,
      path: `/${path}-balance/{id}`,
      summary: `${title}: остаток по дням`,
      input: z.object({ id: f.id(), start: f.day(), end: f.day(), stock_id: f.optionalId() }),
      answer: z.object({ opening: z.number(), days: z.array(z.object({ date: z.string(), amount: z.number() })) }),
    }),
  }
}

export const valueCalls = {
  good: callsOf({
    kind: 'good',
    title: 'Расходники',
    area: 'warehouse',
    ability: READING_GOODS.good,
    path: 'goods',
  }),
  workshop_good: callsOf({
    kind: 'workshop_good',
    title: 'Продукция цеха',
    area: 'workshop',
    ability: READING_GOODS.workshop_good,
    path: 'workshop-goods',
  }),
}
