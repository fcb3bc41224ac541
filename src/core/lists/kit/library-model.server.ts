/** The server side of a library, made from its definition: rows in one statement, with what forbids to delete each. */
import { type RawBuilder, sql } from 'kysely'
import type { AnswerOf, Endpoint, ParsedOf } from '../../../shared/contract'
import type { Phrase } from '../../../shared/say'
import type { CacheTag } from '../../../shared/cache-tags'
import { isUsed } from '../../../server/db/is-used'
import type { Context } from '../../../server/http/route'
import { byName, type CrudModel, type CrudRow, deleteFlags } from './crud.server'
import type { LibraryStorage } from './library-kit.contract'

interface Library extends LibraryStorage {
  model: string
  archive?: boolean
  fields: Record<string, unknown>
  create: Endpoint
}
type Fields<L extends Library> = ParsedOf<L['create']>
type Row<L extends Library> = AnswerOf<L['create']> & CrudRow
/** A row as its statement gives it. */
type LibraryRow<L extends Library> = Omit<Row<L>, 'delete_disabled'> & { used_by?: string | null }

/** What a definition cannot express as data. In the statement the library's table is `t`. */
export interface Own<L extends Library> {
  /** further columns, and their joins */
  columns?: RawBuilder<unknown>
  joins?(context: Context, id: number | null): RawBuilder<unknown>
  /** the rows that the user is limited to */
  within?(context: Context): RawBuilder<unknown>
  /** how a table of `uses` is queried, where its index needs another condition */
  used?: Record<string, RawBuilder<unknown>>
  present?(row: LibraryRow<L>): LibraryRow<L>
  order?(one: LibraryRow<L>, other: LibraryRow<L>): number
  check?(fields: Fields<L>, context: Context, before: Row<L> | null): Promise<void>
  /** why a row cannot be archived; null when it can */
  needed?(row: Row<L>, context: Context): Promise<Phrase | null>
  values?(fields: Fields<L>): Record<string, unknown>
  /** what a write changes; the lists alone unless said */
  facts?: CacheTag[]
}

const NOTHING = sql``

type Use = NonNullable<LibraryStorage['uses']>[number]
const isNamed = ([, , reason]: Use) => reason.includes('{{name}}')

/** SQL: the name of the first row of a short list that names this one. */
const userOf = ([table, column]: Use) => sql`(
  select u.name from ${sql.table(table)} u where u.company_id = t.company_id
    and ${column.endsWith('_ids') ? sql`t.id = any(${sql.ref(`u.${column}`)})` : sql`${sql.ref(`u.${column}`)} = t.id`}
  order by u.id limit 1)`

/** The first of the uses that holds, in its own words, and the name of what uses the row where they ask for it. */
function reasonSql({ uses = [] }: LibraryStorage, used: Record<string, RawBuilder<unknown>>): RawBuilder<unknown> {
  if (uses.length === 0) return sql`null::text as delete_disabled_reason`
  const whens = uses.map((use) => {
    const [table, column, reason] = use
    const holds = isNamed(use) ? sql`${userOf(use)} is not null` : (used[table] ?? isUsed(table, column))
    return sql`when ${holds} then ${reason}::text`
  })
  const named = uses.find(isNamed)
  return sql`case ${sql.join(whens, sql` `)} end as delete_disabled_reason
    ${named ? sql`, ${userOf(named)} as used_by` : NOTHING}`
}

const reasonOf = (reason: string | null, name: string | null | undefined): Phrase | null =>
  reason && name ? { key: reason, values: { name } } : reason

export function libraryModel<L extends Library>(library: L, own: Own<L> = {}): CrudModel<Fields<L>, Row<L>> {
  const { table, model, missing, named = 'name', keyed, archive = false } = library
  const fields = Object.keys(library.fields)
  const { columns, joins, within, present = (row) => row, used = {}, facts: tags = ['lists'] } = own
  const name = (row: LibraryRow<L>) => ({ name: (row as Record<string, unknown>)[named] as string })
  const order = own.order ?? ((one: LibraryRow<L>, other: LibraryRow<L>) => byName(name(one), name(other)))
  const selected = sql`${sql.join(['id', ...fields].map((field) => sql.ref(`t.${field}`)))}
    ${columns ? sql`, ${columns}` : NOTHING}, ${archive ? sql`t.archived_at is not null` : sql`false`} as archived,
    t.xmin::text as version, ${reasonSql(library, used)}`
  const select = (context: Context, id: number | null) => sql<LibraryRow<L>>`
    select ${selected} from ${sql.table(table)} t ${joins?.(context, id) ?? NOTHING}
    where t.company_id = ${context.company.id} ${id === null ? NOTHING : sql`and t.id = ${id}`}
      ${within?.(context) ?? NOTHING}`
  return {
    table,
    named,
    keyed,
    archivesNames: archive,
    entity: model,
    missing,
    facts: tags,
    read: async (context, id) => {
      const rows = await context.tx.rows(select(context, id))
      return rows.sort(order).map(({ used_by, ...row }) => {
        const why = reasonOf(row.delete_disabled_reason, used_by)
        return { ...present(row as LibraryRow<L>), ...deleteFlags(why, context.speak) } as unknown as Row<L>
      })
    },
    check: own.check,
    needed: own.needed,
    values:
      own.values ??
      ((given) => Object.fromEntries(fields.map((field) => [field, (given as Record<string, unknown>)[field]]))),
  }
}
