/** What feed and medicine that were used up in each month cost, by the valuation that the annual report asks too. */
import { sql } from 'kysely'
import type { JobCompany } from '../../../server/db/companies'
import type { Context } from '../../../server/http/route'
import { groupBy } from '../../../shared/collections'
import { dayOf } from '../../../shared/dates'
import type { GoodCost } from '../../../shared/fish-cost/fold'
import { eachGood, readFacts } from '../../goods/value/good-facts.server'
import { goodYear, type GoodFacts, type Method, unpricedOf } from '../../goods/value/good-year.server'
import { type Span, spansOf } from './spans.server'

type Reader = Pick<Context, 'tx'> & { company: JobCompany }

export type GoodCosts = Map<number, GoodCost>

const yearOf = ({ first }: Span) => first.slice(0, 4)

const boundsOf = (spans: readonly Span[]) => [...spans.map(({ first }) => first), spans.at(-1)!.until]

/** The average is that of a year, up to today: its other months are part of its facts. */
const wholeYear = (year: string, today: string) => spansOf(`${year}-01-01`, `${year}-12-31`, today)

/** Kopecks are rounded as sums from January on: a month has the same ones whatever months are asked for with it. */
function fromJanuary(year: string, own: Span[]): Span[] {
  const [january, first] = [`${year}-01-01`, own[0]!.first]
  return first === january ? own : [{ first: january, until: first }, ...own]
}

/** Consumption of each stretch, and how much of it came without a price: worth one for each unit, where it has none. */
function consumed(facts: GoodFacts, method: Method): GoodCost[] {
  const { consumed: costs } = goodYear(method, facts)
  const unsure = facts.bounds.at(-1)!.standing.unpricedReceipts > 0
  const without = unsure ? goodYear(method, unpricedOf(facts)).consumed : []
  return costs.map(({ amount, money }, index) => ({
    amount,
    kopecks: Number(money),
    unpriced: without[index]?.money ?? 0n,
  }))
}

/** In the order of the spans, which are months one after another. */
export async function readGoodCosts(context: Reader, spans: readonly Span[], method: Method): Promise<GoodCosts[]> {
  const { tx, company } = context
  const goods = await tx.rows<{ id: number }>(sql`select id from goods
    where company_id = ${company.id} and kind = 'good' and type in ('feed', 'medicine') order by id`)
  const ids = goods.map(({ id }) => id)
  const years = [...groupBy(spans, yearOf)].map(([year, own]) =>
    method === 'avg' ? wholeYear(year, dayOf(company.now)) : fromJanuary(year, own),
  )
  const facts = await readFacts(context, ids, years.map(boundsOf), method === 'avg')
  const costs = new Map(spans.map(({ first }): [string, GoodCosts] => [first, new Map()]))
  await eachGood(ids, (good) => {
    for (const [index, months] of years.entries()) {
      const all = consumed(facts.get(good)![index]!, method)
      for (const [place, { first }] of months.entries()) costs.get(first)?.set(good, all[place]!)
    }
  })
  return spans.map(({ first }) => costs.get(first)!)
}
