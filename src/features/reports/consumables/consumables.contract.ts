/** Series of amounts of goods: consumption of items, consumption by dates, receipts and issues of products. */
import * as z from 'zod'
import { READING_GOODS } from '../../../core/goods/good.contract'
import type { Ability } from '../../../shared/abilities'
import type { Column } from '../../../shared/columns'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { filterFields } from '../../../shared/filters'
import { MILLIONTHS } from '../../../shared/numbers'

/** Goods of one unit that have a series of their own; the others are one series together. */
export const MOST_SERIES = 12

const answer = z.object({
  /** items, or stretches of the period */
  labels: z.array(z.string()),
  datasets: z.array(
    z.object({
      label: z.string(),
      data: z.array(z.number()),
      /** the good; null for all others of its unit together */
      id: z.number().nullable(),
    }),
  ),
  extra: z.object({
    /** the unit of each dataset */
    measures: z.array(z.string()),
    /** of each label: its first and last day, DD.MM.YYYY */
    periods: z.array(z.object({ start: z.string(), end: z.string() })).optional(),
    /** of each label */
    items: z.array(z.number()).optional(),
  }),
})
export type AmountsAnswer = z.infer<typeof answer>

const period = { start: f.instant('start'), end: f.instant('end') }
const detalization = f.oneOf(['day', 'week', 'month']).optional().default('day')

interface Words {
  path: string
  ability: Ability
  summary: string
}

const callOf = <I extends z.ZodObject>({ path, ability, summary }: Words, input: I) =>
  endpoint({
    method: 'GET',
    path: `/chart/data/${path}`,
    reads: ['goods', 'lists', 'places'],
    ability,
    area: 'reports',
    summary,
    input,
    answer,
    example: { start: '01.01.2026', end: '30.06.2026' },
  })

export const consumableCalls = {
  byItems: callOf(
    { path: 'goods-by-items', ability: 'access reports', summary: 'Отчет по расходникам относительно изделий' },
    z.object({ ...period, ...filterFields('items', 'module', 'stocks') }),
  ),
  byDates: callOf(
    { path: 'goods-by-dates', ability: 'access reports', summary: 'Отчет по расходникам по датам' },
    z.object({ ...period, detalization, ...filterFields('goods', 'module', 'stocks') }),
  ),
  products: callOf(
    {
      path: 'workshop-goods-transactions',
      ability: READING_GOODS.workshop_good,
      summary: 'Отчёт о приросте/расходе продукции',
    },
    z.object({
      ...period,
      detalization,
      ...filterFields('shippedProducts'),
      operations_type: f.oneOf(['positive', 'negative']).optional().default('positive'),
    }),
  ),
}

export const OPERATIONS = { positive: 'Внесение', negative: 'Списание' } as const

export interface AmountsRow {
  id: number
  name: string
  [column: string]: string | number
}

/** The column of a dataset. */
export const amountKey = (index: number) => `n${index}`
const exact = (sum: number) => Math.round(sum * MILLIONTHS) / MILLIONTHS

/** Dates newest first, without those of nothing; items in their order. */
function rowsOf({ labels, datasets, extra }: AmountsAnswer): AmountsRow[] {
  const rows = labels.map((name, id): AmountsRow => ({
    id,
    name,
    ...Object.fromEntries(datasets.map(({ data }, index) => [amountKey(index), data[id]!])),
    total: exact(datasets.reduce((sum, { data }) => sum + data[id]!, 0)),
  }))
  const moved = rows.filter(({ id }) => datasets.some(({ data }) => data[id] !== 0))
  return extra.periods ? moved.reverse() : moved
}

/** A column for each good, and their total where they have one unit; `head` says what the labels are. */
export function amountsTable(head: string, answer: AmountsAnswer): { columns: Column[]; rows: AmountsRow[] } {
  const { datasets, extra } = answer
  const units = [...new Set(extra.measures)]
  const columns: Column[] = [
    { key: 'name', title: head, type: 'text', always: true, unsorted: true },
    ...datasets.map(({ label }, index): Column => ({
      key: amountKey(index),
      title: label,
      type: 'amount',
      unit: extra.measures[index]!,
      footer: true,
      noZero: true,
    })),
    ...(units.length === 1 && datasets.length > 1
      ? [{ key: 'total', title: 'Итого', type: 'amount', unit: units[0]!, footer: true } as const]
      : []),
  ]
  return { columns, rows: rowsOf(answer) }
}
