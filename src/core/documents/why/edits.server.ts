/** Edits of stored operations from the audit log: the fields that differ, as people read them. */
import { sql } from 'kysely'
import type { Context } from '../../../server/http/route'
import type { Document } from '../../../shared/ledger/document'
import { documentFields } from '../change-log/change-log.contract'
import { describeChanges } from '../change-log/change-log.server'
import type { Edit } from './why.contract'

/** Edits of one operation that are told. */
const MAX_EDITS = 5

interface AuditedEdit {
  operation: number
  datetime: string
  user: string | null
  before: Partial<Document>
  after: Partial<Document>
}

/** The last edits of each of these operations, newest first. */
export async function readEdits(context: Context, operations: { id: number; kind: string }[]) {
  const { tx, company } = context
  const audited = await tx.rows<AuditedEdit>(sql`
    select o.id as operation, (a.at at time zone ${company.time_zone})::timestamp as datetime, w.name as user, a.before,
      a.after
    from unnest(${operations.map(({ kind }) => kind)}::text[], ${operations.map(({ id }) => id)}::bigint[]) as o (kind,
      id)
    cross join lateral (
      select id, at, user_id, before, after from audit_log
      where company_id = ${company.id} and entity = o.kind and entity_id = o.id and action = 'update'
      order by id desc limit ${MAX_EDITS}) a
    left join users w on w.company_id = ${company.id} and w.id = a.user_id
    order by a.id desc`)
  const told = await describeChanges(
    context,
    audited.map(({ before, after }) => ({ fields: documentFields, before, after })),
  )
  const edits = new Map<number, Edit[]>()
  for (const [index, { operation, datetime, user }] of audited.entries()) {
    const edit = { datetime, user, changes: told[index]!.changes }
    edits.set(operation, [...(edits.get(operation) ?? []), edit])
  }
  return edits
}
