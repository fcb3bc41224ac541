/** The journal of any kind: one query for the page, one for the footer of all rows. */
import { type RawBuilder, sql } from 'kysely'
import { showDay, timeOf } from '../../../shared/dates'
import { averageKg, divRound, toKg } from '../../../shared/numbers'
import { truncateRows } from '../../../server/http/max-rows'
import type { Context } from '../../../server/http/route'
import { type Limits, scope } from '../../../server/scope'
import type { KindServer } from './document.server'
import { footerOf, ownSums, sums } from './journal-sums.server'
import { readPage } from './journal-page.server'
import { WHOLE_ROW } from './journal-row.server'
import { cagesWanted, type JournalInput } from './journal-where.server'
import type { FishRow, JournalRow } from './row-parts.server'
import { flagsOf, whyFixed } from './rules.server'

/** For whom a row is told. */
type Reader = Pick<Context, 'company' | 'user' | 'speak'>

/** Hides names of closed warehouses, and of their items and batches; amounts stay. */
function withoutClosed(row: JournalRow, user: Limits): JournalRow {
  const { allStocks, nameIn } = scope(user)
  if (allStocks) return row
  const lines = row.lines?.map((line) => ({
    ...line,
    stock: nameIn(line.stock_id, line.stock),
    item: nameIn(line.item_stock_id, line.item),
  }))
  const batch = row.batch && nameIn(row.stock_id, String(row.batch))
  return { ...row, stock: nameIn(row.stock_id, row.stock), batch, lines: lines ?? null }
}

/** The contract's row of a kind; `tell` makes its own fields. */
export function presentRow(tell: KindServer['row'], row: JournalRow, { company, user, speak }: Reader) {
  const day = showDay(row.at)
  return {
    id: row.id,
    date: day,
    time: timeOf(row.at),
    datetime: row.at,
    note: row.note,
    user_id: row.user_id,
    user: row.user,
    sent_by: row.sent_by,
    created_datetime: row.created,
    creation_date: showDay(row.created),
    doubled: row.doubled,
    photos: row.photos,
    ...flagsOf(whyFixed(company, row), speak),
    ...tell(withoutClosed(row, user), speak),
  }
}

function present(kind: KindServer, rows: JournalRow[], context: Context) {
  const told = rows.map((row) => presentRow(kind.row, row, context))
  return kind.finish?.(told, context) ?? told
}

export async function listJournal(kind: KindServer, input: JournalInput, context: Context) {
  const cages = await cagesWanted(kind, context, input)
  const paged = input.page !== undefined
  const summed = paged ? sums(context, kind, input, cages) : null
  const [list, total, own] = await Promise.all([
    readPage(context, kind, input, cages, summed),
    summed,
    paged ? ownSums(context, kind, input, cages) : {},
  ])
  const told = await present(kind, truncateRows(list, context), context)
  const shown = (await kind.asFiltered?.(told, context, input)) ?? told
  return total ? { rows: shown, total: total.total, footer: { ...footerOf(total), ...own } } : shown
}

/** The rows of these operations, in the order of their ids. */
export async function readOperations(kind: KindServer, ids: number[], context: Context) {
  const { tx, company } = context
  const rows = await tx.rows<JournalRow>(
    sql`select ${kind.source.columns} from operations o ${kind.source.joins}
      where o.company_id = ${company.id} and o.id = any(${ids}::bigint[]) order by o.id`,
  )
  return present(kind, rows, context)
}

/**
 * Stored operations of any kind: those in `picked`, which is `p (operation_id)`, with `more` columns of it; newest
 * first.
 */
export const readHistory = <T>({ tx, company }: Context, picked: RawBuilder<unknown>, more = sql``) =>
  tx.rows<JournalRow & T>(sql`
    select ${WHOLE_ROW.columns} ${more} from ${picked}
    join operations o on o.company_id = ${company.id} and o.id = p.operation_id ${WHOLE_ROW.joins}
    order by o.at desc, o.id desc`)

/** Milligrams that a removal carried, from the posted entries. */
export const carried = (row: FishRow) =>
  row.mass_delta === null ? (row.weight ?? 0) : -(row.mass_delta - (row.deviation ?? 0))

/** Row fields of all kinds that remove or add fish. */
export const fishOf = (row: FishRow, mass = carried(row)) => ({
  count: row.count ?? 0,
  weight: toKg(mass),
  avg_weight: averageKg(mass, row.count ?? 0),
  ...groupRowOf(row),
})

export const groupRowOf = (row: FishRow) => ({
  group_id: row.group_id,
  generation_id: row.generation_id,
  generation_name: row.generation_name,
  age_category_id: row.age_category_id,
  age_category_name: row.age_category_name,
})

/** Share of the group just before the operation, % with two decimals. */
export const percentBefore = (row: FishRow) => {
  const before = (row.count_after ?? 0) - (row.count_delta ?? 0)
  return divRound((row.count ?? 0) * 10_000, before) / 100
}
