/**
 * What the features know of the records they make, by kind: how one is opened again, what a stored one is, how it is
 * deleted.
 */
import type { OutboxRecord } from './records'

export interface OutboxForm {
  /** opens the form with what was typed; it saves with `correctRecord` */
  open: (record: OutboxRecord) => void
  /** the server had stored earlier values of the record: changes that row into what the record says now */
  amend?: (record: OutboxRecord, answer: unknown) => Promise<unknown>
  /** ids of the rows that an answer is about */
  rows?: (answer: unknown) => number[]
  /** the server has stored it: puts the answer into the caches */
  stored?: (answer: unknown) => void
  /** deletes what it stored; without it a record that may be stored cannot be taken back */
  remove?: (answer: unknown, idempotencyKey: string) => Promise<unknown>
  /** address of the page that shows what it stored */
  journal?: string
}

const forms = new Map<string, OutboxForm>()

export const offerForm = (kind: string, form: OutboxForm): void => void forms.set(kind, form)
export const formOf = (kind: string): OutboxForm | undefined => forms.get(kind)
