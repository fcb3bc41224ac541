/** Input and answer of every spreadsheet import. With `preview` it only reports what it would do. */
import * as z from 'zod'
import * as f from '../fields'

export const MAX_IMPORT_BYTES = 10_000_000

/** An error in a row of the file; `row` is its number in Excel, `column` the title of its column. */
export const rowNote = z.object({ row: z.number(), column: z.string().nullable(), text: z.string() })
export type ToldNote = z.infer<typeof rowNote>

export const importInput = {
  preview: f.flag(),
  /** a File of the browser; the form carries it beside the fields */
  file: z.unknown().optional(),
}

export const importAnswer = {
  /** true when nothing was stored: a preview, or a file with errors */
  preview: z.boolean(),
  /** rows with something in them */
  rows: z.number(),
  /** rows that were or would be created */
  created: z.number(),
  /** with any error nothing is stored */
  error_count: z.number(),
  /** the first of them */
  errors: z.array(rowNote),
  /** the page of the audit journal with what was stored; null before, and for users who may not read it */
  journal: z.string().nullable(),
}
export type ImportAnswer = z.infer<z.ZodObject<typeof importAnswer>>
