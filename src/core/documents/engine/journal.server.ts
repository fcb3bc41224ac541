/** The journal of any kind: one query for the page, one for the footer of all rows. */
import { type RawBuilder, sql } from 'kysely'
import { showDay, timeOf } from '../../../shared/dates'
import { averageKg, averageOfSums, divRound, MG_PER_KG, MILLIONTHS, sumIn, toKg } from '../../../shared/numbers'
import { NO_MODULE } from '../../../shared/fields'
import { truncateRows, limitOf } from '../../../server/http/max-rows'
import { forbidden } from '../../../server/errors'
import type { Context } from '../../../server/http/route'
import { type Limits, scope } from '../../../server/scope'
import { contentKeys, HEAD } from '../../../shared/ledger/document'
import type { KindServer } from './document.server'
import { isOfCages } from './kind-rules.contract'
import { joinsOfOrder, orderOf, WHOLE_ROW } from './journal-row.server'
import type { FishRow, JournalRow } from './row-parts.server'
import { flagsOf, whyFixed } from './rules.server'

type Sql = RawBuilder<unknown>

/** For whom a row is told. */
type Reader = Pick<Context, 'company' | 'user' | 'speak'>

export interface JournalInput {
  start: string
  end: string
  cages_id: number[] | null
  location_id: number | null
  page?: number
  per_page: number
  sort?: string
  [extra: string]: unknown
}

/**
 * The cages within the filters and the user's modules, or null for all. Without a filter, documents without a cage
 * stay.
 */
async function cagesWanted(
  { contract }: KindServer,
  { tx, company, user }: Context,
  { cages_id, location_id }: JournalInput,
): Promise<number[] | null> {
  if (!isOfCages(contract)) return cages_id || (location_id !== null && location_id !== NO_MODULE) ? [] : null
  // every operation of such a kind has a cage, and every cage a module
  if (location_id === NO_MODULE) return []
  const { allModules, opensModule, modules } = scope(user)
  if (location_id !== null && !opensModule(location_id)) throw forbidden()
  if (location_id === null && allModules) return cages_id
  const within = location_id === null ? modules('location_id') : sql`and location_id = ${location_id}`
  const rows = await tx.rows<{ id: number }>(sql`select id from cages where company_id = ${company.id} ${within}`)
  const ids = rows.map((row) => row.id)
  return cages_id ? ids.filter((id) => cages_id.includes(id)) : ids
}

/** For documents without a cage: those whose warehouses, and those of their items, are all open to the user. */
const openStocks = ({ contract }: KindServer, { company, user }: Context) =>
  isOfCages(contract) || scope(user).allStocks
    ? sql``
    : sql`and not exists (
        select from (
          select o.stock_id as id
          union all select stock_id from operation_lines where company_id = ${company.id} and operation_id = o.id
          union all select i.stock_id from operation_lines l
            join items i on i.company_id = ${company.id} and i.id = l.item_id
            where l.company_id = ${company.id} and l.operation_id = o.id) held
        where id not in (select s.id from stocks s where s.company_id = ${company.id} ${scope(user).stocks('s.id')}))`

/** SQL: compares with a single cage by equality, so that an index returns rows in order; several cages need a sort. */
const among = (column: string, cages: readonly number[]) =>
  cages.length === 1 ? sql`${sql.ref(column)} = ${cages[0]!}::int` : sql`${sql.ref(column)} = any(${cages}::int[])`

/** What happens between two cages is in the journal of both. */
const inCages = ({ reads }: KindServer, cages: readonly number[]) =>
  reads.includes('target')
    ? sql`(${among('o.cage_id', cages)} or ${among('o.to_cage_id', cages)})`
    : among('o.cage_id', cages)

const within = (context: Context, kind: KindServer, input: JournalInput, cages: number[] | null) => {
  const company = context.company.id
  const own = kind.filter?.(input)
  return sql`o.company_id = ${company} and o.kind = ${kind.contract.kind} and o.at between ${input.start}::timestamp
    and ${input.end}::timestamp
    ${cages ? sql`and ${inCages(kind, cages)}` : sql``} ${own ? sql`and ${own}` : sql``}
    ${openStocks(kind, context)}`
}

const STORED = ['company_id', 'id', ...HEAD, ...contentKeys, 'created_at']

