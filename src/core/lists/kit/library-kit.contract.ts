/**
 * A library is a short list that people maintain (modules, species, …). Its calls, table and form follow from one
 * definition.
 */
import * as z from 'zod'
import { endpoint, nothing, ok, schemaName } from '../../../shared/contract'
import type { Ability } from '../../../shared/abilities'
import type { Column } from '../../../shared/columns'
import type { CacheTag } from '../../../shared/cache-tags'
import * as f from '../../../shared/fields'
import { importCalls } from './list-import.contract'

/** The input of a form field. `relation` names the library whose rows are its options. */
export interface FormField {
  key: string
  title: string
  input: 'text' | 'select' | 'date' | 'decimal' | 'textarea' | 'flag'
  relation?: string
  options?: { value: string; label: string }[]
  unit?: string
  hint?: string
  required?: boolean
  /** shown only while this holds */
  when?: (values: Record<string, unknown>) => boolean
}

interface LibraryPath {
  path: string
}

/** Where a library's rows are stored, and what refers to them. */
export interface LibraryStorage {
  /** has company_id, id and a column for each field */
  table: string
  /** the field with the unique name, `name` by default */
  named?: string
  /** fields that are unique together; the name alone by default */
  keyed?: readonly string[]
  /** said of a row that is not there */
  missing: string
  /**
   * a table and column that refer to rows of this library, and why such a row cannot be deleted; `{{name}}` in it is
   * the name of what refers to it, and a column `…_ids` holds a list
   */
  uses?: readonly (readonly [table: string, column: string, reason: string])[]
}

export interface LibraryDefinition<
  F extends z.ZodRawShape,
  R extends z.ZodRawShape,
  A extends boolean = boolean,
> extends LibraryStorage {
  model: string
  /** list and page title */
  title: string
  /** a row of it, as the audit journal names it */
  singular: string
  /** accusative for «Создать …» */
  one: string
  /** the page's route under /lib */
  route: string
  fields: F
  row: R
  columns: Column[]
  form: FormField[]
  /** its table has `archived_at`: rows can be archived and restored */
  archive?: A
  /** required to create, edit, archive and delete; any signed-in user may read */
  ability?: Ability
  confirmDelete?: string
  /** further tags its rows depend on: references that forbid deletion */
  reads?: readonly CacheTag[]
  /** calls whose paths the specification sets otherwise than /crud/{model} */
  paths?: {
    list?: LibraryPath
    create?: LibraryPath
    update?: LibraryPath & { method: 'PUT' | 'PATCH' }
    remove?: LibraryPath
  }
}

const area = 'libraries'
/** Flags of every row of a list besides its fields. */
export const rowFlags = {
  /** offered nowhere, shown where it is named */
  archived: z.boolean(),
  delete_disabled: z.boolean(),
  delete_disabled_reason: z.string().nullable(),
  /** changes with each write of the row; an edit that sends it is refused once somebody else has written */
  version: z.string().optional(),
}

/** Archives and restores; repeating it changes nothing. */
export function archiveCalls<A extends z.ZodType>(
  {
    model,
    title,
    ...rest
  }: { model: string; title: string; ability: Ability; area: string; gated?: false; confirmed?: true },
  answer: A,
) {
  const common = { method: 'POST' as const, ...rest, input: z.object({ id: f.id() }), answer }
  return {
    archive: endpoint({ ...common, path: `/crud/${model}/archive/{id}`, summary: `${title}: в архив` }),
    unarchive: endpoint({ ...common, path: `/crud/${model}/unarchive/{id}`, summary: `${title}: из архива` }),
  }
}

/** The calls that change a library's rows. */
function writes<F extends z.ZodRawShape, A extends z.ZodType>(
  definition: Pick<LibraryDefinition<F, z.ZodRawShape>, 'model' | 'title' | 'fields' | 'paths' | 'ability'>,
  answer: A,
) {
  const { model, title, fields, paths = {}, ability = 'access library' } = definition
  const one = { path: `/crud/${model}/{id}`, ability, area }
  const id = { id: f.id() }
  const version = f.optionalText(20)
  const input = z.object(fields)
  return {
    create: endpoint({
      path: `/crud/${model}`,
      ability,
      area,
      ...paths.create,
      method: 'POST',
      summary: `${title}: создать`,
      input,
      answer,
    }),
    update: endpoint({
      ...one,
      method: 'PUT',
      ...paths.update,
      summary: `${title}: изменить`,
      input: z.object({ ...id, ...fields, version }),
      answer,
    }),
    remove: endpoint({
      ...one,
      ...paths.remove,
      method: 'DELETE',
      summary: `${title}: удалить`,
      input: z.object(id),
      answer: ok,
    }),
  }
}

export function library<F extends z.ZodRawShape, R extends z.ZodRawShape, const A extends boolean = false>(
  definition: LibraryDefinition<F, R, A>,
) {
  const { model, title, paths, ability = 'access library' } = definition
  const row = z.object({ id: z.number(), ...definition.row, ...rowFlags }).meta({ id: schemaName(model) })
  const archiving = archiveCalls({ model, title, ability, area }, row)
  const path = paths?.list?.path ?? `/crud/${model}`
  const list = endpoint({
    method: 'GET',
    path,
    reads: ['lists', ...(definition.reads ?? [])],
    ability: 'signed-in',
    area,
    summary: `${title}: список`,
    input: nothing,
    answer: z.array(row),
  })
  return {
    ...definition,
    row,
    list,
    ...writes(definition, row),
    importing: importCalls({ model, title, ability, area }),
    archiving: (definition.archive ? archiving : undefined) as A extends true ? typeof archiving : undefined,
  }
}
