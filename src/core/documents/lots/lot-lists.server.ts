/** Lists of lots: of one good, and of all goods that expire. */
import { sql } from 'kysely'
import { can } from '../../../shared/abilities'
import type { ParsedOf } from '../../../shared/contract'
import { addDays, dayOf } from '../../../shared/dates'
import type { Part } from '../../../shared/ledger/lots'
import { toUnits } from '../../../shared/numbers'
import { notFound } from '../../../server/errors'
import { type Context, route, type Route } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { type GoodKind, MEASURES, READING_GOODS, TYPES_OF } from '../../goods/good.contract'
import { type ExpiringRow, LOT_STATES, lotCalls, type LotRow } from './lots.contract'
import { type LotRules, type Origin, readHeld, readOrigins, toldLot } from './lots.server'

interface LotInStock extends Part {
  stock: { id: number; name: string }
}

const readStocks = ({ tx, company, user }: Context) =>
  tx.rows<LotInStock['stock']>(sql`
    select id, name from stocks where company_id = ${company.id} ${scope(user).stocks('id')} order by name`)

/** Lots of all warehouses, one after another, in the order in which they are taken. */
const placed = (held: Map<number, Part[]> | undefined, stocks: LotInStock['stock'][]): LotInStock[] =>
  stocks.flatMap((stock) => (held?.get(stock.id) ?? []).map((part) => ({ ...part, stock })))

interface LotContext {
  origins: Map<number, Origin>
  day: string
  rules: LotRules
  /** prices may be told */
  priced: boolean
}

const rowOf = ({ lot, amount, stock }: LotInStock, { origins, day, rules, priced }: LotContext): LotRow => ({
  ...toldLot(lot, origins, day, rules),
  stock_id: stock.id,
  stock: stock.name,
  amount: toUnits(amount),
  price: priced && lot.price !== null ? lot.price / 100 : null,
})

async function lotsOfGood(rules: LotRules, input: ParsedOf<typeof lotCalls.ofGood>, context: Context) {
  const { tx, company, user } = context
  const { id, stock_id, date = company.now, except } = input
  const good = await tx.maybe<{ kind: GoodKind }>(
    sql`select kind from goods where company_id = ${company.id} and id = ${id}`,
  )
  if (!good) throw notFound('Расходник не найден.')
  const [lots, stocks] = await Promise.all([
    readHeld(context, rules, { goods: [id], until: date, except: except ?? undefined }),
    readStocks(context),
  ])
  const parts = placed(
    lots.get(id),
    stocks.filter((stock) => stock_id === null || stock.id === stock_id),
  )
  const origins = await readOrigins(
    context,
    parts.map(({ lot }) => lot),
  )
  const telling = { origins, day: dayOf(date), rules, priced: can(user, READING_GOODS[good.kind]) }
  return parts.map((part) => rowOf(part, telling))
}

interface DatedGood {
  id: number
  kind: GoodKind
  name: string
  type: string
  measure: keyof typeof MEASURES
}

/** Goods in stock of which any receipt had a last good day up to that date. */
const datedGoods = ({ tx, company, user }: Context, until: string | null) =>
  tx.rows<DatedGood>(sql`
    select g.id, g.kind, g.name, g.type, g.measure from goods g
    where g.company_id = ${company.id} ${can(user, 'access workshop') ? sql`` : sql`and g.kind = 'good'`}
      and exists (
        select from operation_lines l where l.company_id = ${company.id} and l.good_id = g.id
          and l.best_before is not null and l.best_before <= ${until ?? 'infinity'}::date)
    order by g.name`)

async function listExpiring(
  rules: LotRules,
  { days, stocks_id }: ParsedOf<typeof lotCalls.expiring>,
  context: Context,
) {
  const today = dayOf(context.company.now)
  const until = days === null ? null : addDays(today, days)
  const goods = await datedGoods(context, until)
  const [lots, open] = await Promise.all([
    readHeld(context, rules, { goods: goods.map(({ id }) => id) }),
    readStocks(context),
  ])
  const stocks = open.filter(({ id }) => stocks_id?.includes(id) ?? true)
  const found = goods.flatMap((good) =>
    placed(lots.get(good.id), stocks)
      .filter(({ lot: { best_before } }) => best_before !== null && (until === null || best_before <= until))
      .map((part) => ({ good, part })),
  )
  const origins = await readOrigins(
    context,
    found.map(({ part }) => part.lot),
  )
  const telling = { origins, day: today, rules, priced: true }
  return found
    .map(({ good, part }): ExpiringRow => {
      const row = rowOf(part, telling)
      return {
        ...row,
        id: `${row.operation_id}:${row.line}:${row.stock_id}`,
        good_id: good.id,
        kind: good.kind,
        good: good.name,
        type_translation: TYPES_OF[good.kind][good.type]!,
        measure_name: MEASURES[good.measure].name,
        state_name: LOT_STATES[row.state],
      }
    })
    .sort((a, b) => (a.best_before! < b.best_before! ? -1 : a.best_before! > b.best_before! ? 1 : 0))
}

export const lotRoutes = (rules: LotRules): Route[] => [
  route(lotCalls.ofGood, (input, context) => lotsOfGood(rules, input, context)),
  route(lotCalls.expiring, (input, context) => listExpiring(rules, input, context)),
]
