/** What features provide for records of their kinds: opening one again, handling a stored one, deleting it. */
import type { FileCall } from './following'
import type { OutboxRecord } from './records'

export interface OutboxForm {
  /** opens the form with the typed values; it saves with `correctRecord`. A file has none */
  open?: (record: OutboxRecord) => void
  /** the server stored earlier values of the record: changes that row to the record's current values */
  amend?: (record: OutboxRecord, answer: unknown) => Promise<unknown>
  /** ids of the rows in an answer */
  rows?: (answer: unknown) => number[]
  /** called once the server has stored it: puts the answer into the caches */
  stored?: (answer: unknown) => void
  /** deletes what was stored; without it, a record that may be stored cannot be taken back */
  remove?: (answer: unknown, idempotencyKey: string) => Promise<unknown>
  /** the call that takes a file of its stored row */
  file?: (row: number) => FileCall
  /** address of the page that shows the stored row */
  journal?: string
}

const forms = new Map<string, OutboxForm>()

export const offerForm = (kind: string, form: OutboxForm): void => void forms.set(kind, form)
export const formOf = (kind: string): OutboxForm | undefined => forms.get(kind)
