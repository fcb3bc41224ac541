/** A farm's export: which parts, of which period, in which kind of file. */
import { sql } from 'kysely'
import { daysBetween } from '../../shared/dates'
import { type Language } from '../../shared/i18n/languages'
import { say } from '../../shared/say'
import type { Tx } from '../../server/db/client'
import { fieldErrors } from '../../server/errors'
import type { FileAnswer } from '../../server/http/route'
import { XLSX } from '../../server/sheets/excel'
import { writeCsv } from './csv.server'
import { EXPORT_FIELDS } from './export-fields.contract'
import type { ExportFormat, ExportKey } from './export.contract'
import type { ExportQuery, Source } from './export-source.server'
import type { ExportHead, ExportRow, WriteExport } from './export-row.server'
import { fishSources } from './fish-sources.server'
import { goodsSources } from './goods-sources.server'
import { cursorRows, whileSent } from './streamed.server'
import { writeBook } from './workbook.server'
import { writeXml } from './xml.server'

const SOURCES: Record<ExportKey, Source> = { ...fishSources, ...goodsSources }

/** Each part has a cursor of its own name, since fields differ. */
function rowsOf(tx: Tx, key: ExportKey, asked: ExportQuery): AsyncGenerator<ExportRow[]> {
  const { fields, from, order } = SOURCES[key]
  const list = EXPORT_FIELDS[key].map((field) => `${fields[field.key]} as "${field.key}"`)
  return cursorRows(
    tx,
    `export ${key}`,
    sql`select ${sql.raw(list.join(', '))} ${from(asked)} order by ${sql.raw(order)}`,
  )
}

interface Format {
  type: string
  name: string
  write: WriteExport
}

const FORMATS: Record<ExportFormat, Format> = {
  xml: { type: 'application/xml; charset=utf-8', name: 'sadok.xml', write: writeXml },
  xlsx: { type: XLSX, name: 'sadok.xlsx', write: writeBook },
  csv: { type: 'application/zip', name: 'sadok-csv.zip', write: writeCsv },
}

/** A period of an external application: at most so many days. */
const MAX_DAYS = 366

/** Throws field errors for a period that is the wrong way round, or longer than a year where that is the most. */
export function checkPeriod({ start, end }: Pick<ExportQuery, 'start' | 'end'>, most: number = MAX_DAYS): void {
  if (start > end) throw fieldErrors({ end: 'Конец периода раньше начала' })
  if (daysBetween(start, end) >= most)
    throw fieldErrors({ end: say('Не более {{days}} дней за одну выгрузку', { days: most }) })
}

interface Export extends ExportQuery {
  company_name: string
  /** farm wall clock */
  now: string
  /** in the order of EXPORT_KEYS */
  keys: readonly ExportKey[]
  format: ExportFormat
  language: Language
}

export function exportFile({ keys, format, language, company_name, now, ...asked }: Export) {
  const { company, start, end, time_zone } = asked
  const head: ExportHead = { company: company_name, start, end, created: now, time_zone, language }
  const { type, name, write } = FORMATS[format]
  const bytes = whileSent(company, (tx, out) => write({ head, keys, rows: (key) => rowsOf(tx, key, asked), out }))
  return { type, name, bytes } satisfies FileAnswer
}
