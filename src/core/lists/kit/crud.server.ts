/**
 * The kit of lists that people maintain. A model says what its table is, how rows are read and what refers to them;
 * listing, creating, editing, archiving, deleting, audit and live updates are here. It knows no model by name.
 */
import { sql } from 'kysely'
import type { Column } from '../../../shared/columns'
import type { Endpoint } from '../../../shared/contract'
import type { Phrase, Speak } from '../../../shared/say'
import { CallError, conflict, fieldErrors, notFound } from '../../../server/errors'
import type { CacheTag } from '../../../shared/cache-tags'
import type { Context, Route } from '../../../server/http/route'
import type { FormField } from './library-kit.contract'
import type { ImportCalls } from './list-import.contract'

export interface CrudRow {
  version?: string
  id: number
  archived: boolean
  delete_disabled: boolean
  delete_disabled_reason: string | null
}

/** Why a row stays; null lets it go. */
export const deleteFlags = (reason: Phrase | null, speak: Speak) => ({
  delete_disabled: reason !== null,
  delete_disabled_reason: reason && speak(reason),
})

export interface CrudModel<Fields, Row extends CrudRow> {
  /** has company_id, id and a unique name */
  table: string
  /** the field that holds the name, `name` unless said */
  named?: string
  /** fields that are unique together; the name alone by default */
  keyed?: readonly string[]
  /** a name in the archive is taken as well */
  archivesNames?: boolean
  /** in the audit log */
  entity: string
  missing: string
  facts: CacheTag[]
  /** The rows that the user may see, or the one with this id, with their flags: one statement. */
  read(context: Context, id: number | null): Promise<Row[]>
  /** Throws field errors that the schema cannot find. `before` is null for a new row. */
  check?(fields: Fields, context: Context, before: Row | null): Promise<void>
  /** Why a row cannot be archived; null when it can. */
  needed?(row: Row, context: Context): Promise<Phrase | null>
  values(fields: Fields): Record<string, unknown>
  /** Stores what belongs to a row but is not in its columns, and answers it for the audit log. */
  beside?(id: number, fields: Fields, context: Context): Promise<{ before?: object; after?: object }>
  /** Further rows stored with a new row, and deleted before it. */
  created?(id: number, fields: Fields, context: Context): Promise<void>
  removing?(id: number, context: Context): Promise<void>
}

/** A list that may be loaded from a spreadsheet. */
export interface ImportedList {
  title: string
  form: readonly FormField[]
  /** on its page: their titles are known in a file, too */
  columns: readonly Column[]
  create: Endpoint
  importing: ImportCalls
  model: AnyModel
}

export interface CrudCalls {
  create: Endpoint
  update: Endpoint
  remove: Endpoint
  /** of a table with archived_at */
  archiving?: { archive: Endpoint; unarchive: Endpoint }
}

/** The order of names: Russian, «Садок 2» before «Садок 10». */
export const byName = (() => {
  const { compare } = new Intl.Collator('ru', { numeric: true })
  return (one: { name: string }, other: { name: string }) => compare(one.name, other.name)
})()

const UNIQUE_VIOLATION = '23505'

export type AnyModel = CrudModel<never, CrudRow>

export const takenText = ({ named = 'name' }: Pick<AnyModel, 'named'>) =>
  named === 'name' ? 'Такое название уже есть' : 'Такая запись уже есть'

/** People type no other key than the name, so a violated key is reported there. */
export const uniqueName =
  (model: AnyModel) =>
  (error: unknown): never => {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error
    throw fieldErrors({ [model.named ?? 'name']: takenText(model) })
  }

export const IN_ARCHIVE = 'Такое название есть в архиве: его можно извлечь оттуда'

/** The fields that tell one row from all others. */
export const keyOf = ({ named = 'name', keyed = [named] }: AnyModel): readonly string[] => keyed

/** Nobody looks for a name in the archive. */
async function refuseArchivedName(model: AnyModel, fields: object, context: Context, before: CrudRow | null) {
  if (!model.archivesNames) return
  const { tx, company } = context
  const same = keyOf(model).map((key) => sql`and ${sql.ref(key)} = ${(fields as Record<string, unknown>)[key]}`)
  const taken = await tx.maybe(sql`
    select 1 from ${sql.table(model.table)} where company_id = ${company.id} and archived_at is not null
      ${sql.join(same, sql` `)} and id <> ${before?.id ?? 0}`)
  if (taken) throw fieldErrors({ [model.named ?? 'name']: IN_ARCHIVE })
}

/** The row as the user sees it, locked, so that its flags hold until the transaction ends. */
async function lockRow(model: AnyModel, id: number, context: Context): Promise<CrudRow> {
  const { tx, company } = context
  tx.lock('row', sql`select from ${sql.table(model.table)} where company_id = ${company.id} and id = ${id} for update`)
  const rows = await model.read(context, id)
  if (!rows[0]) throw notFound(model.missing)
  return rows[0]
}

const insertion = ({ table }: AnyModel, values: object) => sql<{ id: number }>`
  insert into ${sql.table(table)} (${sql.join(Object.keys(values).map((column) => sql.ref(column)))})
  values (${sql.join(Object.values(values).map((value) => sql.val(value)))}) returning id`

