import type { AnswerOf, ParsedOf } from '../../../shared/contract'
import { sql } from 'kysely'
import { entryKey } from '../../../shared/ledger/lots'
import { fieldErrors } from '../../../server/errors'
import { scope } from '../../../server/scope'
import { type Context, route, type Route } from '../../../server/http/route'
import { periodsOfBatches } from './batch-periods.server'
import { type LotRules, readHeld } from './lots.server'
import { backward, openBook } from './product-chain.server'
import { productPeriodsCall } from './product-periods.contract'

/** The batches of fish that a product was made of, through the products that went into it. */
function batchesOf(key: string, nodes: Awaited<ReturnType<typeof backward>>['nodes']): number[] {
  const [found, seen] = [new Set<number>(), new Set<string>()]
  const waiting = [key]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = nodes.get(next)
    if (!node || seen.has(next)) continue
    seen.add(next)
    if (node.maker.batch_id !== null) found.add(node.maker.batch_id)
    waiting.push(...node.madeOf.map(({ part }) => entryKey(part.lot)))
  }
  return [...found]
}

async function readPeriods(
  rules: LotRules,
  { stock_id, goods_id }: ParsedOf<typeof productPeriodsCall>,
  context: Context,
): Promise<AnswerOf<typeof productPeriodsCall>> {
  const { tx, company, user } = context
  const known = await tx.maybe(sql`
    select from stocks where company_id = ${company.id} and id = ${stock_id} ${scope(user).stocks('id')}`)
  if (!known) throw fieldErrors({ stock_id: 'Склад не найден' })
  const held = await readHeld(context, rules, { goods: goods_id ?? [] })
  const lots = [...held].flatMap(([good, stocks]) =>
    (stocks.get(stock_id) ?? []).map(({ lot }) => ({ good, operation: lot.operation, line: lot.line })),
  )
  const { nodes } = await backward(openBook(context, rules), lots)
  const made = lots.map((lot) => ({ good: lot.good, batches: batchesOf(entryKey(lot), nodes) }))
  const periods = await periodsOfBatches(context, [...new Set(made.flatMap(({ batches }) => batches))])
  return [...new Set(made.map(({ good }) => good))].flatMap((good) => {
    const own = new Set(made.filter((one) => one.good === good).flatMap(({ batches }) => batches))
    return periods
      .filter(({ batch }) => own.has(batch))
      .map(({ cage, medicine, treated_on, free_on }) => ({ good_id: good, cage, medicine, treated_on, free_on }))
  })
}

export const productPeriodRoutes = (rules: LotRules): Route[] => [
  route(productPeriodsCall, (input, context) => readPeriods(rules, input, context)),
]
