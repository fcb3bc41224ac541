/** Movements of a good or an item, from documents: each typed line is one movement. */
import { sql } from 'kysely'
import { can, canChangeRow, NO_RIGHT } from '../../../shared/abilities'
import type { AnswerOf } from '../../../shared/contract'
import { showDay } from '../../../shared/dates'
import { type LineRole } from '../../../shared/ledger/document'
import { groupBy } from '../../../shared/collections'
import { sumIn, toUnits } from '../../../shared/numbers'
import type { Phrase } from '../../../shared/say'
import { forbidden } from '../../../server/errors'
import { complete } from '../../../server/http/max-rows'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { MEASURES, type MovementRow } from '../../../core/goods/good.contract'
import { costOf } from '../../../core/documents/engine/goods-lines.contract'
import { recordedBy } from '../../../core/documents/engine/journal-row.server'
import { whyFixed } from '../../../core/documents/engine/rules.server'
import { rulesOf } from '../../../core/documents/kinds/kinds.contract'
import type { movementCalls } from './movement-calls.contract'
import { ENTRIES, type MovementsInput, openStocks, pageOf, readEarliest, sumsOf, wordOf } from './movement-pages.server'

type MovementsAnswer = AnswerOf<typeof movementCalls.list>

interface StoredMovement {
  /** its place among those asked for */
  movement: number
  id: number
  kind: string
  at: string
  created: string
  line: number
  role: LineRole | null
  stock_id: number
  stock: string
  amount: number
  good: string | null
  measure: keyof typeof MEASURES | null
  price: number | null
  cage_id: number | null
  cage: string | null
  /** what was filled */
  item: string | null
  counterparty_id: number | null
  counterparty: string | null
  extra: Record<string, string | null> | null
  user_id: number | null
  user: string | null
  note: string | null
  /** the amount afterwards in the requested warehouse */
  balance: number | null
  /** another of its warehouses is closed to the user */
  closed: boolean
}

const READING = { good: 'read stocks', workshop_good: 'access workshop', item: 'read stocks' } as const

/** The only warehouse that is asked for, of a good. */
const oneStock = ({ type, stocks_id }: MovementsInput): number | null =>
  type !== 'item' && stocks_id?.length === 1 ? stocks_id[0]! : null

/**
 * SQL: the amount in the warehouse after entry `e` of document `o`: the day's closing balance without later entries of
 * the day.
 */
const balanceAfter = (company: number, input: MovementsInput) => {
  const stock = oneStock(input)
  if (stock === null) return sql`null::bigint`
  const of = sql`company_id = ${company} and good_id = ${input.id} and stock_id = ${stock}`
  return sql`case when e.stock_id = ${stock} then (
    (select closing from stock_days where ${of} and day = o.at::date)
    - coalesce((select sum(amount) from stock_entries where ${of} and at < o.at::date + interval '1 day'
        and (at, operation_id, line) > (o.at, o.id, e.line)), 0))::bigint end`
}

/** Lines of the requested movements, in the user's warehouses, in order. */
async function readLines(input: MovementsInput, context: Context) {
  const { tx, company, user } = context
  const earliest = await readEarliest(input, context)
  const open = openStocks(context)
  return tx.rows<StoredMovement>(sql`
    select p.n::int as movement, o.id, o.kind, o.at,
      (o.created_at at time zone ${company.time_zone})::timestamp as created, e.line, e.role,
      e.stock_id, s.name as stock, e.amount, ${balanceAfter(company.id, input)} as balance, g.name as good, g.measure,
        e.price, c.id as cage_id, c.number as cage,
      filled.name as item, o.counterparty_id, cp.name as counterparty, o.extra, o.user_id,
        ${sql.raw(recordedBy())} as user, o.note,
      ${
        scope(user).allStocks
          ? sql`false`
          : sql`exists (
        select from operation_lines x where x.company_id = ${company.id} and x.operation_id = o.id
          and x.stock_id is not null and not x.stock_id = ${open})`
      } as closed
    from (${pageOf(input, context, earliest)}) p ${ENTRIES}
    join operations o on o.company_id = ${company.id} and o.id = p.id
    join stocks s on s.company_id = ${company.id} and s.id = e.stock_id
    left join goods g on g.company_id = ${company.id} and g.id = e.good_id
    left join cages c on c.company_id = ${company.id} and c.id = coalesce(e.cage_id, o.cage_id)
      ${scope(user).modules('c.location_id')}
    left join lateral (
      select i.name from operation_lines x join items i on i.company_id = ${company.id} and i.id = x.item_id
        ${scope(user).stocks('i.stock_id')}
      where o.kind = 'refill' and x.company_id = ${company.id} and x.operation_id = o.id limit 1) filled on true
    left join counterparties cp on cp.company_id = ${company.id} and cp.id = o.counterparty_id
    left join users u on u.company_id = ${company.id} and u.id = o.user_id
    order by p.n, e.line`)
}

