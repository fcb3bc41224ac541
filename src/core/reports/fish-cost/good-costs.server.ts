/** What feed and medicine that were used up in each month cost, by the valuation that the annual report asks too. */
import { sql } from 'kysely'
import type { JobCompany } from '../../../server/db/companies'
import type { Context } from '../../../server/http/route'
import { groupBy } from '../../../shared/collections'
import type { GoodCost } from '../../../shared/fish-cost/fold'
import { MILLIONTHS } from '../../../shared/numbers'
import { eachGood, readFacts } from '../../goods/value/good-facts.server'
import { goodYear, type GoodFacts, type Method } from '../../goods/value/good-year.server'

/** A month, or so much of it as is over: its first day, and the day after its last. */
export interface Span {
  first: string
  until: string
}

type Reader = Pick<Context, 'tx'> & { company: JobCompany }

export type GoodCosts = Map<number, GoodCost>

const yearOf = ({ first }: Span) => first.slice(0, 4)

/** The average is that of a year, so that a year's other months are part of its facts. */
const boundsOf = (spans: readonly Span[], method: Method): string[] => {
  const missing = method === 'avg' ? Number(spans[0]!.first.slice(5, 7)) - 1 : 0
  const before = Array.from(
    { length: missing },
    (_, index) => `${yearOf(spans[0]!)}-${String(index + 1).padStart(2, '0')}-01`,
  )
  return [...before, ...spans.map(({ first }) => first), spans.at(-1)!.until]
}

/** Consumption of each stretch, and how much of it came without a price: worth one for each unit, where it has none. */
function consumed(facts: GoodFacts, method: Method): GoodCost[] {
  const { consumed: costs } = goodYear(method, facts)
  const unsure = facts.receipts.some(({ assumed }) => assumed)
  const receipts = unsure ? facts.receipts.map((one) => ({ ...one, price: one.assumed ? MILLIONTHS : 0 })) : []
  const without = unsure ? goodYear(method, { ...facts, receipts }).consumed : []
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
  const years = [...groupBy(spans, yearOf).values()]
  const facts = await readFacts(
    context,
    ids,
    years.map((own) => boundsOf(own, method)),
    method === 'avg',
  )
  const costs = spans.map((): GoodCosts => new Map())
  await eachGood(ids, (good) => {
    let place = 0
    for (const [index, own] of years.entries()) {
      const all = consumed(facts.get(good)![index]!, method)
      for (const cost of all.slice(all.length - own.length)) costs[place++]!.set(good, cost)
    }
  })
  return costs
}
