/**
 * The audit journal of the company (who changed what and when), and the history of one object for users who may read
 * it. Instants are in the company's zone, 'YYYY-MM-DDTHH:mm'.
 */
import * as z from 'zod'
import type { Column } from '../../shared/columns'
import { endpoint, nothing } from '../../shared/contract'
import { CACHE_TAGS } from '../../shared/cache-tags'
import * as f from '../../shared/fields'
import { fieldChange } from '../../core/documents/change-log/change-log.contract'

export const ACTIONS = { create: 'Создание', update: 'Изменение', delete: 'Удаление' } as const
const ACTION_CODES = Object.keys(ACTIONS) as [keyof typeof ACTIONS, ...(keyof typeof ACTIONS)[]]

const line = {
  id: z.number(),
  datetime: z.string(),
  user_id: z.number().nullable(),
  user: z.string().nullable(),
  action: z.enum(ACTION_CODES),
  changes: z.array(fieldChange),
}

export const auditRow = z.object({
  ...line,
  /** its word: 'feeding', 'cage', 'role', … */
  entity: z.string(),
  entity_id: z.number(),
  /** what it was called; null of what has no name */
  name: z.string().nullable(),
})
export type AuditRow = z.infer<typeof auditRow>

const historyRow = z.object(line)
export type HistoryLine = z.infer<typeof historyRow>

const area = 'admin'
const entity = f.text(50)
/** Settings of a user's own pages concern nobody else. */
export const OWN_SETTINGS = 'user_settings'

export const auditCalls = {
  list: endpoint({
    method: 'GET',
    path: '/audit',
    // what others did stays on no device
    kept: false,
    reads: CACHE_TAGS,
    ability: 'view audit',
    area,
    summary: 'Журнал изменений: кто, когда и что изменил, от новых к старым',
    input: z.object({
      start: f.instant('start'),
      end: f.instant('end'),
      user_id: f.optionalId(),
      entity: entity.optional(),
      entity_id: f.optionalId(),
      action: f.oneOf(ACTION_CODES).optional(),
      /** changes of the cage itself, and of whatever refers to it */
      cage_id: f.optionalId(),
      /** of a good or a product, the same way */
      good_id: f.optionalId(),
      ...f.paging,
    }),
    answer: z.union([
      z.array(auditRow),
      z.object({ rows: z.array(auditRow), total: z.number(), footer: z.record(z.string(), z.number()) }),
    ]),
  }),
  people: endpoint({
    method: 'GET',
    path: '/audit/people',
    reads: ['people'],
    ability: 'view audit',
    area,
    summary: 'Кого можно выбрать в журналах изменений и событий: все пользователи, и бывшие',
    input: nothing,
    answer: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  history: endpoint({
    method: 'GET',
    path: '/history/{entity}/{id}',
    reads: CACHE_TAGS,
    ability: 'signed-in',
    area,
    summary: 'История одной записи: кто внёс, изменил, удалил; видна тому, кто может читать саму запись',
    input: z.object({ entity, id: f.id() }),
    answer: z.object({
      name: z.string().nullable(),
      rows: z.array(historyRow),
      /** there are older ones */
      more: z.boolean(),
    }),
  }),
}

export const AUDIT = { title: 'Журнал изменений', empty: 'Изменений за указанный период нет.' }

export const auditColumns: Column[] = [
  { key: 'datetime', title: 'Время', type: 'datetime' },
  { key: 'what', title: 'Что', type: 'text', unsorted: true, always: true },
  { key: 'action_text', title: 'Действие', type: 'text', unsorted: true },
  { key: 'told', title: 'Изменения', type: 'text', fill: true, unsorted: true },
  { key: 'user', title: 'Кто', type: 'text', unsorted: true },
]