/** SQL: the stored operations, and the rows that the kind derives from them, as `o`. */
function operationsOf(kind: KindServer, { company }: Context, input: JournalInput, cages: number[] | null) {
  const derived = kind.derived?.(input, { company, start: input.start, end: input.end, cages })
  if (!derived) return sql`operations o`
  const head: Record<string, Sql> = { company_id: sql`${company.id}::int`, kind: sql`${kind.contract.kind}::text` }
  const columns = STORED.map((column) => derived.columns[column] ?? head[column] ?? sql`null`)
  return sql`(select ${sql.raw(STORED.join(', '))} from operations
    union all select ${sql.join(columns)} from ${derived.from}) o`
}

/** SQL: the condition on `o` for the rows of a journal. Footer sums use the same one. */
export const journalWhere = async (kind: KindServer, input: JournalInput, context: Context) =>
  within(context, kind, input, await cagesWanted(kind, context, input))

/** Whole numbers of any size, as text. */
interface Sums {
  total: number
  count: string | null
  weight: string | null
  volume: string | null
  count_difference: string | null
}

/** Sums over all rows. Sums of ledger entries are read from the entries alone, when only cages are filtered. */
function sums(context: Context, kind: KindServer, input: JournalInput, cages: number[] | null) {
  const { tx } = context
  const company = context.company.id
  const where = within(context, kind, input, cages)
  if (kind.footer === 'document') {
    return tx.one<Sums>(sql`select count(*)::int as total, sum(o.count)::text as count, sum(o.weight)::text as weight,
      sum(o.volume)::text as volume,
      null::text as count_difference from ${operationsOf(kind, context, input, cages)} where ${where}`)
  }
  const booked = sql`count(*)::int as total, (-sum(e.count_delta))::text as count,
    (-sum(e.mass_delta - e.deviation))::text as weight, null::text as volume,
    sum(e.count_delta)::text as count_difference`
  const source = kind.footer === 'changes' ? sql`true` : sql`e.count_delta < 0`
  if (!kind.filter?.(input) && !(cages && kind.reads.includes('target'))) {
    return tx.one<Sums>(sql`select ${booked} from fish_entries e
      where e.company_id = ${company} and e.kind = ${kind.contract.kind}
      and e.at between ${input.start}::timestamp and ${input.end}::timestamp and ${source}
      ${cages ? sql`and ${among('e.cage_id', cages)}` : sql``}`)
  }
  return tx.one<Sums>(sql`select ${booked} from operations o
    join fish_entries e on e.company_id = ${company} and e.operation_id = o.id and e.cage_id = o.cage_id and ${source}
      where ${where}`)
}

/** The kind's own sums; null for a column without values. */
async function ownSums(context: Context, kind: KindServer, where: ReturnType<typeof within>) {
  const found = (await kind.totals?.(where, context)) ?? {}
  return Object.fromEntries(Object.entries(found).filter(([, sum]) => sum !== null)) as Record<string, number>
}

function footerOf({ count, weight, volume, count_difference }: Sums): Record<string, number> {
  const footer: Record<string, number> = {}
  if (count !== null) footer.count = Number(count)
  if (weight !== null) footer.weight = sumIn(MG_PER_KG, weight)
  if (Number(count) && weight !== null) footer.avg_weight = averageOfSums(weight, count!)
  if (volume !== null) footer.volume = sumIn(MILLIONTHS, volume)
  if (count_difference !== null) footer.count_difference = Number(count_difference)
  return footer
}

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
    ...flagsOf(whyFixed(company, row), speak),
    ...tell(withoutClosed(row, user), speak),
  }
}

function present(kind: KindServer, rows: JournalRow[], context: Context) {
  const told = rows.map((row) => presentRow(kind.row, row, context))
  return kind.finish?.(told, context) ?? told
}

export async function listJournal(kind: KindServer, input: JournalInput, context: Context) {
  const { tx, company } = context
  const cages = await cagesWanted(kind, context, input)
  const paged = input.page !== undefined
  const where = within(context, kind, input, cages)
  const order = orderOf(kind.reads, input.sort, scope(context.user).stocks('o.stock_id'))
  const operations = operationsOf(kind, context, input, cages)
  // selects the page's ids first, by an index where possible: a year has a thousand times as many rows as a page
  const rows = tx.rows<JournalRow>(sql`
    select ${kind.source.columns} from (
      select o.id from ${operations} ${joinsOfOrder(kind.reads, input.sort)}
      where ${where} order by ${order} ${limitOf(input)}) picked
    join ${operations} on o.company_id = ${company.id} and o.id = picked.id ${kind.source.joins}
    order by ${order}`)
  const [list, total, own] = await Promise.all([
    rows,
    paged ? sums(context, kind, input, cages) : null,
    paged ? ownSums(context, kind, where) : {},
  ])
  const shown = await present(kind, truncateRows(list, context), context)
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
