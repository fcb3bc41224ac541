import { sql } from 'kysely'
import { type AnyModel, byName, createRows, crudWrites, type ImportedList } from '../lists/kit/crud.server'
import { eachPacked, readPackedAmounts } from '../../server/db/ledger/stock-amounts'
import { type Context, route, type Route, writtenRoute } from '../../server/http/route'
import { writeById } from '../../server/http/written'
import { scope } from '../../server/scope'
import { toUnits } from '../../shared/numbers'
import { callsOfKind, goodCalls } from './good-calls.contract'
import { goodColumns, type GoodKind, goodSheet, MEASURES, TYPES_OF } from './good.contract'
import { goodModel, readGoods, writeGoods } from './good-rows.server'

interface AmountsAsked {
  type?: string | null
  day?: string | null
}

/** The goods, and warehouse → amount of each in the user's warehouses, made as its turn comes. */
async function amountsToTell(
  { tx, company, user }: Context,
  kind: GoodKind,
  { type = null, day = null }: AmountsAsked,
) {
  const goods = await tx.rows<{ id: number }>(
    sql`select id from goods where company_id = ${company.id}
      and kind = ${kind} ${type ? sql`and type = ${type}` : sql``}`,
  )
  const asked = { company: company.id, goods: goods.map(({ id }) => id), within: scope(user).stocks('s.id'), day }
  const held = await readPackedAmounts(tx, asked)
  const amountsOf = ({ id }: { id: number }): Record<string, number> => {
    const own: Record<string, number> = {}
    eachPacked(held.get(id), (stock, amount) => (own[stock] = toUnits(Number(amount))))
    return own
  }
  return { goods, amountsOf }
}

/** Good → warehouse → amount, for the user's warehouses. */
export async function amountsOf(context: Context, kind: GoodKind) {
  const { goods, amountsOf } = await amountsToTell(context, kind, {})
  return Object.fromEntries(goods.map((good) => [good.id, amountsOf(good)]))
}

/** The same as JSON. */
async function writeAmounts(context: Context, kind: GoodKind, asked: AmountsAsked) {
  const { goods, amountsOf } = await amountsToTell(context, kind, asked)
  return writeById(goods, amountsOf)
}

const named = (words: Record<string, string>) => Object.entries(words).map(([id, name]) => ({ id, name }))
const measures = Object.entries(MEASURES).map(([id, { name }]) => ({ id, name }))

/** What goods of both kinds have. */
const routesOf = (kind: GoodKind): Route[] => {
  const calls = callsOfKind[kind]
  return [
    writtenRoute(calls.list, ({ type, date: day }, context) => writeGoods(context, { kind, type, day })),
    ...crudWrites(calls, goodModel(kind)),
    route(calls.createSeveral, async ({ rows }, context) => {
      const ids = await createRows(goodModel(kind), rows, context)
      const made = new Map((await readGoods(context, { kind, ids })).map((good) => [good.id, good]))
      return { goods: ids.map((id) => made.get(id)!) }
    }),
    route(calls.types, async () => named(TYPES_OF[kind])),
    writtenRoute(calls.amounts, ({ date: day }, context) => writeAmounts(context, kind, { day })),
  ]
}

/** What a spreadsheet may be loaded into. */
export const importedGoods: ImportedList[] = (['good', 'workshop_good'] as const).map((kind) => ({
  title: kind === 'good' ? 'Расходники' : 'Продукция цеха',
  form: goodSheet(kind),
  columns: goodColumns,
  create: callsOfKind[kind].create,
  importing: callsOfKind[kind].importing,
  model: goodModel(kind) as unknown as AnyModel,
}))

export const goodRoutes: Route[] = [
  ...routesOf('good'),
  ...routesOf('workshop_good'),
  route(goodCalls.typesAlias, async () => named(TYPES_OF.good)),
  route(goodCalls.measures, async () => measures),
  route(goodCalls.measuresAlias, async () => measures),
  route(goodCalls.fuels, async ({ with_nulls }, context) => {
    const fuels = await readGoods(context, { kind: 'good', type: 'gasoline' })
    return Object.fromEntries(fuels.flatMap((good) => (with_nulls || good.total > 0 ? [[good.id, good]] : [])))
  }),
  writtenRoute(goodCalls.feedAmounts, ({ date: day }, context) => writeAmounts(context, 'good', { type: 'feed', day })),
  route(goodCalls.allStocks, async (_, { tx, company, user }) => {
    const rows = await tx.rows<{ id: number; name: string; archived: boolean }>(sql`
      select id, name, archived_at is not null as archived from stocks
      where company_id = ${company.id} ${scope(user).stocks('id')}`)
    return rows.sort(byName)
  }),
]
