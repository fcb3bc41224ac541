/** «Перенос прошлого»: a workbook of operations is read, planned against both ledgers, mended and brought in whole. */
import * as z from 'zod'
import { endpoint, ok } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { MAX_IMPORT_BYTES } from '../../../shared/sheets/import'
import { ownPastCalls } from './own-past.contract'
import { nameChoice, question } from './past-names.contract'
import { cageOutcome, counts, goodOutcome, lacking, lackingFish } from './past-outcome.contract'
import { type CellKey, importStates, pastFields, placeOfKey, rowStates, sheetKinds, units } from './past-words.contract'

const area = 'moving-in'
const ability = 'bring past'

const column = z.number().int().min(0).max(200)
/** Places of columns from 0, and the units of their numbers. */
const columns = z.partialRecord(z.enum(pastFields), column)
const columnUnits = z.partialRecord(z.enum(pastFields), z.enum(units))
/** Places of columns whose titles name what is measured. */
const readings = z.array(column).max(50)
const isKey = (key: string) => (pastFields as readonly string[]).includes(key) || placeOfKey(key as CellKey) !== null

export const sheetPlan = z.object({
  name: z.string(),
  /** rows with something in them below the header */
  rows: z.number(),
  /** the header's place in the sheet from 0; null when none was found */
  header: z.number().nullable(),
  /** of the header, by place */
  titles: z.array(z.string()),
  /** three rows as they stand */
  samples: z.array(z.array(z.string())),
  kind: z.enum(sheetKinds),
  columns,
  readings,
  /** of all its rows, where no column names one: the sheet is called after it */
  cage: z.string().nullable(),
  /** not of the book: rows of an opening balance of fish */
  opening: z.boolean(),
  units: columnUnits,
  /** how days written with slashes are read; null while nobody said and a column may be either */
  dates: z.enum(['dmy', 'mdy']).nullable(),
  /** a column's days may be read both ways */
  ambiguous: z.boolean(),
  /** plain numbers are days since 1904; of books read before this was asked: none */
  from1904: z.boolean().optional(),
})
export type SheetPlan = z.infer<typeof sheetPlan>

const importLine = z.object({
  id: z.number(),
  file: z.string(),
  state: z.enum(importStates),
  user: z.string().nullable(),
  /** farm time */
  created: z.string(),
  brought: z.string().nullable(),
  undone: z.string().nullable(),
  /** rows that it brought or would bring */
  rows: z.number(),
  /** why it was not brought or taken back, or what broke */
  reason: z.string().nullable(),
  /** it has stopped for good and can be begun again */
  broken: z.boolean(),
  done: z.number().nullable(),
  total: z.number().nullable(),
})
export type ImportLine = z.infer<typeof importLine>

const importDetails = importLine.extend({
  sheets: z.array(sheetPlan),
  counts: counts.nullable(),
  questions: z.array(question),
  cages: z.array(cageOutcome),
  goods: z.array(goodOutcome),
  /** of each good and warehouse, what feedings lack at their worst; what an opening balance brings, where it is on */
  lacking: z.array(lacking),
  opening: z.boolean(),
  /** fish that cages would have to begin with; whether rows of an opening balance bring such */
  lacking_fish: z.array(lackingFish),
  opening_fish: z.boolean(),
  first_day: z.string().nullable(),
  last_day: z.string().nullable(),
  /** of what was planned; sent to bring it */
  digest: z.string().nullable(),
  /** the same file was brought before, and when: how many of its rows are there */
  same: z.object({ date: z.string(), rows: z.number() }).nullable(),
})
export type ImportDetails = z.infer<typeof importDetails>

/** `field` is a field, or «c5» of a column that is measured */
const fault = z.object({ field: z.string().nullable(), address: z.string(), text: z.string() })

const pastRow = z.object({
  sheet: z.number(),
  sheet_name: z.string(),
  /** as Excel numbers it */
  row: z.number(),
  kind: z.string().nullable(),
  state: z.enum(rowStates),
  doubted: z.boolean(),
  /** its running balance says otherwise than the ledger */
  differs: z.boolean(),
  faults: z.array(fault),
  /** by field or «c5», as they stand in the file or were mended */
  values: z.record(z.string(), z.string()),
})
export type PastRow = z.infer<typeof pastRow>

const id = { id: f.id() }
const place = { sheet: f.integer(0, 100), row: f.integer(1, 2_000_000) }
const MAX_MENDED = 500

const wrongRows = endpoint({
  method: 'GET',
  path: '/moving-in/{id}/wrong-rows',
  ability,
  area,
  download: true,
  summary: 'Перенос прошлого: строки с ошибками книгой Excel, с причинами',
  input: z.object(id),
  answer: z.unknown(),
})

