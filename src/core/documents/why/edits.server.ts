/** What was changed in stored operations, from the audit log: the fields that differ, as people read them. */
import { sql } from 'kysely'
import { toKg, toUnits } from '../../../shared/numbers'
import type { Context } from '../../../server/http/route'
import type { Document } from '../engine/document.server'
import type { Edit } from './why.contract'

/** Edits of one operation that are told. */
const MOST = 5

interface Audited {
  operation: number
  datetime: string
  user: string | null
  before: Partial<Document>
  after: Partial<Document>
}

type Named = 'cage' | 'generation' | 'category' | 'good' | 'stock' | 'reason' | 'counterparty' | 'employee'
type Reading = 'plain' | 'kg' | 'units' | 'roubles' | Named
const NUMBERS: ReadonlySet<Reading> = new Set<Reading>(['plain', 'kg', 'units', 'roubles'])

/** Column of the document → the field that is told, and how it is read. */
const FIELDS: [keyof Document, field: string, Reading][] = [
  ['at', 'datetime', 'plain'],
  ['cage_id', 'cage', 'cage'],
  ['to_cage_id', 'to_cage', 'cage'],
  ['generation_id', 'generation', 'generation'],
  ['generation_ids', 'generation', 'generation'],
  ['age_category_id', 'age_category', 'category'],
  ['good_id', 'good', 'good'],
  ['stock_id', 'stock', 'stock'],
  ['count', 'count', 'plain'],
  ['weight', 'weight', 'kg'],
  ['avg_weight', 'avg_weight', 'kg'],
  ['volume', 'volume', 'units'],
  ['appetite', 'appetite', 'plain'],
  ['reason', 'reason', 'reason'],
  ['workshop_weight', 'workshop_weight', 'kg'],
  ['counterparty_id', 'counterparty', 'counterparty'],
  ['employee_id', 'employee', 'employee'],
  ['price', 'price', 'roubles'],
  ['payment', 'payment', 'roubles'],
  ['note', 'note', 'plain'],
]

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

const isNamed = (reading: Reading): reading is Named => !NUMBERS.has(reading)

/** The columns that an edit changed. */
const changedIn = ({ before, after }: Audited) => FIELDS.filter(([column]) => !same(before[column], after[column]))

type Names = Map<string, string>

/** Names of everything that changed fields point to, by type and id. */
async function namesIn({ tx, company }: Context, audited: Audited[]): Promise<Names> {
  const keys = new Map<Named, Set<unknown>>()
  for (const one of audited) {
    for (const [column, , reading] of changedIn(one)) {
      if (!isNamed(reading)) continue
      const set = keys.get(reading) ?? new Set()
      for (const id of [one.before[column], one.after[column]].flat()) if (id !== null && id !== undefined) set.add(id)
      keys.set(reading, set)
    }
  }
  if (keys.size === 0) return new Map()
  const ids = (type: Named) => [...(keys.get(type) ?? [])] as number[]
  const rows = await tx.rows<{ type: string; id: string; name: string }>(sql`
    select 'cage' as type, id::text, number as name from cages where company_id = ${company.id} and id = any(${ids('cage')}::int[])
    union all select 'generation', id::text, name from generations where company_id = ${company.id} and id = any(${ids('generation')}::int[])
    union all select 'category', id::text, name from age_categories where company_id = ${company.id} and id = any(${ids('category')}::int[])
    union all select 'good', id::text, name from goods where company_id = ${company.id} and id = any(${ids('good')}::int[])
    union all select 'stock', id::text, name from stocks where company_id = ${company.id} and id = any(${ids('stock')}::int[])
    union all select 'counterparty', id::text, name from counterparties where company_id = ${company.id} and id = any(${ids('counterparty')}::int[])
    union all select 'employee', id::text, fio from employees where company_id = ${company.id} and id = any(${ids('employee')}::int[])
    union all select 'reason', code, name from withdrawal_reasons where company_id = ${company.id} and code = any(${ids('reason')}::text[])`)
  return new Map(rows.map(({ type, id, name }) => [`${type}:${id}`, name]))
}

function read(value: unknown, reading: Reading, names: Names): string | number | null {
  if (value === null || value === undefined) return null
  if (reading === 'kg') return toKg(Number(value))
  if (reading === 'units') return toUnits(Number(value))
  if (reading === 'roubles') return Number(value) / 100
  if (reading === 'plain') return value as string | number
  return [value]
    .flat()
    .map((id) => names.get(`${reading}:${String(id)}`) ?? '?')
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
    const changes = changedIn(one).map(([column, field, reading]) => ({
      field,
      before: read(one.before[column], reading, names),
      after: read(one.after[column], reading, names),
    }))
    const edit = { datetime: one.datetime, user: one.user, changes }
    edits.set(one.operation, [...(edits.get(one.operation) ?? []), edit])
  }
  return edits
}