/** Why a movement cannot be cancelled here; null when it can. */
function hintOf({ user, company }: Context, row: StoredMovement): Phrase | null {
  const facts = rulesOf.get(row.kind)
  const elsewhere = facts?.movement?.elsewhere
  if (elsewhere) return elsewhere
  return !row.closed && canChangeRow(user, row, facts) ? whyFixed(company, row) : NO_RIGHT
}

const asMovements = (rows: StoredMovement[]): StoredMovement[][] => [
  ...groupBy(rows, ({ movement }) => movement).values(),
]

function placesOf(entries: StoredMovement[]) {
  const from = entries.find(({ amount }) => amount < 0)
  // a stocktake without a difference changes nothing
  const to = entries.find(({ amount }) => amount >= 0)
  const count = toUnits((to ?? from)!.amount)
  if (to) return { from: from?.stock ?? to.cage, to: to.stock, to_id: to.stock_id, count }
  return { from: from!.stock, to: from!.cage ?? from!.item, to_id: from!.cage_id, count }
}

/** The change in the requested warehouse, and the amount there afterwards. */
function inStock(entries: StoredMovement[]) {
  const there = entries.filter(({ balance }) => balance !== null)
  const last = there.at(-1)
  if (!last) return { stock_change: null, stock_balance: null }
  return {
    stock_change: toUnits(there.reduce((sum, { amount }) => sum + amount, 0)),
    stock_balance: toUnits(last.balance!),
  }
}

function movementOf(context: Context, entries: StoredMovement[]): MovementRow {
  const [row] = entries as [StoredMovement]
  const hint = hintOf(context, row)
  const { type, title } = wordOf(row)
  const cost = costOf({ amount: Math.abs(row.amount), price: row.price })
  const { waybill_number = null, waybill_date = null } = row.extra ?? {}
  return {
    id: row.id,
    kind: row.kind,
    type,
    type_translation: title,
    date: showDay(row.at),
    datetime: row.at,
    creation_date: showDay(row.created),
    created_datetime: row.created,
    ...placesOf(entries),
    ...inStock(entries),
    measure_name: MEASURES[row.measure ?? 'piece'].name,
    good: row.good,
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
    cancel_hint: hint && context.speak(hint),
  }
}

/** Whether it exists and the user may see it. */
function isKnown({ type, id }: MovementsInput, { tx, company, user }: Context) {
  return tx.maybe(
    type === 'item'
      ? sql`select 1 from items where company_id = ${company.id} and id = ${id} ${scope(user).stocks('stock_id')}`
      : sql`select 1 from goods where company_id = ${company.id} and id = ${id} and kind = ${type}`,
  )
}

export async function listMovements(input: MovementsInput, context: Context): Promise<MovementsAnswer> {
  const { type, page } = input
  const paged = page !== undefined
  if (!can(context.user, READING[type])) throw forbidden()
  if (!(await isKnown(input, context))) return paged ? { rows: [], total: 0, footer: {} } : []
  const [read, sums] = await Promise.all([readLines(input, context), paged ? sumsOf(input, context) : null])
  const movements = asMovements(read)
  const rows = (sums ? movements : complete(movements)).map((entries) => movementOf(context, entries))
  if (!sums) return rows
  return { rows, total: sums.total, footer: sums.cost === null ? {} : { waybill_price: sumIn(100, sums.cost) } }
}