export const pastCalls = {
  list: endpoint({
    method: 'GET',
    path: '/moving-in',
    kept: false,
    ability,
    area,
    reads: ['fish', 'goods', 'lists'],
    summary: 'Перенос прошлого: последние книги',
    input: z.object({}),
    answer: z.array(importLine),
  }),
  upload: endpoint({
    method: 'POST',
    path: '/moving-in',
    ability,
    area,
    upload: MAX_IMPORT_BYTES,
    summary: 'Перенос прошлого: загрузить книгу Excel и проверить её, ничего не записывая в учёт',
    input: z.object({ file: z.unknown().optional() }),
    answer: importLine,
  }),
  one: endpoint({
    method: 'GET',
    path: '/moving-in/{id}',
    kept: false,
    ability,
    area,
    reads: ['fish', 'goods', 'lists'],
    summary: 'Перенос прошлого: книга, вопросы к ней и что станет с хозяйством',
    input: z.object(id),
    answer: importDetails,
  }),
  rows: endpoint({
    method: 'GET',
    path: '/moving-in/{id}/rows',
    kept: false,
    ability,
    area,
    reads: ['fish', 'goods', 'lists'],
    summary: 'Перенос прошлого: строки книги с их состоянием',
    input: z.object({
      ...id,
      state: z.enum([...rowStates, 'doubted', 'differs']).optional(),
      page: f.integer(1, 100_000).optional().default(1),
      per_page: f.integer(1, 200).optional().default(50),
    }),
    answer: z.object({ rows: z.array(pastRow), total: z.number() }),
  }),
  setSheet: endpoint({
    method: 'PUT',
    path: '/moving-in/{id}/sheets/{sheet}',
    ability,
    area,
    summary: 'Перенос прошлого: что на листе и в каких столбцах',
    input: z.object({
      ...id,
      sheet: place.sheet,
      kind: z.enum(sheetKinds),
      columns,
      readings: readings.optional().default([]),
      units: columnUnits.optional().default({}),
      dates: z.enum(['dmy', 'mdy']).nullable().optional().default(null),
    }),
    answer: importLine,
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/moving-in/{id}/names',
    ability,
    area,
    summary: 'Перенос прошлого: чем считать названия из книги',
    input: z.object({ ...id, names: z.array(nameChoice).min(1).max(2000) }),
    answer: importLine,
  }),
  opening: endpoint({
    method: 'PUT',
    path: '/moving-in/{id}/opening',
    ability,
    area,
    summary: 'Перенос прошлого: начальный остаток складов или садков',
    details:
      'С `on` перенос добавит приход всего, чего книге не хватает на складах, в первый её день. Для рыбы (`of: fish`) — строки зарыблений, которые можно править.',
    input: z.object({ ...id, on: z.boolean(), of: z.enum(['goods', 'fish']).optional().default('goods') }),
    answer: importLine,
  }),
  mend: endpoint({
    method: 'PUT',
    path: '/moving-in/{id}/rows',
    ability,
    area,
    summary: 'Перенос прошлого: исправить строки или пропустить их',
    input: z.object({
      ...id,
      rows: z
        .array(
          z.object({
            ...place,
            values: z.record(z.string().refine(isKey, 'Нет такого столбца'), z.string().max(2000)).optional(),
            left: z.boolean().optional(),
          }),
        )
        .min(1)
        .max(MAX_MENDED),
    }),
    answer: importLine,
  }),
  leaveWrong: endpoint({
    method: 'POST',
    path: '/moving-in/{id}/leave-wrong',
    ability,
    area,
    summary: 'Перенос прошлого: пропустить все строки с ошибками',
    input: z.object(id),
    answer: importLine,
  }),
  bring: endpoint({
    method: 'POST',
    path: '/moving-in/{id}/bring',
    ability,
    area,
    summary: 'Перенос прошлого: записать всё проверенное',
    details:
      'Ставит задание. `digest` — тот, что ответила проверка: если хозяйство с тех пор изменилось, книга проверяется заново.',
    input: z.object({ ...id, digest: f.text(64) }),
    answer: importLine,
  }),
  check: endpoint({
    method: 'POST',
    path: '/moving-in/{id}/check',
    ability,
    area,
    summary: 'Перенос прошлого: проверить книгу ещё раз',
    input: z.object(id),
    answer: importLine,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/moving-in/{id}/undo',
    ability,
    area,
    summary: 'Перенос прошлого: отменить весь перенос',
    input: z.object(id),
    answer: importLine,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/moving-in/{id}/book',
    ability,
    area,
    summary: 'Перенос прошлого: убрать книгу, которая не перенесена',
    input: z.object(id),
    answer: ok,
  }),
  wrongRows,
  ...ownPastCalls,
}
