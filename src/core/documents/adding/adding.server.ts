/** Goods arrive: the adding of an amount, its undoing, and all movements of a good. */
import { sql } from 'kysely'
import type { AnswerOf, ParsedOf } from '../../../shared/contract'
import { canChangeRow, NO_RIGHT } from '../../../shared/abilities'
import { showDay } from '../../../shared/dates'
import { toUnits } from '../../../shared/numbers'
import { unstored } from '../../../server/db/ledger/entries'
import { isStockRefusal, postStock, type StockChange } from '../../../server/db/ledger/stock-ledger'
import { conflict, fieldErrors, forbidden, notFound } from '../../../server/errors'
import { type Context, route, type Route } from '../../../server/http/route'
import { checkInstant } from '../../../server/period'
import { deleteDocuments, type Document, EMPTY, filled, insertDocuments, lockDocument } from '../engine/document.server'
import { feeding } from '../kinds/feeding/feeding.contract'
import { registry } from '../kinds/kinds.server'
import { checkChange, periodFlags, stockRefusal } from '../engine/rules.server'
import { treatment } from '../kinds/treatment/treatment.contract'
import { goodCalls } from '../../goods/good.contract'
import { readGoods } from '../../goods/good-rows.server'

export const ADDING = 'good_adding'

/** An adding's volume enters its warehouse. */
export const addingLine = ({ id, at, good_id, stock_id, volume }: Document) => ({
  id,
  at,
  good: good_id!,
  stock: stock_id!,
  amount: volume!,
})

const post = ({ tx, company }: Context, change: StockChange) => postStock(tx, company.id, [change])

async function checkTarget({ tx, company, user }: Context, good: number, stock: number): Promise<void> {
  const found = await tx.one<{ good: boolean; stock: boolean }>(sql`select
    exists (select from goods where company_id = ${company.id} and id = ${good}) as good,
    exists (select from stocks where company_id = ${company.id} and id = ${stock}) as stock`)
  if (!found.good) throw notFound('Расходник не найден.')
  if (!found.stock || (user.stock_ids && !user.stock_ids.includes(stock)))
    throw fieldErrors({ stock: 'Склад не найден' })
}

async function addGood(input: ParsedOf<typeof goodCalls.add>, context: Context) {
  const { tx, company, user, audit, changed } = context
  const at = `${input.date}T${input.time}`
  checkInstant(company, at)
  const document: Document = {
    ...EMPTY,
    id: unstored(),
    kind: ADDING,
    at,
    moves_fish: false,
    user_id: user.id,
    good_id: input.id,
    stock_id: input.stock,
    volume: input.count,
    price: input.price,
    note: input.note,
    extra: input.waybill_number === null ? null : { waybill_number: input.waybill_number },
  }
  await context.tx.allInOrder(checkTarget(context, input.id, input.stock), insertDocuments(tx, company.id, [document]))
  const { id } = document
  const [, [good]] = await context.tx.allInOrder(
    post(context, { before: null, after: addingLine(document) }),
    readGoods(context, { id: input.id }),
  )
  audit({ action: 'create', entity: ADDING, id, after: filled(document) })
  changed('goods', 'cages')
  return { id, good: good! }
}

/** Where a movement that belongs to a journal is cancelled. */
const journals: Record<string, string> = {
  [feeding.kind]: 'Отмените в журнале кормлений',
  [treatment.kind]: 'Отмените в журнале лечений',
}

async function lockAdding({ tx, company, user }: Context, id: number): Promise<Document> {
  const document = await lockDocument(tx, company.id, ADDING, id)
  if (document) {
    if (user.stock_ids && !user.stock_ids.includes(document.stock_id!)) throw forbidden()
    return document
  }
  const other = await tx.maybe<{ kind: string }>(
    sql`select kind from operations where company_id = ${company.id} and id = ${id}`,
  )
  const hint = other && journals[other.kind]
  throw hint ? conflict(`${hint}.`) : notFound('Операция не найдена: возможно, её уже удалили.')
}

async function removeAdding({ id }: { id: number }, context: Context) {
  const { tx, company, audit, changed } = context
  const before = await lockAdding(context, id)
  checkChange(context, before)
  await post(context, { before: addingLine(before), after: null }).catch(async (error: unknown) => {
    throw isStockRefusal(error) ? await stockRefusal(context, error, registry.nounOf) : error
  })
  await deleteDocuments(tx, company.id, [id])
  audit({ action: 'delete', entity: ADDING, id, before: filled(before) })
  changed('goods', 'cages')
  return { good: (await readGoods(context, { id: before.good_id! }))[0]! }
}

interface Movement {
  id: number
  kind: string
  at: string
  stock_id: number
  stock: string
  amount: number
  user_id: number | null
  user: string | null
  note: string | null
}

const types: Record<string, { type: string; title: string }> = {
  [ADDING]: { type: 'adding', title: 'Внесение' },
  [feeding.kind]: { type: 'feeding', title: feeding.title },
  [treatment.kind]: { type: 'treatment', title: treatment.title },
}

/** Why a movement is not cancelled here; null when it may be. */
const cancelHint = ({ user, company }: Context, row: Movement): string | null =>
  journals[row.kind] ?? (canChangeRow(user, row) ? periodFlags(company, row).delete_disabled_reason : NO_RIGHT)

const MOST_ROWS = 10_000

/** Newest first; amounts that left a warehouse are negative. */
async function listMovements(
  input: ParsedOf<typeof goodCalls.transactions>,
  context: Context,
): Promise<AnswerOf<typeof goodCalls.transactions>> {
  const { tx, company, user } = context
  const rows = await tx.rows<Movement>(sql`
    select o.id, o.kind, o.at, e.stock_id, s.name as stock, e.amount, o.user_id, u.name as user, o.note
    from operations o
    join stock_entries e on e.company_id = ${company.id} and e.good_id = ${input.id} and e.stock_id = o.stock_id and e.at = o.at and e.operation_id = o.id
    join stocks s on s.company_id = ${company.id} and s.id = e.stock_id
    left join users u on u.company_id = ${company.id} and u.id = o.user_id
    where o.company_id = ${company.id} and o.good_id = ${input.id}
      and o.at between ${input.start ?? '-infinity'}::timestamp and ${input.end ?? 'infinity'}::timestamp
      ${user.stock_ids ? sql`and e.stock_id = any(${user.stock_ids}::int[])` : sql``}
    order by o.at desc, o.id desc limit ${MOST_ROWS}`)
  return rows.map((row) => {
    const { type, title } = types[row.kind] ?? { type: row.kind, title: row.kind }
    const hint = cancelHint(context, row)
    return {
      id: row.id,
      type,
      type_translation: title,
      date: showDay(row.at),
      datetime: row.at,
      stock_id: row.stock_id,
      stock: row.stock,
      count: toUnits(row.amount),
      user_id: row.user_id,
      user: row.user,
      note: row.note,
      cancelable: hint === null,
      cancel_hint: hint,
    }
  })
}

export const addingRoutes: Route[] = [
  route(goodCalls.add, addGood),
  route(goodCalls.transactions, listMovements),
  route(goodCalls.removeTransaction, removeAdding),
]
