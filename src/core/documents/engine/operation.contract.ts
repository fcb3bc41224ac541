/** What all operations have in common: author, moment, cage, and the answer. A kind adds its own fields. */
import * as z from 'zod'
import { endpoint, schemaName, type Endpoint } from '../../../shared/contract'
import type { Ability, RowRights } from '../../../shared/abilities'
import type { Column } from '../../../shared/columns'
import type { IconName } from '../../../shared/icon-names'
import * as f from '../../../shared/fields'
import { filterFields, type FilterName } from '../../../shared/filters'
import { cageRow } from '../../cages/cage.contract'
import { isOfCages, type AnyKindRules, type KindRules } from './kind-rules.contract'
import { previewAnswer } from './preview.contract'

/** Moment and note, the first and last fields of every operation. A kind about a whole day has only the date. */
export const moment = { date: f.day(), time: f.time() }
export const note = { note: f.optionalText(2000) }

/** The typed fields of each line, stored in `operation_lines`. */
export const linesOf = <L extends z.ZodRawShape>(line: L, most = 200) =>
  z
    .array(z.object(line), 'Добавьте хотя бы одну строку')
    .min(1, 'Добавьте хотя бы одну строку')
    .max(most, 'Не больше {{maximum}} строк в одном документе')

/** A group of a cage; when left out, the only group of the cage is meant. `group_id` stands for both fields. */
export const group = { generation_id: f.optionalId(), age_category_id: f.optionalId(), group_id: f.optionalId() }

/** Count, average and total weight of fish; a total takes precedence over an average. */
export const fish = {
  count: f.count(),
  avg_weight: f.optional(f.kilograms()),
  weight: f.optional(f.kilograms()),
}

/**
 * Fields of every journal row. Dates: `date` DD.MM.YYYY, `time` HH:mm, `datetime` farm time, `created_datetime` in the
 * company's zone.
 */
export const commonRow = z.object({
  id: z.number(),
  date: z.string(),
  time: z.string(),
  datetime: z.string(),
  note: z.string().nullable(),
  user_id: z.number().nullable(),
  user: z.string().nullable(),
  /** the administrator who sent it for the author */
  sent_by: z.string().nullable(),
  created_datetime: z.string(),
  creation_date: z.string(),
  /** another device recorded the same event on that day, and neither could know of the other */
  doubled: z.boolean(),
  /** how many photographs it has */
  photos: z.number(),
  edit_disabled: z.boolean(),
  edit_disabled_reason: z.string().nullable(),
  delete_disabled: z.boolean(),
  delete_disabled_reason: z.string().nullable(),
})

export const groupRow = {
  group_id: z.number().nullable(),
  generation_id: z.number().nullable(),
  generation_name: z.string().nullable(),
  age_category_id: z.number().nullable(),
  age_category_name: z.string().nullable(),
}

/** Filters of every journal. */
const journalFilter = {
  start: f.instant('start'),
  end: f.instant('end'),
  ...filterFields('cages', 'module'),
  ...f.paging,
}

/** Answered by a write beside its row: all cages whose numbers changed. */
const changed = z.object({ cages: z.array(cageRow), warning: z.string().nullish() })

/** Sections of a cage's menu in order: daily work, fish that leave and notes, fish that arrive or are recounted. */
export const SECTIONS = ['daily', 'moves', 'stock'] as const
export type Section = (typeof SECTIONS)[number]

export interface KindDefinition<
  F extends z.ZodRawShape,
  R extends z.ZodRawShape,
  A extends z.ZodRawShape = z.ZodRawShape,
> extends KindRules<F> {
  /** path under /api, given by the specification */
  path: string
  /** «Отход»: the form and the menu */
  title: string
  /** «Журнал отходов» */
  journal: string
  /** «Отходы»: the entry in the menu of journals */
  plural: string
  icon: IconName
  /** its section of a cage's menu; null for operations without a cage */
  section: Section | null
  ability: Ability
  /** area of its calls in OpenAPI; operations on fish by default */
  area?: string
  row: z.ZodObject<R>
  /** what its writes answer besides the row and the cages */
  answers?: A
  /** filters besides the common ones */
  filter?: z.ZodRawShape
  /** titles of its filters, where they differ from the usual ones */
  filterTitles?: Partial<Record<FilterName, string>>
  columns: Column[]
  /** example values of its fields */
  example?: Record<string, unknown>
}

/** The cages in a write's answer: `cage`, or for a transfer `from` and `to`. */
const cageAnswer = { cage: cageRow.optional(), from: cageRow.optional(), to: cageRow.optional() }

const OPERATIONS = 'operations'

/** The ability required for changing a row, checked before the row is read. */
const changerOf = ({ changing, reading }: RowRights) => changing ?? reading ?? 'signed-in'

