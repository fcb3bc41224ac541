/** Names of what changes refer to: the current name, or for a deleted row the last one in the audit log. */
import { type RawBuilder, sql } from 'kysely'
import type { GoodRow } from '../../goods/good.contract'
import { MEASURES } from '../../goods/good.contract'
import { libraries, type LibraryName } from '../../lists/library.contract'
import type { Context } from '../../../server/http/route'
import { CLOSED, type Limits, scope } from '../../../server/scope'
import { NAMED } from '../engine/named.server'
import type { ReferenceTarget } from './change-log.contract'

interface NamingTable {
  table: string
  key: 'id' | 'code' | 'company_id'
  type: 'int' | 'text'
  /** the column, which the audit log has as well */
  name: string
  /** its names in the audit log; none where it cannot be deleted */
  entities?: readonly string[]
  /** those of the user's modules and warehouses */
  within?(limits: Limits): RawBuilder<unknown>
}

const byId = { key: 'id', type: 'int', name: 'name' } as const
const modules = (column: string) => (limits: Limits) => scope(limits).modules(column)
const stocks = (column: string) => (limits: Limits) => scope(limits).stocks(column)

const ofLists = Object.fromEntries(
  Object.values(libraries).map(({ model, table, form }) => [
    model,
    { ...byId, table, name: form[0]!.key, entities: [model] },
  ]),
) as unknown as Record<LibraryName, NamingTable>

const TABLES: Record<ReferenceTarget, NamingTable> = {
  ...ofLists,
  location: { ...ofLists.location, within: modules('id') },
  stock: { ...ofLists.stock, within: stocks('id') },
  measure_parameter: { ...ofLists.measure_parameter, within: modules('location_id') },
  cage: { ...NAMED.cage, entities: ['cage'], within: modules('location_id') },
  good: { ...NAMED.good, entities: ['good', 'workshop_good'] },
  item: { ...NAMED.item, entities: ['item'], within: stocks('stock_id') },
  reason: NAMED.reason,
  batch: { ...NAMED.batch, entities: ['batch'], within: stocks('stock_id') },
  feed_calc: { ...byId, table: 'feed_calcs', entities: ['feed_calc'] },
  user: { ...byId, table: 'users', entities: ['user'] },
  role: { ...byId, table: 'roles', entities: ['role'] },
  external_user: {
    ...byId,
    table: 'external_users',
    entities: ['external_user'],
    within: (limits) => sql`${scope(limits).modulesIn('location_ids')} ${scope(limits).stocksIn('stock_ids')}`,
  },
  // an operator's journal shows other companies by their last names
  company: { ...byId, key: 'company_id', table: 'companies', entities: ['company'] },
}

export interface Reference {
  to: ReferenceTarget
  id: number | string
}
interface ReferenceName extends Reference {
  name: string
  measure: GoodRow['measure'] | null
}

const keyOf = ({ to, id }: Reference) => `${to}:${String(id)}`
const UNKNOWN = '?'

/** What the tables call them. */
async function present({ tx, company, user }: Context, asked: Reference[]): Promise<ReferenceName[]> {
  const tables = [...new Set(asked.map(({ to }) => to))].map((to) => {
    const { table, key, type, name, within } = TABLES[to]
    const ids = asked.filter((one) => one.to === to).map(({ id }) => id)
    return sql`select ${to}::text as to, ${sql.ref(key)}::text as id, ${sql.ref(name)}::text as name,
      ${to === 'good' ? sql.ref('measure') : sql`null::text`} as measure from ${sql.table(table)}
      where company_id = ${company.id} and ${sql.ref(key)} = any(${ids}::${sql.raw(type)}[]) ${within?.(user) ?? sql``}`
  })
  return tx.rows<ReferenceName>(sql.join(tables, sql` union all `))
}

/** The last names in the audit log of what is in no table any more. */
async function gone({ tx, company }: Context, asked: Reference[]): Promise<ReferenceName[]> {
  const looked = asked.flatMap(({ to, id }) =>
    (TABLES[to].entities ?? []).map((entity) => ({ to, id, entity, name: TABLES[to].name })),
  )
  if (looked.length === 0) return []
  return tx.rows<ReferenceName>(sql`
    select a.to, a.id::text as id, l.name, null as measure
    from jsonb_to_recordset(${JSON.stringify(looked)}::jsonb) as a ("to" text, id bigint, entity text, name text)
    cross join lateral (
      select coalesce(before ->> a.name, after ->> a.name) as name from audit_log
      where company_id = ${company.id} and entity = a.entity and entity_id = a.id
        and coalesce(before ->> a.name, after ->> a.name) is not null order by audit_log.id desc limit 1) l`)
}

export interface Names {
  name(asked: Reference): string
  /** the unit of a good */
  unit(good: unknown): string | null
}

export async function readNames(context: Context, all: Reference[]): Promise<Names> {
  const asked = [...new Map(all.map((one) => [keyOf(one), one])).values()]
  const found = new Map<string, ReferenceName>()
  const keep = (rows: ReferenceName[]) => rows.forEach((row) => found.set(keyOf(row), row))
  if (asked.length > 0) keep(await present(context, asked))
  const { allModules, allStocks } = scope(context.user)
  const isClosed = ({ to }: Reference) => TABLES[to].within !== undefined && !(allModules && allStocks)
  keep(
    await gone(
      context,
      asked.filter((one) => !found.has(keyOf(one)) && !isClosed(one)),
    ),
  )
  return {
    name: (one) => found.get(keyOf(one))?.name ?? (isClosed(one) ? CLOSED : UNKNOWN),
    unit: (good) => {
      const measure = found.get(`good:${String(good)}`)?.measure
      return measure ? MEASURES[measure].name : null
    },
  }
}

/** Whether the row exists and is within the user's limits. */
export async function isThere({ tx, company, user }: Context, { to, id }: Reference): Promise<boolean> {
  const { table, key, within } = TABLES[to]
  const found = await tx.maybe(sql`
    select 1 from ${sql.table(table)} where company_id = ${company.id}
      and ${sql.ref(key)} = ${id} ${within?.(user) ?? sql``}`)
  return found !== undefined
}
