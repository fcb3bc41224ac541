/** The report and the balance as tables, for the page and for Excel. */
import type { Column } from '../../../shared/columns'
import { MILLIONTHS } from '../../../shared/numbers'
import {
  type AnnualCell,
  type AnnualRow,
  type BalanceRow,
  MEASURES,
  type Measure,
  type SectionName,
  SECTIONS,
} from './annual.contract'

export const balanceColumns: Column[] = [
  { key: 'name', title: 'Расходник', type: 'text', always: true },
  { key: 'measure_name', title: 'Ед.', type: 'text', words: true },
  { key: 'opening_amount', title: 'На начало', type: 'amount', noZero: true },
  { key: 'opening', title: 'На начало', type: 'money', footer: true },
  { key: 'received_amount', title: 'Приход', type: 'amount', noZero: true },
  { key: 'received', title: 'Приход', type: 'money', footer: true },
  { key: 'consumed_amount', title: 'Расход', type: 'amount', noZero: true },
  { key: 'consumed', title: 'Расход', type: 'money', footer: true },
  { key: 'lost_amount', title: 'Потери', type: 'amount', noZero: true },
  { key: 'lost', title: 'Потери', type: 'money', footer: true },
  { key: 'closing_amount', title: 'На конец', type: 'amount', noZero: true },
  { key: 'closing', title: 'На конец', type: 'money', footer: true },
  { key: 'rounding', title: 'Округление', type: 'money', footer: true },
  { key: 'unpriced', title: 'Приход без цены', type: 'money', footer: true },
  { key: 'other_consumed', title: 'Расход другим способом', type: 'money', footer: true },
  { key: 'other_closing', title: 'На конец другим способом', type: 'money', footer: true },
]

const MONEY = ['opening', 'received', 'consumed', 'lost', 'closing', 'unpriced'] as const

/** A row of the balance as its table shows it. */
export const flatBalance = ({ good_id, name, measure_name, rounding = 0, other, ...sums }: BalanceRow) => ({
  ...{ id: String(good_id), good_id, name, measure_name },
  ...Object.fromEntries(
    MONEY.flatMap((key) => {
      const [amount, money] = sums[key] ?? [0, 0]
      return [[key, money] as const, [`${key}_amount`, amount] as const]
    }),
  ),
  rounding,
  other_consumed: other[0],
  other_closing: other[1],
})

/** A line of the report: one measure of a row. */
export interface Line {
  id: string
  key: string
  name: string
  unit: string
  measure: Measure
  warning: string | null
  is_total: boolean
  [month: string]: string | number | boolean | null
}

const exact = (sum: number) => Math.round(sum * MILLIONTHS) / MILLIONTHS
const monthKey = (index: number) => `m${index}`

function lineOf(
  row: Omit<AnnualRow, 'warning'> & { warning?: string | null },
  measure: Measure,
  is_total = false,
): Line {
  const value = (cell: AnnualCell) => cell[measure] ?? null
  return {
    id: `${row.key}:${measure}`,
    key: row.key,
    name: row.name,
    unit: MEASURES[measure].unit,
    measure,
    warning: row.warning ?? null,
    is_total,
    ...Object.fromEntries(row.months.map((cell, index) => [monthKey(index), value(cell)])),
    total: value(row.total),
    previous: value(row.previous),
  }
}

/** What is added up in a section; the rows of feed are a balance. */
const ADDS: Record<SectionName, boolean> = { sales: true, feed: false, spending: true, retreats: true, volumes: true }

function summed(rows: readonly AnnualRow[], measure: Measure, name: string): Line {
  const sum = (cells: readonly AnnualCell[]): AnnualCell => {
    const own = cells.flatMap((cell) => cell[measure] ?? [])
    return own.length > 0 ? { [measure]: exact(own.reduce((total, one) => total + one, 0)) } : {}
  }
  const months = Array.from({ length: 12 }, (_, index) => sum(rows.map((row) => row.months[index]!)))
  const [total, previous] = [sum(rows.map((row) => row.total)), sum(rows.map((row) => row.previous))]
  return lineOf({ key: 'all', name, months, total, previous }, measure, true)
}

/** Lines of a section: a line for each measure that a row has, and totals where there is more than one row. */
export function linesOf(name: SectionName, rows: readonly AnnualRow[], all: string): Line[] {
  const { measures } = SECTIONS[name]
  const own = rows.flatMap((row) =>
    measures.filter((measure) => row.total[measure] !== undefined).map((measure) => lineOf(row, measure)),
  )
  if (!ADDS[name] || rows.length < 2) return own
  return [...own, ...measures.map((measure) => summed(rows, measure, all))]
}

const HEADS: Record<SectionName, { name: string; total: string }> = {
  sales: { name: 'Контрагент', total: 'Итого' },
  feed: { name: 'Корм', total: 'Итого' },
  spending: { name: 'Статья', total: 'Итого' },
  retreats: { name: 'Отход', total: 'Итого' },
  volumes: { name: 'Категория', total: 'На конец' },
}

/** The months of a year, short, in the reader's language. */
export function monthNames(language: string): string[] {
  const names = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, index) => names.format(new Date(Date.UTC(2026, index))).replace('.', ''))
}

/** Columns of a section; months as they are told in the reader's language. */
export const lineColumns = (name: SectionName, year: number, months: readonly string[]): Column[] => [
  { key: 'name', title: HEADS[name].name, type: 'text', always: true, unsorted: true },
  { key: 'unit', title: 'Ед.', type: 'text', words: true, unsorted: true },
  { key: 'total', title: HEADS[name].total, type: 'amount', headline: 'unit', unsorted: true },
  { key: 'previous', title: String(year - 1), type: 'amount', noZero: true, unsorted: true },
  ...months.map((title, index): Column => ({
    key: monthKey(index),
    title,
    type: 'amount',
    noZero: true,
    unsorted: true,
  })),
]