const assignments = (values: object) =>
  sql.join(Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${sql.val(value)}`))

/** Answers its id. */
async function insertRow(model: AnyModel, input: object, context: Context): Promise<number> {
  const { tx, company, audit, changed } = context
  await refuseArchivedName(model, input, context, null)
  await model.check?.(input as never, context, null)
  const values = { company_id: company.id, ...model.values(input as never) }
  const { id } = await tx.one(insertion(model, values)).catch(uniqueName(model))
  await model.created?.(id, input as never, context)
  const beside = await model.beside?.(id, input as never, context)
  audit({ action: 'create', entity: model.entity, id, after: { ...values, ...beside?.after } })
  changed(...model.facts)
  return id
}

async function createRow(model: AnyModel, input: object, context: Context): Promise<CrudRow> {
  return (await model.read(context, await insertRow(model, input, context)))[0]!
}

/** Errors of one of several rows are reported under it: `rows.2.name`. */
const underRow = (index: number) => (error: unknown) => {
  if (!(error instanceof CallError) || !error.body.errors) throw error
  throw fieldErrors(
    Object.fromEntries(Object.entries(error.body.errors).map(([field, texts]) => [`rows.${index}.${field}`, texts])),
  )
}

/** All or none; answers their ids in the same order. */
export async function createRows<Fields extends object, Row extends CrudRow>(
  model: CrudModel<Fields, Row>,
  inputs: readonly Fields[],
  context: Context,
): Promise<number[]> {
  const ids: number[] = []
  for (const [index, input] of inputs.entries())
    ids.push(await insertRow(model as unknown as AnyModel, input, context).catch(underRow(index)))
  return ids
}

interface Edit {
  id: number
  /** version of the edited row; without it the row is changed whatever its version */
  version?: string | null
}
const WRITTEN_MEANWHILE = 'Пока вы правили, запись изменил кто-то другой. Закройте окно и откройте её снова.'

/** The columns as they are stored. */
const storedRow = ({ table }: AnyModel, id: number, { tx, company }: Context) =>
  tx.one<object>(sql`select * from ${sql.table(table)} where company_id = ${company.id} and id = ${id}`)

async function updateRow(model: AnyModel, sent: Edit, context: Context, patch: boolean): Promise<CrudRow> {
  const { tx, company, audit, changed } = context
  const { version, ...given } = sent
  const before = await lockRow(model, given.id, context)
  if (version && version !== before.version) throw conflict(WRITTEN_MEANWHILE)
  const input = patch ? { ...(await storedRow(model, given.id, context)), ...given } : given
  await refuseArchivedName(model, input, context, before)
  await model.check?.(input as never, context, before as never)
  const values = model.values(input as never)
  await tx
    .run(
      sql`update ${sql.table(model.table)} set ${assignments(values)}
        where company_id = ${company.id} and id = ${input.id}`,
    )
    .catch(uniqueName(model))
  const { id } = given
  const beside = await model.beside?.(id, input as never, context)
  const [was, is] = [
    { ...before, ...beside?.before },
    { ...values, ...beside?.after },
  ]
  audit({ action: 'update', entity: model.entity, id, before: was, after: is })
  changed(...model.facts)
  return (await model.read(context, id))[0]!
}

async function archiveRow(model: AnyModel, id: number, context: Context, archived: boolean): Promise<CrudRow> {
  const { tx, company, audit, changed } = context
  const before = await lockRow(model, id, context)
  if (before.archived === archived) return before
  const reason = archived && (await model.needed?.(before as never, context))
  if (reason) throw conflict(reason)
  await tx.run(sql`
    update ${sql.table(model.table)} set archived_at = ${archived ? sql`now()` : sql`null`}
    where company_id = ${company.id} and id = ${id}`)
  audit({ action: 'update', entity: model.entity, id, before: { archived: !archived }, after: { archived } })
  changed(...model.facts)
  return (await model.read(context, id))[0]!
}

async function removeRow(model: AnyModel, id: number, context: Context): Promise<{ ok: true }> {
  const { tx, company, audit, changed } = context
  const before = await lockRow(model, id, context)
  if (before.delete_disabled) throw conflict(before.delete_disabled_reason!)
  await model.removing?.(id, context)
  await tx.run(sql`delete from ${sql.table(model.table)} where company_id = ${company.id} and id = ${id}`)
  audit({ action: 'delete', entity: model.entity, id, before })
  changed(...model.facts)
  return { ok: true }
}

function archiveRoutes({ archiving }: CrudCalls, model: AnyModel): Route[] {
  if (!archiving) return []
  const to = (endpoint: Endpoint, archived: boolean): Route => ({
    endpoint,
    access: 'user',
    run: (input, context) => archiveRow(model, (input as CrudRow).id, context, archived),
  })
  return [to(archiving.archive, true), to(archiving.unarchive, false)]
}

/** Creates, edits, archives and deletes; each answers the row as the list shows it. */
export function crudWrites<Fields, Row extends CrudRow>(calls: CrudCalls, model: CrudModel<Fields, Row>): Route[] {
  const own = model as unknown as AnyModel
  return [
    { endpoint: calls.create, access: 'user', run: (input, context) => createRow(own, input as object, context) },
    {
      endpoint: calls.update,
      access: 'user',
      run: (input, context) => updateRow(own, input as Edit, context, calls.update.method === 'PATCH'),
    },
    { endpoint: calls.remove, access: 'user', run: (input, context) => removeRow(own, (input as CrudRow).id, context) },
    ...archiveRoutes(calls, own),
  ]
}

/** All calls of a library. */
export const crudRoutes = <Fields, Row extends CrudRow>(
  calls: CrudCalls & { list: Endpoint },
  model: CrudModel<Fields, Row>,
): Route[] => [
  { endpoint: calls.list, access: 'user', run: (_, context) => model.read(context, null) },
  ...crudWrites(calls, model),
]
