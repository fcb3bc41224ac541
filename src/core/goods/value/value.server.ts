import { sql } from 'kysely'
import { notFound } from '../../../server/errors'
import { amountsOn } from '../../../server/db/ledger/stock-amounts'
import { type Context, route, type Route } from '../../../server/http/route'
import type { ParsedOf } from '../../../shared/contract'
import type { GoodKind } from '../good.contract'
import { readBalance } from './balance.server'
import { valueOfOne } from './good-value.server'
import { valueCalls } from './value.contract'
import { readLying, readSums, roubles, valued } from './worth.server'

async function valueOfAll(
  kind: GoodKind,
  { date, method }: ParsedOf<(typeof valueCalls)['good']['all']>,
  context: Context,
) {
  const lying = await readLying(context, sql`g.kind = ${kind}`, date, amountsOn)
  const worths = await readSums(context, method, lying, date)
  const rows = [...lying].map(([good, own]) => valued(good, own, worths.get(good)!)).filter(({ row }) => row.amount > 0)
  // of what the rows show, so that they add up to it
  return { rows: rows.map(({ row }) => row), total: roubles(rows.reduce((sum, { kopecks }) => sum + kopecks, 0n)) }
}

async function requireGood(kind: GoodKind, id: number, { tx, company }: Context): Promise<void> {
  const known = await tx.maybe(
    sql`select 1 from goods where company_id = ${company.id} and id = ${id} and kind = ${kind}`,
  )
  if (!known) throw notFound(kind === 'good' ? 'Расходник не найден.' : 'Продукция не найдена.')
}

export const valueRoutes: Route[] = (['good', 'workshop_good'] as const).flatMap((kind) => {
  const calls = valueCalls[kind]
  return [
    route(calls.all, (input, context) => valueOfAll(kind, input, context)),
    route(calls.one, async (input, context) => {
      await requireGood(kind, input.id, context)
      return valueOfOne(input, context)
    }),
    route(calls.balance, async (input, context) => {
      await requireGood(kind, input.id, context)
      return readBalance(input, context)
    }),
  ]
})
