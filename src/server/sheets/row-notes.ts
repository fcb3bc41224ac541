/** Errors in the rows of a file. */
import type { Phrase, Speak } from '../../shared/say'
import type { ToldNote } from '../../shared/sheets/import'
import { CallError } from '../errors'

export interface RowNote {
  /** as Excel numbers it */
  row: number
  /** title of the column; null for the row as a whole */
  column: string | null
  text: Phrase
}

/** How many errors are listed one by one. */
export const MAX_LISTED = 200

export const toldNotes = (notes: readonly RowNote[], speak: Speak): ToldNote[] =>
  notes.slice(0, MAX_LISTED).map(({ text, ...place }) => ({ ...place, text: speak(text) }))

/** Refuses a file with errors: each is reported under `rows.<row>.<column>`. */
export function refusedRows(text: Phrase, notes: readonly RowNote[]): CallError {
  const errors: Record<string, Phrase[]> = {}
  for (const note of notes.slice(0, MAX_LISTED))
    (errors[`rows.${note.row}.${note.column ?? ''}`] ??= []).push(note.text)
  return new CallError(422, text, { errors, msgShouldBeShown: true })
}
