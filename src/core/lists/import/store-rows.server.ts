/** Stores many rows of a list in few statements; each is audited as if it had been typed. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../server/http/route'
import { type AnyModel, keyOf, uniqueName } from '../kit/crud.server'
import type { Write } from './import-rows.server'

/** Statements are kept short, so that other requests run between them. */
const AT_ONCE = 1000

/** The rows with the types of their table. */
const typed = ({ table }: AnyModel, rows: object[]): RawBuilder<unknown> =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) n`

const namesOf = (columns: string[], from: string) => sql.join(columns.map((column) => sql.ref(`${from}.${column}`)))

const keyText = (model: AnyModel, values: object) =>
  JSON.stringify(keyOf(model).map((key) => (values as Record<string, unknown>)[key]))

async function insertRows(model: AnyModel, writes: Write[], { tx, company, audit }: Context): Promise<void> {
  const columns = Object.keys(writes[0]!.values)
  const rows = await tx
    .rows<{ id: number }>(
      sql`insert into ${sql.table(model.table)} as t (company_id, ${sql.join(columns.map((column) => sql.ref(column)))})
        select ${company.id}::int, ${namesOf(columns, 'n')} from ${typed(
          model,
          writes.map(({ values }) => values),
        )}
        returning t.id, ${namesOf([...keyOf(model)], 't')}`,
    )
    .catch(uniqueName(model))
  const ids = new Map(rows.map((row) => [keyText(model, row), row.id]))
  for (const { values } of writes) {
    const after = { company_id: company.id, ...values }
    audit({ action: 'create', entity: model.entity, id: ids.get(keyText(model, values))!, after })
  }
}

async function updateRows(model: AnyModel, writes: Write[], { tx, company, audit }: Context): Promise<void> {
  const columns = Object.keys(writes[0]!.values)
  const sets = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`n.${column}`)}`)
  const rows = writes.map(({ before, values }) => ({ id: before!.id, ...values }))
  await tx.run(sql`update ${sql.table(model.table)} t set ${sql.join(sets)} from ${typed(model, rows)}
    where t.company_id = ${company.id} and t.id = n.id`)
  for (const { before, values } of writes)
    audit({ action: 'update', entity: model.entity, id: before!.id, before, after: values })
}

export async function storeRows(model: AnyModel, writes: readonly Write[], context: Context): Promise<void> {
  const [made, edited] = [writes.filter(({ before }) => !before), writes.filter(({ before }) => before)]
  for (let at = 0; at < made.length; at += AT_ONCE) await insertRows(model, made.slice(at, at + AT_ONCE), context)
  for (let at = 0; at < edited.length; at += AT_ONCE) await updateRows(model, edited.slice(at, at + AT_ONCE), context)
  if (writes.length > 0) context.changed(...model.facts)
}
