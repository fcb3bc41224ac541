/** Everything or nothing: a refusal or a lost connection leaves no half of it. */
import { type RawBuilder, sql } from 'kysely'
import { can } from '../../shared/abilities'
import { forbidden, underNames } from '../../server/errors'
import { type Context, route, type Route } from '../../server/http/route'
import { scope } from '../../server/scope'
import { goodCalls } from '../../core/goods/good-calls.contract'
import { goodModel } from '../../core/goods/good-rows.server'
import { createRows } from '../../core/lists/kit/crud.server'
import { libraryModels } from '../../core/lists/libraries.server'
import { requireModule } from '../../core/lists/kit/modules.server'
import { stockLibrary } from '../../core/lists/libraries/stock.contract'
import { create } from '../../core/documents/engine/write/operations.server'
import { each } from '../../core/documents/engine/rows.server'
import { kindServers, registry } from '../../core/documents/kinds/kinds.server'
import { firstFeedCall } from './first-feed.contract'

/** By its name, however it is written. */
async function named({ tx, company }: Context, table: string, name: string, among: RawBuilder<unknown>) {
  const found = await tx.maybe<{ id: number }>(sql`
    select id from ${sql.table(table)} where company_id = ${company.id} and archived_at is null
      and lower(name) = lower(${name}) ${among} order by id limit 1`)
  return found?.id
}

async function goodOf(name: string, context: Context): Promise<number> {
  const known = await named(context, 'goods', name, sql`and kind = 'good' and type = 'feed'`)
  if (known !== undefined) return known
  const made = goodCalls.create.input.parse({ name, type: 'feed', measure: 'kg' })
  const [id] = await underNames({ 'rows.0.name': 'good' }, createRows(goodModel('good'), [made], context))
  return id!
}

async function stockOf(name: string, location_id: number | null, context: Context): Promise<number> {
  const known = await named(context, 'stocks', name, scope(context.user).stocks('id'))
  if (known !== undefined) return known
  if (!can(context.user, stockLibrary.create.ability as never)) throw forbidden()
  const made = { name, location_id, code: null }
  const names = { 'rows.0.name': 'stock', 'rows.0.location_id': 'location_id' }
  const [id] = await underNames(names, createRows(libraryModels.stock, [made as never], context))
  return id!
}

const NAMES = { 'lines.0.amount': 'amount', 'lines.0.price': 'price', 'lines.0.good_id': 'good', stock_id: 'stock' }

export const firstFeedRoutes: Route[] = [
  route(firstFeedCall, async ({ good, stock, location_id, date, amount, price }, context) => {
    if (location_id !== null) await requireModule(location_id, context)
    const good_id = await goodOf(good, context)
    const stock_id = await stockOf(stock, location_id, context)
    const waybill = {
      counterparty_id: null,
      waybill_number: null,
      waybill_date: null,
      vat_rate: null,
      act_number: null,
    }
    const lines = [{ good_id, amount, price, lot: null, best_before: null }]
    // at the beginning of the day, so that feedings on that day find it
    const document = { date, time: '00:00', note: null, stock_id, ...waybill, lines }
    const { documents, stockPosted } = await underNames(
      NAMES,
      create(kindServers.receipt, registry, each([document]), context),
    )
    await underNames(NAMES, stockPosted)
    return { good_id, stock_id, receipt_id: documents[0]!.id }
  }),
]
