/** What was changed in stored operations, from the audit log: the fields that differ, as people read them. */
import { sql } from 'kysely'
import { toKg, toUnits } from '../../../shared/numbers'
import type { Context } from '../../../server/http/route'
import { CONTENT, type ContentField, contentKeys, type Document, type Named } from '../../../shared/ledger/document'
import { NAMED } from '../engine/named.server'
import { AT, type Edit } from './why.contract'

/** Edits of one operation that are told. */
const MOST = 5

interface Audited {
  operation: number
  datetime: string
  user: string | null
  before: Partial<Document>
  after: Partial<Document>
}

type Told = Exclude<keyof typeof CONTENT, 'extra' | 'batch_id'> | 'at'

/** The columns that are told, in their order. */
const TOLD = ['at', ...contentKeys.filter((key) => CONTENT[key].told)] as Told[]

const factsOf = (column: Told): ContentField => (column === 'at' ? { told: AT } : CONTENT[column])

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The columns that an edit changed. */
const changedIn = ({ before, after }: Audited) => TOLD.filter((column) => !same(before[column], after[column]))

type Names = Map<string, string>

/** Names of everything that changed fields point to, by what they point to and id. */
async function namesIn({ tx, company }: Context, audited: Audited[]): Promise<Names> {
  const ids = new Map<Named, unknown[]>()
  for (const one of audited) {
    for (const column of changedIn(one)) {
      const { names } = factsOf(column)
      if (names) ids.set(names, [...(ids.get(names) ?? []), one.before[column], one.after[column]].flat())
    }
  }
  const asked = [...ids].map(([to, found]) => {
    const { table, key, type, name } = NAMED[to]
    const known = [...new Set(found.filter((id) => id !== null && id !== undefined))]
    return sql`select ${to}::text as type, ${sql.raw(key)}::text as id, ${sql.raw(name)}::text as name from ${sql.raw(table)}
      where company_id = ${company.id} and ${sql.raw(key)} = any(${known}::${sql.raw(type)}[])`
  })
  if (asked.length === 0) return new Map()
  const rows = await tx.rows<{ type: string; id: string; name: string }>(sql.join(asked, sql` union all `))
  return new Map(rows.map(({ type, id, name }) => [`${type}:${id}`, name]))
}

const READ = { mg: toKg, millionths: toUnits, kopecks: (value: number) => value / 100 }

function read(value: unknown, column: Told, names: Names): string | number | null {
  if (value === null || value === undefined) return null
  const { unit, words, names: to } = factsOf(column)
  if (unit) return READ[unit](Number(value))
  if (words) return words[value as string] ?? (value as string)
  if (!to) return value as string | number
  return [value]
    .flat()
    .map((id) => names.get(`${to}:${String(id)}`) ?? '?')
    .join(', ')
}

/** The last edits of each of these operations, newest first. */
export async function readEdits(context: Context, operations: { id: number; kind: string }[]) {
  const { tx, company } = context
  const audited = await tx.rows<Audited>(sql`
    select o.id as operation, (a.at at time zone ${company.time_zone})::timestamp as datetime, w.name as user, a.before, a.after
    from unnest(${operations.map(({ kind }) => kind)}::text[], ${operations.map(({ id }) => id)}::bigint[]) as o (kind, id)
    cross join lateral (
      select id, at, user_id, before, after from audit_log
      where company_id = ${company.id} and entity = o.kind and entity_id = o.id and action = 'update'
      order by id desc limit ${MOST}) a
    left join users w on w.company_id = ${company.id} and w.id = a.user_id
    order by a.id desc`)
  const names = await namesIn(context, audited)
  const edits = new Map<number, Edit[]>()
  for (const one of audited) {
    const changes = changedIn(one).map((column) => ({
      field: factsOf(column).told!.key,
      before: read(one.before[column], column, names),
      after: read(one.after[column], column, names),
    }))
    const edit = { datetime: one.datetime, user: one.user, changes }
    edits.set(one.operation, [...(edits.get(one.operation) ?? []), edit])
  }
  return edits
}
