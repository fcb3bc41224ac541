/** The movements of a good as the specification asks for them: one is entered, all are listed, one is taken back. */
import { sql } from 'kysely'
import { canChangeRow, NO_RIGHT } from '../../../shared/abilities'
import type { ParsedOf } from '../../../shared/contract'
import { showDay } from '../../../shared/dates'
import type { LineRole } from '../../../shared/ledger/document'
import { toUnits } from '../../../shared/numbers'
import { type Phrase, saidOf, textOf } from '../../../shared/say'
import { conflict, notFound } from '../../../server/errors'
import { type Context, route, type Route } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { callsOfKind, goodCalls } from '../../goods/good-calls.contract'
import { type GoodKind, type MovementRow } from '../../goods/good.contract'
import { readGoods } from '../../goods/good-rows.server'
import { costOf } from '../engine/goods-lines.contract'
import { takeBack } from '../engine/operations.server'
import type { Registry } from '../engine/posting.server'
import { whyFixed } from '../engine/rules.server'
import { factsOf } from '../kinds/kinds.contract'
import { kindServers } from '../kinds/kinds.server'
import { transact } from './transact.server'

interface Stored {
  id: number
  kind: string
  at: string
  created: string
  line: number
  role: LineRole | null
  stock_id: number
  stock: string
  amount: number
  price: number | null
  cage_id: number | null
  cage: string | null
  counterparty_id: number | null
  counterparty: string | null
  extra: Record<string, string | null> | null
  user_id: number | null
  user: string | null
  note: string | null
}

const MAX_ROWS = 10_000

/** Its entries in the warehouses that the user may use, newest first. */
const readEntries = (input: ParsedOf<typeof goodCalls.transactions>, { tx, company, user }: Context) =>
  tx.rows<Stored>(sql`
    select o.id, o.kind, o.at, (o.created_at at time zone ${company.time_zone})::timestamp as created, e.line, l.role,
      e.stock_id, s.name as stock, e.amount, l.price, o.cage_id, c.number as cage, o.counterparty_id,
      p.name as counterparty, o.extra, o.user_id, u.name as user, o.note
    from stock_entries e
    join operations o on o.company_id = ${company.id} and o.id = e.operation_id
    join stocks s on s.company_id = ${company.id} and s.id = e.stock_id
    left join operation_lines l on l.company_id = ${company.id} and l.operation_id = e.operation_id and l.line = e.line
    left join cages c on c.company_id = ${company.id} and c.id = o.cage_id ${scope(user).modules('c.location_id')}
    left join counterparties p on p.company_id = ${company.id} and p.id = o.counterparty_id
    left join users u on u.company_id = ${company.id} and u.id = o.user_id
    where e.company_id = ${company.id} and e.good_id = ${input.id}
      and e.stock_id = any(array(
        select w.id from stocks w where w.company_id = ${company.id} ${scope(user).stocks('w.id')}))
      and e.at between ${input.start ?? '-infinity'}::timestamp and ${input.end ?? 'infinity'}::timestamp
    order by e.at desc, e.operation_id desc, e.line limit ${MAX_ROWS}`)

/** Why a movement is not cancelled here; null when it may be. */
const hintOf = ({ user, company }: Context, row: Pick<Stored, 'kind' | 'at' | 'user_id'>): Phrase | null =>
  factsOf.get(row.kind)?.movement?.elsewhere ?? (canChangeRow(user, row) ? whyFixed(company, row) : NO_RIGHT)

/** Two entries of one typed line, where it came from and went to, are one movement. */
function asOne(rows: Stored[]): Stored[][] {
  const found = new Map<string, Stored[]>()
  for (const row of rows) {
    const place = factsOf.get(row.kind)?.lineOf?.(row.line) ?? row.line
    const key = `${row.id}:${place}`
    found.set(key, [...(found.get(key) ?? []), row])
  }
  return [...found.values()]
}

function placesOf(entries: Stored[]) {
  const from = entries.find(({ amount }) => amount < 0)
  // a stocktake that found what it should changes nothing
  const to = entries.find(({ amount }) => amount >= 0)
  const into = to ? { to: to.stock, to_id: to.stock_id } : { to: from?.cage ?? null, to_id: from?.cage_id ?? null }
  return { from: from?.stock ?? null, ...into, count: toUnits((to ?? from)!.amount) }
}

function movementOf(context: Context, entries: Stored[]): MovementRow {
  const [row] = entries as [Stored]
  const hint = hintOf(context, row)
  const { movement, noun } = factsOf.get(row.kind)!
  const cost = costOf({ amount: Math.abs(row.amount), price: row.price })
  const { waybill_number = null, waybill_date = null } = row.extra ?? {}
  return {
    id: row.id,
    type: movement?.type ?? row.kind,
    type_translation: movement?.title ?? noun,
    date: showDay(row.at),
    datetime: row.at,
    creation_date: showDay(row.created),
    ...placesOf(entries),
    stock_id: row.stock_id,
    stock: row.stock,
    counterparty_id: row.counterparty_id,
    counterparty: row.counterparty,
    waybill_number,
    waybill_date: waybill_date && showDay(waybill_date),
    waybill_price_per_unit: row.price === null ? null : row.price / 100,
    waybill_price: cost === null ? null : cost / 100,
    user_id: row.user_id,
    user: row.user,
    note: row.note,
    editable: hint === null,
    cancelable: hint === null,
    cancel_hint: hint && textOf(hint),
    ...saidOf([hint]),
  }
}

async function listMovements(
  kind: GoodKind,
  input: ParsedOf<typeof goodCalls.transactions>,
  context: Context,
): Promise<MovementRow[]> {
  const known = await context.tx.maybe(
    sql`select 1 from goods where company_id = ${context.company.id} and id = ${input.id} and kind = ${kind}`,
  )
  if (!known) return []
  return asOne(await readEntries(input, context)).map((entries) => movementOf(context, entries))
}

const GONE = 'Операция не найдена: возможно, её уже удалили.'

async function removeMovement(registry: Registry, id: number, context: Context) {
  const { tx, company } = context
  const stored = await tx.maybe<{ kind: string }>(
    sql`select kind from operations where company_id = ${company.id} and id = ${id}`,
  )
  const movement = stored && factsOf.get(stored.kind)?.movement
  if (movement?.elsewhere) throw conflict(`${movement.elsewhere}.`)
  const kind = movement && Object.values(kindServers).find(({ contract }) => contract.kind === stored.kind)
  if (!kind) throw notFound(GONE)
  const { documents } = await takeBack(kind, registry, [id], context)
  const ids = [...new Set(documents.flatMap(({ lines }) => lines ?? []).flatMap(({ good_id }) => good_id ?? []))]
  const goods = await readGoods(context, { ids })
  return { good: goods[0], goods: Object.fromEntries(goods.map((good) => [good.id, good])) }
}

export const movementRoutes = (registry: Registry): Route[] => [
  ...(['good', 'workshop_good'] as const).flatMap((kind) => [
    route(callsOfKind[kind].transact, (input, context) => transact(kind, registry, input, context)),
    route(callsOfKind[kind].transactions, (input, context) => listMovements(kind, input, context)),
  ]),
  route(goodCalls.removeTransaction, ({ id }, context) => removeMovement(registry, id, context)),
]
