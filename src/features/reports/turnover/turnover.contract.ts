/** Turnover balance sheets: what lay in warehouses, what came, what left, what lies there. */
import * as z from 'zod'
import { type GoodKind, goodType, goodTypeFilter, READING_GOODS } from '../../../core/goods/good.contract'
import type { Column } from '../../../shared/columns'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { comparedCells, comparedColumns } from '../../../shared/report/compared-rows'
import type { Comparison } from '../../../shared/report/compared'
import { filterFields } from '../../../shared/filters'

export const GROUPS = { stock_name: 'По складам', name: 'По названиям' } as const
export const TURNOVER_TITLES: Record<GoodKind, string> = {
  good: 'Оборотно-сальдовая ведомость',
  workshop_good: 'Оборотно-сальдовая ведомость по продукции',
}
type Group = keyof typeof GROUPS

const amounts = {
  start_amount: z.number(),
  /** what came: also from other warehouses, and surpluses of stocktakes */
  credit: z.number(),
  /** what left: also to other warehouses, and shortages of stocktakes */
  debit: z.number(),
  /** start_amount + credit − debit */
  end_amount: z.number(),
}

const row = z.object({
  id: z.string(),
  /** null under a group by name, and of the total of such a group */
  stock_id: z.number().nullable(),
  stock_name: z.string(),
  good_id: z.number().nullable(),
  name: z.string(),
  type: goodType.nullable(),
  /** the unit of its amounts: kilograms where they were asked for and the weight is known */
  measure_name: z.string(),
  ...amounts,
  /** the sum of the group above it */
  is_total: z.boolean(),
  /** of the earlier period that was asked for, in the same unit */
  before: z.object(amounts).nullish(),
})
export type TurnoverRow = z.infer<typeof row>

const input = z.object({
  start: f.instant('start'),
  end: f.instant('end'),
  ignore_goods_without_transactions: f.flag(),
  show_in_kg: f.flag(),
  transactionable_ids: f.idFilter(),
  ...filterFields('stocks'),
  type: goodTypeFilter(),
  compare: f.oneOf(['previous', 'year']).nullish(),
  group_by: f.oneOf(['stock_name', 'name']).optional().default('stock_name'),
  ...f.paging,
})

const callOf = (kind: GoodKind, path: string, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    reads: ['goods', 'lists'],
    ability: READING_GOODS[kind],
    area: 'reports',
    summary,
    details:
      'Дни считаются целиком. Без `page` ответ — все строки, не больше 10 000, с `page` — страница таблицы с итогами групп; ' +
      '`footer` есть только там, где у всех строк одна единица.',
    input,
    answer: z.union([
      z.array(row),
      z.object({ rows: z.array(row), total: z.number(), footer: z.record(z.string(), z.number()) }),
    ]),
    example: { start: '01.01.2026', end: '30.06.2026' },
  })

export const turnoverCalls = {
  good: callOf('good', '/good-turnover-balance', 'Оборотно-сальдовая ведомость расходников'),
  workshop_good: callOf('workshop_good', '/workshop-good-turnover-balance', 'Оборотно-сальдовая ведомость продукции'),
}

/** What is compared with the earlier period. */
export const COMPARED = ['credit', 'debit', 'end_amount'] as const

export const turnoverColumns = (
  kind: GoodKind,
  group: Group,
  comparison: Comparison | null,
  t: (key: string) => string,
): Column[] => {
  const stock: Column = { key: 'stock_name', title: 'Склад', type: 'text', always: true }
  const name: Column = {
    key: 'name',
    title: kind === 'good' ? 'Расходник' : 'Продукция',
    type: 'text',
    fill: true,
    always: true,
  }
  const amount = (key: keyof typeof amounts, title: string): Column => ({ key, title, type: 'amount', footer: true })
  const columns: Column[] = [
    ...(group === 'name' ? [name, stock] : [stock, name]),
    amount('start_amount', 'Остаток на начало'),
    { ...amount('credit', 'Приход'), noZero: true },
    { ...amount('debit', 'Расход'), noZero: true },
    { ...amount('end_amount', 'Остаток на конец'), headline: 'measure_name' },
    { key: 'measure_name', title: 'Ед.', type: 'text', words: true },
  ]
  return comparedColumns(columns, COMPARED, comparison, t)
}

/** With the numbers of the earlier period as its columns read them. */
export const withBefore = <R extends object>(row: R & { before?: object | null }): R => ({
  ...row,
  ...(row.before && comparedCells(row as Record<string, unknown>, row.before as Record<string, unknown>, COMPARED)),
})
