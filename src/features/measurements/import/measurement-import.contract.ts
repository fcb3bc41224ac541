/** Readings from Excel: the template, and the upload with a preview row by row that stores nothing. */
import * as z from 'zod'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { importAnswer, importInput, MAX_IMPORT_BYTES, rowNote } from '../../../shared/sheets/import'

const area = 'measurements'

export const readingsImportAnswer = z.object({
  ...importAnswer,
  /** readings that exist already, in the file or in the database, and are skipped */
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
  /** first and last day of new readings, DD.MM.YYYY */
  first_date: z.string().nullable(),
  last_date: z.string().nullable(),
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
export type ReadingsImportAnswer = z.infer<typeof readingsImportAnswer>

export const UPLOAD_FAILED =
  'Ошибка при загрузке файла! Удостоверьтесь, что клетки не содержат нечисленых значений, а дата и время указаны в верном формате.'

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
    upload: MAX_IMPORT_BYTES,
    slow: true,
    summary: 'Загрузить замеры из Excel; с preview только показать, что будет загружено',
    input: z.object({
      /** the module of rows that name none */
      location_id: f.optionalId(),
      ...importInput,
    }),
    answer: readingsImportAnswer,
  }),
}
