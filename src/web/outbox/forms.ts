/** The forms that records are made with, by kind: features offer them, so that a waiting record can be opened again. */
import type { OutboxRecord } from './records'

export interface OutboxForm {
  /** opens the form with what was typed; it saves with `correctRecord` */
  open: (record: OutboxRecord) => void
  /** the server had stored earlier values of the record: changes that row into what the record says now */
  amend?: (record: OutboxRecord, answer: unknown) => Promise<unknown>
}

const forms = new Map<string, OutboxForm>()

export const offerForm = (kind: string, form: OutboxForm): void => void forms.set(kind, form)
export const formOf = (kind: string): OutboxForm | undefined => forms.get(kind)
