/** Readings from Excel: the template, and the upload with a preview that answers row by row and stores nothing. */
import * as z from 'zod'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'

const area = 'measurements'

/** A file's row with what is wrong in it; `row` is its number in Excel, `column` the title of its column. */
const rowNote = z.object({ row: z.number(), column: z.string().nullable(), text: z.string() })

export const importAnswer = z.object({
  /** nothing was stored: asked with `preview`, or there are errors */
  preview: z.boolean(),
  /** rows with something in them */
  rows: z.number(),
  /** readings that would be stored, or were */
  created: z.number(),
  /** how many cells are wrong; one is enough for nothing to be stored */
  error_count: z.number(),
  /** the first of them */
  errors: z.array(rowNote),
  /** readings that are there already, in the file or in the database, and are left out */
  duplicate_count: z.number(),
  duplicates: z.array(rowNote),
  /** what would be created by parameter and depth */
  columns: z.array(
    z.object({
      name: z.string(),
      beautifulSymbol: z.string(),
      depth: z.number(),
      count: z.number(),
      least: z.number(),
      most: z.number(),
    }),
  ),
  /** first and last day of what would be created, DD.MM.YYYY */
  first_date: z.string().nullable(),
  last_date: z.string().nullable(),
  /** the page of the audit journal that tells of it; null before, and for whoever may not read it */
  journal: z.string().nullable(),
  /** the first of what would be created, to look at */
  sample: z.array(
    z.object({
      row: z.number(),
      datetime: z.string(),
      location_name: z.string(),
      cage_number: z.string().nullable(),
      name: z.string(),
      beautifulSymbol: z.string(),
      depth: z.number(),
      value: z.number(),
    }),
  ),
})
export type ImportAnswer = z.infer<typeof importAnswer>

export const UPLOAD_FAILED =
  'Ошибка при загрузке файла! Удостоверьтесь, что клетки не содержат нечисленых значений, а дата и время указаны в верном формате.'
const MAX_UPLOAD_BYTES = 10_000_000

export const importCalls = {
  template: endpoint({
    method: 'GET',
    path: '/measurements-template',
    ability: 'signed-in',
    area,
    download: true,
    summary: 'Шаблон Excel для загрузки замеров',
    input: z.object({ location_id: f.optionalId() }),
    answer: z.unknown(),
  }),
  upload: endpoint({
    method: 'POST',
    path: '/upload-measurements',
    ability: 'create measurements',
    area,
    upload: MAX_UPLOAD_BYTES,
    slow: true,
    summary: 'Загрузить замеры из Excel; с preview только показать, что будет загружено',
    input: z.object({
      /** the module of rows that name none */
      location_id: f.optionalId(),
      preview: f.flag(),
      /** a File of the browser; the form carries it beside the fields */
      file: z.unknown().optional(),
    }),
    answer: importAnswer,
  }),
}
