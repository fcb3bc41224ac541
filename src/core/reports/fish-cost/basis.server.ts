/**
 * By what the costs of a month are reckoned: the farm's settings and, where goods cost the average of a year that is
 * not over, what they cost. A receipt of today changes the costs of all its months, but none of their documents.
 */
import { createHash } from 'node:crypto'
import type { JobCompany } from '../../../server/db/companies'
import type { Context } from '../../../server/http/route'
import { dayOf } from '../../../shared/dates'
import { type GoodCosts, readGoodCosts } from './good-costs.server'
import { type Span, spansOf } from './spans.server'

type Reader = Pick<Context, 'tx'> & { company: JobCompany }

export interface Basis {
  /** of a month by its first day: what was kept by another one is not asked for */
  of(month: string): string
  /** what goods cost in months one after another, in their order */
  goods(spans: readonly Span[]): Promise<GoodCosts[]>
}

/** The form of what is kept; rows of another one are made anew, as those by other settings are. */
const FORM = 3

const settingsOf = ({ company: { settings } }: Reader): string =>
  [settings['cost-method'], settings['cost-share'], settings['ask-loss-percent'], FORM].join(':')

const textOf = (goods: GoodCosts): string =>
  [...goods].map(([id, { amount, kopecks, unpriced }]) => `${id}:${amount}:${kopecks}:${unpriced}`).join()

/** Month → a sum of what goods cost in it and in those before it: with any of these its own costs change. */
function sumsOf(months: readonly Span[], costs: readonly GoodCosts[]): Map<string, string> {
  let sum = ''
  return new Map(
    months.map(({ first }, index) => {
      sum = createHash('sha256').update(sum).update(textOf(costs[index]!)).digest('base64')
      return [first, sum]
    }),
  )
}

/** For months up to a day. */
export async function openBasis(reader: Reader, day: string): Promise<Basis> {
  const [settings, method] = [settingsOf(reader), reader.company.settings['cost-method']]
  const today = dayOf(reader.company.now)
  const year = `${today.slice(0, 4)}-01-01`
  if (method !== 'avg' || day < year)
    return { of: () => settings, goods: (spans) => readGoodCosts(reader, spans, method) }
  const months = spansOf(year, today, today)
  const costs = await readGoodCosts(reader, months, method)
  const sums = sumsOf(months, costs)
  const known = new Map(months.map(({ first }, index) => [first, costs[index]!]))
  return {
    of: (month) => (month < year ? settings : `${settings}:${sums.get(month)}`),
    async goods(spans) {
      const before = spans.filter(({ first }) => first < year)
      const early = before.length > 0 ? await readGoodCosts(reader, before, method) : []
      return [...early, ...spans.slice(before.length).map(({ first }) => known.get(first)!)]
    },
  }
}
