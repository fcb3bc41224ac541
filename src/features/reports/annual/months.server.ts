/** The months of a year and of the one before, and rows of the report out of sums by month. */
import { addDays, dayOf } from '../../../shared/dates'
import { MG_PER_KG, sumIn } from '../../../shared/numbers'
import { fieldErrors } from '../../../server/errors'
import type { Context } from '../../../server/http/route'
import type { AnnualCell, AnnualRow, Measure } from './annual.contract'

/** Days, 'YYYY-MM-DD'. */
export interface Span {
  year: number
  /** the first day of the year before, and of the year */
  previous: string
  first: string
  /** the first days of the months that have begun */
  begun: string[]
  /** the day after the last one */
  until: string
  /** the last day of a year that is not over */
  last: string | null
}

const monthFirst = (year: number, index: number) => `${year}-${String(index + 1).padStart(2, '0')}-01`

export function spanOf(year: number, { company }: Pick<Context, 'company'>): Span {
  const today = dayOf(company.now)
  const first = monthFirst(year, 0)
  if (first > today) throw fieldErrors({ year: 'Этот год ещё не начался' })
  const after = monthFirst(year + 1, 0)
  const open = after > today
  const months = Array.from({ length: 12 }, (_, index) => monthFirst(year, index))
  return {
    year,
    previous: monthFirst(year - 1, 0),
    first,
    begun: months.filter((month) => month <= today),
    until: open ? addDays(today, 1) : after,
    last: open ? today : null,
  }
}

export type Sums = { month: string } & Partial<Record<Measure, bigint>>

/** mg, kopecks and pieces to what answers carry. */
const PARTS: Record<Measure, number> = { weight: MG_PER_KG, money: 100, count: 1 }

const cellOf = (measures: readonly Measure[], sums: readonly Sums[]): AnnualCell =>
  Object.fromEntries(
    measures.map((measure) => {
      const total = sums.reduce((sum, one) => sum + (one[measure] ?? 0n), 0n)
      return [measure, sumIn(PARTS[measure], String(total))]
    }),
  )

interface Given {
  key: string
  name: string
  measures: readonly Measure[]
  /** by the first day of their month */
  cells: readonly Sums[]
  warning: string | null
}

/** Months that have not begun stay empty. */
export function rowOf(span: Span, { cells, measures, ...row }: Given): AnnualRow {
  const own = cells.filter(({ month }) => month >= span.first)
  return {
    ...row,
    months: Array.from({ length: 12 }, (_, index) => {
      const month = span.begun[index]
      return month
        ? cellOf(
            measures,
            own.filter((one) => one.month === month),
          )
        : {}
    }),
    total: cellOf(measures, own),
    previous: cellOf(
      measures,
      cells.filter(({ month }) => month < span.first),
    ),
  }
}
