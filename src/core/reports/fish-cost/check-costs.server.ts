/** Whether months of fish costs that are kept are what their records come to. */
import type { Tx } from '../../../server/db/client'
import { readCompany } from '../../../server/db/companies'
import { dayOf } from '../../../shared/dates'
import type { Cost } from '../../../shared/fish-cost/cost'
import { costsOf, foldMonth } from '../../../shared/fish-cost/fold'
import { finish } from '../../../shared/fish-cost/walk'
import { openBasis } from './basis.server'
import { readCostMonth } from './cost-month.server'
import { firstMonth } from './fish-cost.server'
import { differs, lastKept } from './kept-months.server'
import { spansOf } from './spans.server'

/** A sentence for each month that differs: all are folded in one go, with costs of goods read for all at once. */
export async function checkCosts(tx: Tx, id: number): Promise<string[]> {
  const company = await readCompany(tx, id)
  const reader = { tx, company }
  const today = dayOf(company.now)
  const basis = await openBasis(reader, today)
  const [first, last] = [await firstMonth(reader), await lastKept(reader, basis, today)]
  if (!first || !last) return []
  const spans = spansOf(first, last, today)
  const goods = await basis.goods(spans)
  const wrong: string[] = []
  let costs: ReadonlyMap<number, Cost> = new Map()
  for (const [index, span] of spans.entries()) {
    const after = finish(foldMonth(await readCostMonth(reader, span, goods[index]!), costs))
    if (await differs(reader, span.first, after))
      wrong.push(`costs of fish of ${span.first.slice(0, 7)}: what is kept is not what its records come to`)
    costs = costsOf(after)
  }
  return wrong
}