/** Previews of an operation, its edit and its deletion: the same checks and refusals, but nothing is stored. */
function previews<F extends z.ZodRawShape, R extends z.ZodRawShape>(definition: KindDefinition<F, R>) {
  const { path, title, fields, ability, area = OPERATIONS } = definition
  const reads = ['fish', 'goods', 'lists'] as const
  const one = { method: 'POST', ability: changerOf(definition), area, answer: previewAnswer, dry: true, reads } as const
  const id = { id: f.id() }
  return {
    previewCreate: endpoint({
      ...one,
      ability,
      path: `/${path}/preview`,
      summary: `${title}: что изменит запись (ничего не сохраняет)`,
      input: z.object(fields),
    }),
    previewUpdate: endpoint({
      ...one,
      path: `/${path}/{id}/preview`,
      summary: `${title}: что изменит правка (ничего не сохраняет)`,
      input: z.object({ ...id, ...fields }),
    }),
    previewRemove: endpoint({
      ...one,
      path: `/${path}/{id}/preview-removal`,
      summary: `${title}: что изменит удаление (ничего не сохраняет)`,
      input: z.object(id),
    }),
  }
}

/** Ids of stored operations, at least one. */
export const someIds = f.idFilter().refine((list): list is number[] => list !== null, 'Выберите записи')

/**
 * Restores operations to their state before their last change, all or none. That change must be an edit or a deletion
 * by the same user in the last ten minutes; otherwise 409.
 */
const takingBack = <F extends z.ZodRawShape, R extends z.ZodRawShape>(definition: KindDefinition<F, R>) => {
  const { path, title, row, area = OPERATIONS } = definition
  return endpoint({
    method: 'POST',
    path: `/${path}/restore`,
    ability: changerOf(definition),
    area,
    summary: `${title}: отменить свою последнюю правку или удаление`,
    input: z.object({ ids: someIds }),
    answer: z.object({ rows: z.array(z.object({ ...commonRow.shape, ...row.shape })), ...changed.shape }),
  })
}

/** The calls that write a kind: POST, PATCH and DELETE. Each answers the cages whose numbers changed. */
function writes<F extends z.ZodRawShape, R extends z.ZodRawShape, A extends z.ZodRawShape>(
  definition: KindDefinition<F, R, A>,
) {
  const { path, title, fields, ability, row, area = OPERATIONS } = definition
  const answers = definition.answers ?? ({} as A)
  const cages = isOfCages(definition) ? cageAnswer : ({} as typeof cageAnswer)
  const answer = z.object({ ...commonRow.shape, ...row.shape, ...cages, ...changed.shape, ...answers })
  const one = { path: `/${path}/{id}`, ability: changerOf(definition), area } as const
  const id = { id: f.id() }
  return {
    create: endpoint({
      method: 'POST',
      path: `/${path}`,
      ability,
      area,
      summary: `${title}: записать`,
      example: definition.example,
      input: z.object(fields),
      answer,
    }),
    update: endpoint({
      ...one,
      method: 'PATCH',
      summary: `${title}: изменить`,
      input: z.object({ ...id, ...fields }),
      answer,
    }),
    restore: takingBack(definition),
    remove: endpoint({
      ...one,
      method: 'DELETE',
      summary: `${title}: удалить`,
      input: z.object(id),
      answer: z.object({ ...cages, ...changed.shape, ...answers }),
    }),
  }
}

/** Makes a kind's calls from its definition. */
export function operationKind<
  F extends z.ZodRawShape,
  R extends z.ZodRawShape,
  A extends z.ZodRawShape = Record<never, never>,
>(definition: KindDefinition<F, R, A>) {
  const name = schemaName(definition.path)
  const row = z.object({ ...commonRow.shape, ...definition.row.shape }).meta({ id: `${name}Row` })
  const page = z.object({ rows: z.array(row), total: z.number(), footer: z.record(z.string(), z.number()) })
  const list = endpoint({
    method: 'GET',
    path: `/${definition.path}`,
    name: `get${name}Journal`,
    reads: [definition.changes ?? 'fish', 'places', 'lists'],
    ability: definition.reading ?? 'signed-in',
    area: definition.area ?? OPERATIONS,
    summary: `${definition.journal}: строки за период`,
    details:
      'Без `page` ответ — массив всех строк за период, с `page` — страница: `rows`, сколько строк всего (`total`) и итоги (`footer`). В `sort` имя поля, с минусом — по убыванию.',
    example: { start: '01.11.2026', end: '30.11.2026', page: 1, per_page: 100, sort: '-datetime' },
    input: z.object({ ...journalFilter, ...definition.filter }),
    answer: z.union([z.array(row), page]),
  })
  return { ...definition, row, list, ...writes(definition), ...previews(definition) }
}

export type AnyKind = AnyKindRules &
  Omit<KindDefinition<z.ZodRawShape, z.ZodRawShape>, keyof KindRules<z.ZodRawShape> | 'row'> & {
    row: z.ZodObject
    list: Endpoint
    create: Endpoint
    update: Endpoint
    remove: Endpoint
    restore: Endpoint
    previewCreate: Endpoint
    previewUpdate: Endpoint
    previewRemove: Endpoint
  }
