/** Norms as files: the upload with its preview, the download, the template. */
import type { Speak } from '../../shared/say'
import { MAX_ROWS, MAX_SEASONS } from '../../shared/feeding/norm-grid'
import { normCalls, type NormOwner, NORMS_FAILED, type NormsUpload, sentOf } from '../../core/feeding/norms.contract'
import { readNorms, requireOwner, saveNorms } from '../../core/feeding/norms.server'
import { notFound, notice } from '../../server/errors'
import { type Context, fileRoute, preparedRoute, type Preparing, type Route } from '../../server/http/route'
import { writeWorkbook, XLSX } from '../../server/sheets/excel'
import { readCells, type SheetCells } from '../../server/sheets/sheet-cells'
import { isWorkbook } from '../../server/sheets/read-sheet'
import { refusedRows, toldNotes } from '../../server/sheets/row-notes'
import { NOT_XLSX } from '../../server/sheets/upload'
import { normsBook, templateBook } from './norms-workbook.server'
import { readNormSheets, type ReadNorms } from './read-norms.server'

/** Rows above a table, and more than it may have: what is beyond is refused by the count of rows. */
const ROWS_READ = MAX_ROWS + 40
const SHEETS_READ = MAX_SEASONS + 2

interface NormFile {
  name: string
  sheets: SheetCells[]
}

async function readFile({ receive, company: { id: farm } }: Preparing): Promise<NormFile> {
  const file = await receive()
  if (!file) throw notice(NORMS_FAILED)
  if (!isWorkbook(file)) throw notice(NOT_XLSX)
  const sheets = await readCells(farm, file.bytes, { most: ROWS_READ, sheets: SHEETS_READ })
  return { name: file.name, sheets }
}

const answerOf = (
  { seasons, typed, rows, errors, warnings }: ReadNorms,
  preview: boolean,
  speak: Speak,
): NormsUpload => ({
  preview,
  rows,
  created: errors.length > 0 ? 0 : seasons.length,
  error_count: errors.length,
  errors: toldNotes(errors, speak),
  warnings: warnings.map(speak),
  rates: errors.length > 0 ? [] : sentOf(seasons),
  typed,
  journal: null,
})

interface UploadInput {
  preview: boolean
  version: number | null
}

async function load(owner: NormOwner, { preview, version }: UploadInput, file: NormFile, context: Context) {
  await requireOwner(owner, context)
  const read = readNormSheets(file.sheets)
  if (!read) throw notice('В файле нет таблицы норм: возьмите шаблон.')
  if (preview) return answerOf(read, true, context.speak)
  if (read.errors.length > 0) throw refusedRows(NORMS_FAILED, read.errors)
  await saveNorms({ owner, seasons: read.seasons, version, from: { file: file.name } }, context)
  return answerOf(read, false, context.speak)
}

async function download(owner: NormOwner, context: Context) {
  const { company, speak } = context
  const { name } = await requireOwner(owner, context)
  const norms = await readNorms(owner, context)
  if (!norms || norms.seasons.length === 0) throw notFound('Норм кормления для данного корма не найдено.')
  const sheets = normsBook(norms.seasons, speak)
  return {
    name: `${speak('Нормы кормления')} ${name}.xlsx`,
    type: XLSX,
    bytes: () => writeWorkbook(company.id, sheets),
  }
}

export const normFileRoutes: Route[] = [
  preparedRoute(normCalls.uploadOfFeed, readFile, (input, context, file) =>
    load({ kind: 'feed', id: input.feedTypeId }, input, file, context),
  ),
  preparedRoute(normCalls.uploadOfBrand, readFile, (input, context, file) =>
    load({ kind: 'brand', id: input.brandId }, input, file, context),
  ),
  fileRoute(normCalls.download, ({ feedTypeId }, context) => download({ kind: 'feed', id: feedTypeId }, context)),
  fileRoute(normCalls.downloadOfBrand, ({ brandId }, context) => download({ kind: 'brand', id: brandId }, context)),
  fileRoute(normCalls.template, async (_, { company, speak }) => ({
    name: `${speak('Нормы кормления')}.xlsx`,
    type: XLSX,
    bytes: () => writeWorkbook(company.id, templateBook(speak)),
  })),
]
