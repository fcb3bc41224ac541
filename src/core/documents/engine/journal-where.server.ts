/** Which operations a journal shows: its period, its filters, and what is open to the user. */
import { type RawBuilder, sql } from 'kysely'
import { NO_MODULE } from '../../../shared/fields'
import { contentKeys, HEAD } from '../../../shared/ledger/document'
import { forbidden } from '../../../server/errors'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import type { KindServer } from './document.server'
import { isOfCages } from './kind-rules.contract'

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

/** The cages within filters by cage and module and the user's modules, or null for all. */
export async function cagesWithin(
  { tx, company, user }: Context,
  { cages_id, location_id }: Pick<JournalInput, 'cages_id' | 'location_id'>,
): Promise<number[] | null> {
  // every cage has a module
  if (location_id === NO_MODULE) return []
  const { allModules, opensModule, modules } = scope(user)
  if (location_id !== null && !opensModule(location_id)) throw forbidden()
  if (location_id === null && allModules) return cages_id
  const within = location_id === null ? modules('location_id') : sql`and location_id = ${location_id}`
  const rows = await tx.rows<{ id: number }>(sql`select id from cages where company_id = ${company.id} ${within}`)
  const ids = rows.map((row) => row.id)
  return cages_id ? ids.filter((id) => cages_id.includes(id)) : ids
}

/** The same for a kind. Without a filter, documents without a cage stay. */
export async function cagesWanted({ contract }: KindServer, context: Context, input: JournalInput) {
  if (isOfCages(contract)) return cagesWithin(context, input)
  const { cages_id, location_id } = input
  return cages_id || (location_id !== null && location_id !== NO_MODULE) ? [] : null
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
export const among = (column: string, cages: readonly number[]) =>
  cages.length === 1 ? sql`${sql.ref(column)} = ${cages[0]!}::int` : sql`${sql.ref(column)} = any(${cages}::int[])`

/** What happens between two cages is in the journal of both. */
const inCages = ({ reads }: KindServer, cages: readonly number[]) =>
  reads.includes('target')
    ? sql`(${among('o.cage_id', cages)} or ${among('o.to_cage_id', cages)})`
    : among('o.cage_id', cages)

/** SQL: the same among these cages. `period` takes the place of that of the input: its instants, or SQL for them. */
export const within = (
  context: Context,
  kind: KindServer,
  input: JournalInput,
  cages: number[] | null,
  { start, end }: { start: unknown; end: unknown } = input,
) => {
  const company = context.company.id
  const own = kind.filter?.(input)
  return sql`o.company_id = ${company} and o.kind = ${kind.contract.kind} and o.at between ${start}::timestamp
    and ${end}::timestamp
    ${cages ? sql`and ${inCages(kind, cages)}` : sql``} ${own ? sql`and ${own}` : sql``}
    ${openStocks(kind, context)}`
}

/** SQL: the condition on `o` for the rows of a journal. Footer sums use the same one. */
export const journalWhere = async (kind: KindServer, input: JournalInput, context: Context) =>
  within(context, kind, input, await cagesWanted(kind, context, input))

const STORED = ['company_id', 'id', ...HEAD, ...contentKeys, 'created_at']

/** What the kind tells beside its stored operations; null when it tells these alone. */
export const derivedOf = (kind: KindServer, { company }: Context, input: JournalInput, cages: number[] | null) =>
  kind.derived?.(input, { company, start: input.start, end: input.end, cages }) ?? null

/** SQL: the stored operations, and the rows that the kind derives from them, as `o`. */
export function operationsOf(kind: KindServer, context: Context, input: JournalInput, cages: number[] | null) {
  const derived = derivedOf(kind, context, input, cages)
  if (!derived) return sql`operations o`
  const head: Record<string, RawBuilder<unknown>> = {
    company_id: sql`${context.company.id}::int`,
    kind: sql`${kind.contract.kind}::text`,
  }
  const columns = STORED.map((column) => derived.columns[column] ?? head[column] ?? sql`null`)
  return sql`(select ${sql.raw(STORED.join(', '))} from operations
    union all select ${sql.join(columns)} from ${derived.from}) o`
}

/** Whether it shows the stored operations of its period and cages, all of them and nothing else. */
export const isUnfiltered = (kind: KindServer, context: Context, input: JournalInput, cages: number[] | null) =>
  !kind.filter?.(input) &&
  !derivedOf(kind, context, input, cages) &&
  (isOfCages(kind.contract) || (cages === null && scope(context.user).allStocks))
