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

interface Given {
  key: string
  name: string
  measures: readonly Measure[]
  /** by the first day of their month; gone through once, since two thousand goods have fifty thousand of them */
  cells: Iterable<Sums>
  warning: string | null
}

/** Sums of measures by month, of the year and of the one before. */
function sumsOf({ first }: Span, measures: readonly Measure[], cells: Iterable<Sums>): Map<string, bigint[]> {
  const sums = new Map<string, bigint[]>()
  const add = (key: string, cell: Sums) => {
    const sum = sums.get(key) ?? measures.map(() => 0n)
    sums.set(key, sum)
    for (const [place, measure] of measures.entries()) sum[place]! += cell[measure] ?? 0n
  }
  for (const cell of cells) {
    if (cell.month < first) add('previous', cell)
    else for (const key of ['total', cell.month]) add(key, cell)
  }
  return sums
}

/** Months that have not begun stay empty. */
export function rowOf(span: Span, { cells, measures, ...row }: Given): AnnualRow {
  const sums = sumsOf(span, measures, cells)
  const cellOf = (key: string): AnnualCell =>
    Object.fromEntries(
      measures.map((measure, place) => [measure, sumIn(PARTS[measure], String(sums.get(key)?.[place] ?? 0n))]),
    )
  return {
    ...row,
    months: Array.from({ length: 12 }, (_, index) => {
      const month = span.begun[index]
      return month ? cellOf(month) : {}
    }),
    total: cellOf('total'),
    previous: cellOf('previous'),
  }
}
