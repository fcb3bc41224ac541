/** How an object is shown in the audit journal, and its kinds of fields. */
import type { Ability } from '../../shared/abilities'
import type { Column } from '../../shared/columns'
import type { LoggedField, LoggedFields, ReferenceTarget } from '../../core/documents/change-log/change-log.contract'

export interface LoggedEntity {
  /** the i18n key: «Кормление» */
  title: string
  /** only what stands here is told, so a secret never is */
  fields: LoggedFields
  /** the table of its id, and the field with its name; without one it is shown by number */
  self?: { to: ReferenceTarget; key: string }
  /** the audit keeps what was as a list shows it */
  shownBefore?: true
  /** fields that identify the object, shown with every edit */
  always?: readonly string[]
  /**
   * required to see the history of one; when absent, whoever may read the row; null: only readers of the whole journal
   */
  reading?: Ability | null
}

/** A column of this title, by the key of its field. */
export const field =
  (title: string, type: Column['type'] = 'text', more: Partial<Column> = {}) =>
  (key: string) => ({
    column: { key, title, type, ...more } as Column,
  })

/** Fields by key, which is also the key of their column. */
export const fieldsOf = (fields: Record<string, (key: string) => LoggedField>): LoggedFields =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field(key)]))

export const text = (title: string) => field(title)
export const flag = (title: string) => field(title, 'flag')
export const named = (title: string, names: ReferenceTarget) => (key: string) => ({ ...field(title)(key), names })
export const coded = (title: string, words: Record<string, string>) => (key: string) => ({
  ...field(title, 'text', { words: true })(key),
  words,
})
export const amount = (title: string, unit?: string, stored?: LoggedField['unit']) => (key: string) => ({
  ...field(title, 'amount', { unit })(key),
  ...(stored && { unit: stored }),
})
