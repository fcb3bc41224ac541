/** A saved view and the address that stands for it. */
import { hrefOf, type PageName } from '../../shared/pages'
import type { Query } from '../../shared/query'
import { DATED, PERIOD, PERIODS, isPeriod, type PeriodWord } from '../../shared/report/period'
import type { TFunction } from '../../web/i18n'
import { PASSING, type ViewRow } from './kept/views.contract'

export type Opened = Pick<ViewRow, 'id' | 'page' | 'path' | 'query'>

/** Opens the view: its filters are in the address, which a moving period reads anew each day. */
export const hrefOfView = ({ id, page, path, query }: Opened): string =>
  hrefOf(page, { ...query, ...(path && { path }), view: id } as never)

/** What of an address a view keeps. */
export const filtersIn = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).filter(([key]) => !PASSING.some((one) => one === key)))

const inOrder = (query: Query) =>
  JSON.stringify(
    Object.keys(query)
      .sort()
      .map((key) => [key, [query[key]].flat()]),
  )

export const isSame = (one: Query, other: Query): boolean => inOrder(one) === inOrder(other)

/** The period of the pages before anything is chosen there. */
const USUAL: Partial<Record<PageName, PeriodWord>> = {
  annualReport: 'this-year',
  consolidatedForPeriod: 'this-month',
  consolidated: 'today',
  likeForLike: 'this-year',
  closeOut: 'this-year',
  fishCost: 'this-year',
  officialMovement: 'this-month',
  officialCards: 'this-month',
  officialStockings: 'this-year',
  officialVolumes: 'this-year',
  officialHolding: 'today',
}

/** The moving period of an address; '' for days of its own. */
export function periodOf(page: PageName, query: Query): PeriodWord | '' {
  const word = query[PERIOD]
  if (isPeriod(word)) return word
  return DATED.some((name) => name in query) ? '' : (USUAL[page] ?? 'last-30')
}

/** The same filters with another period; '' leaves the days as they are. */
export function withPeriod(query: Query, period: PeriodWord | ''): Query {
  if (period === '') return query
  const { [PERIOD]: _, ...rest } = query
  const undated = Object.entries(rest).filter(([key]) => !DATED.some((name) => name === key))
  return { ...Object.fromEntries(undated), [PERIOD]: period }
}

/** «Прошлый месяц», «01.10.2026–31.10.2026», «2026». */
export function periodText(query: Query, t: TFunction): string {
  const word = query[PERIOD]
  if (isPeriod(word)) return t(PERIODS[word].title)
  const { start, end, date, year } = query
  return start && end ? `${String(start)}–${String(end)}` : String(date ?? year ?? start ?? end ?? '')
}
