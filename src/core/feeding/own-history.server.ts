/** What a parameter usually reads around a day of the year, by the farm's own readings of past years. */
import { sql } from 'kysely'
import { groupBy, once } from '../../shared/collections'
import { addDays } from '../../shared/dates'
import { divRound } from '../../shared/numbers'
import type { Tx } from '../../server/db/client'

/** So many days before and after the day count in each year. */
const AROUND = 3
const YEARS = Array.from({ length: 10 }, (_, index) => index + 1)

/** The same day of an earlier year; the 29th of February is the 28th. */
const yearsBefore = (day: string, years: number): string => {
  const rest = day.slice(4)
  return `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${rest === '-02-29' ? '-02-28' : rest}`
}

/** Days asked for, 'YYYY-MM-DD', by parameter. */
type Asks = ReadonlyMap<number | null, ReadonlySet<string>>

interface Span {
  parameter: number
  begins: string
  ends: string
}

/** For each parameter and year the stretch of days that its asks need. */
function spansOf(asks: Asks): Span[] {
  return [...asks].flatMap(([parameter, own]) => {
    if (parameter === null) return []
    const days = [...own].sort()
    return YEARS.map((years) => ({
      parameter,
      begins: addDays(yearsBefore(days[0]!, years), -AROUND),
      ends: addDays(yearsBefore(days.at(-1)!, years), AROUND + 1),
    }))
  })
}

interface Day {
  parameter: number
  day: string
  sum: number
  many: number
}

const readDays = (tx: Tx, company: number, spans: readonly Span[]) =>
  tx.rows<Day>(sql`
    select s.parameter, m.at::date as day, sum(m.value)::bigint as sum, count(*)::int as many
    from unnest(${spans.map(({ parameter }) => parameter)}::int[], ${spans.map(({ begins }) => begins)}::timestamp[],
      ${spans.map(({ ends }) => ends)}::timestamp[]) as s (parameter, begins, ends)
    cross join lateral (
      select at, value from measurements
      where company_id = ${company} and measure_parameter_id = s.parameter and at >= s.begins and at < s.ends
    ) m
    group by s.parameter, s.begins, m.at::date`)

/** Answers the mean of the readings within 3 days of an asked day in up to 10 past years: millionths, or null. */
export async function ownHistory(tx: Tx, company: number, asks: Asks) {
  const spans = spansOf(asks)
  const rows = spans.length > 0 ? await readDays(tx, company, spans) : []
  const known = new Map(
    [...groupBy(rows, ({ parameter }) => parameter)].map(([parameter, own]) => [
      parameter,
      new Map(own.map((row) => [row.day, row])),
    ]),
  )
  const around = (day: string) => Array.from({ length: 2 * AROUND + 1 }, (_, index) => addDays(day, index - AROUND))
  const earliest = rows.reduce((first, { day }) => (day < first ? day : first), '9999')
  const read = (day: string) => addDays(day, AROUND) >= earliest
  // the same for all parameters
  const yearsOf = once((day: string) =>
    YEARS.map((years) => yearsBefore(day, years))
      .filter(read)
      .flatMap(around),
  )
  return (parameter: number | null, day: string): number | null => {
    const days = parameter === null ? null : known.get(parameter)
    if (!days) return null
    const own = yearsOf(day).flatMap((each) => days.get(each) ?? [])
    const many = own.reduce((sum, row) => sum + row.many, 0)
    return many === 0
      ? null
      : divRound(
          own.reduce((sum, row) => sum + row.sum, 0),
          many,
        )
  }
}
