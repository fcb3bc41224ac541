/** Imports a list from a spreadsheet: the template, and the upload with a preview that stores nothing. */
import * as z from 'zod'
import type { Ability } from '../../../shared/abilities'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { importAnswer, importInput, MAX_IMPORT_BYTES } from '../../../shared/sheets/import'

export const MAX_IMPORT_ROWS = 5000

/** The changes by a row of the file, as people read them. */
const rowChange = z.object({
  row: z.number(),
  name: z.string(),
  state: z.enum(['new', 'changed']),
  /** all fields of a new row, changed ones of an existing row */
  fields: z.array(z.object({ column: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
})
export type RowChange = z.infer<typeof rowChange>

export const listImportAnswer = z.object({
  ...importAnswer,
  /** rows that would be or were changed; and those that are unchanged */
  changed: z.number(),
  unchanged: z.number(),
  /** titles of columns that mean nothing here */
  ignored: z.array(z.string()),
  /** the first of what would be, or was, written */
  changes: z.array(rowChange),
})
export type ListImportAnswer = z.infer<typeof listImportAnswer>

export const importCalls = (of: { model: string; title: string; ability: Ability; area: string }) => {
  const { model, title, ability, area } = of
  return {
    template: endpoint({
      method: 'GET',
      path: `/crud/${model}/template`,
      ability,
      area,
      download: true,
      summary: `${title}: таблица Excel для загрузки; с filled в ней все строки справочника`,
      input: z.object({ filled: f.flag() }),
      answer: z.unknown(),
    }),
    upload: endpoint({
      method: 'POST',
      path: `/crud/${model}/import`,
      ability,
      area,
      upload: MAX_IMPORT_BYTES,
      slow: true,
      summary: `${title}: загрузить из Excel; с preview только показать, что изменится`,
      input: z.object(importInput),
      answer: listImportAnswer,
    }),
  }
}
export type ImportCalls = ReturnType<typeof importCalls>
