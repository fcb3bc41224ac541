/**
 * What every import of a spreadsheet takes and answers. Asked with `preview` it says what it would do, and stores
 * nothing.
 */
import * as z from 'zod'
import * as f from '../fields'

export const MAX_IMPORT_BYTES = 10_000_000

/** A file's row with what is wrong in it; `row` is its number in Excel, `column` the title of its column. */
export const rowNote = z.object({ row: z.number(), column: z.string().nullable(), text: z.string() })
export type ToldNote = z.infer<typeof rowNote>

export const importInput = {
  preview: f.flag(),
  /** a File of the browser; the form carries it beside the fields */
  file: z.unknown().optional(),
}

export const importAnswer = {
  /** nothing was stored: asked with `preview`, or there are errors */
  preview: z.boolean(),
  /** rows with something in them */
  rows: z.number(),
  /** what would be made, or was */
  created: z.number(),
  /** one is enough for nothing to be stored */
  error_count: z.number(),
  /** the first of them */
  errors: z.array(rowNote),
  /** the page of the audit journal that tells what was stored; null before, and for whoever may not read it */
  journal: z.string().nullable(),
}
export type ImportAnswer = z.infer<z.ZodObject<typeof importAnswer>>
