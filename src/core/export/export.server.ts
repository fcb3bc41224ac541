/** A farm's export, written while it is sent: neither its rows nor their text are ever in memory at once. */
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { sql } from 'kysely'
import { daysBetween } from '../../shared/dates'
import { type Language } from '../../shared/i18n/languages'
import { say } from '../../shared/say'
import type { Database, Tx } from '../../server/db/client'
import { fieldErrors } from '../../server/errors'
import { semaphore } from '../../server/http/limits/limits'
import type { FileAnswer } from '../../server/http/route'
import { XLSX } from '../../server/sheets/excel'
import { writeCsv } from './csv.server'
import { EXPORT_FIELDS } from './export-fields.contract'
import type { ExportFormat, ExportKey } from './export.contract'
import type { ExportQuery, Source } from './export-source.server'
import type { ExportHead, ExportRow, WriteExport } from './export-row.server'
import { fishSources } from './fish-sources.server'
import { goodsSources } from './goods-sources.server'
import { writeBook } from './workbook.server'
import { writeXml } from './xml.server'

const SOURCES: Record<ExportKey, Source> = { ...fishSources, ...goodsSources }

/** Rows read and written between two turns of the event loop, which takes some milliseconds. */
const CHUNK = 1000

/** The rows of a part by a cursor: its statement runs once. Each part has one of its own name, since fields differ. */
async function* rowsOf(tx: Tx, key: ExportKey, asked: ExportQuery): AsyncGenerator<ExportRow[]> {
  const { fields, from, order } = SOURCES[key]
  const list = EXPORT_FIELDS[key].map((field) => `${fields[field.key]} as "${field.key}"`)
  const cursor = sql.ref(`export ${key}`)
  // read to its end, so the plan that is fastest for all of them
  tx.later(sql`set local cursor_tuple_fraction = 1`)
  tx.later(sql`declare ${cursor} no scroll cursor for
    select ${sql.raw(list.join(', '))} ${from(asked)} order by ${sql.raw(order)}`)
  let rows: ExportRow[]
  do {
    rows = await tx.rows<ExportRow>(sql`fetch ${sql.raw(String(CHUNK))} from ${cursor}`)
    if (rows.length > 0) yield rows
  } while (rows.length === CHUNK)
  tx.later(sql`close ${cursor}`)
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

/** Each holds a connection until its last byte is taken: other calls of the farm, and other farms, keep theirs. */
const places = semaphore(2, 3, 'Уже идут другие выгрузки. Дождитесь, пока одна из них закончится.')

/** The file; what goes wrong before its first bytes is told, later it breaks off. */
export function exportFile({ keys, format, language, company_name, now, ...asked }: Export) {
  const { start, end, time_zone } = asked
  const head: ExportHead = { company: company_name, start, end, created: now, time_zone, language }
  const { type, name, write } = FORMATS[format]
  const bytes = async (database: Database) => {
    const leave = places(String(asked.company))
    const out = new PassThrough()
    // whoever sends it listens too; one that left does not
    out.on('error', () => undefined)
    database
      .transaction(asked.company, (tx) => write({ head, keys, rows: (key) => rowsOf(tx, key, asked), out }), {
        slow: true,
        snapshot: true,
      })
      .catch((error: Error) => out.destroy(error))
      .finally(leave)
    await once(out, 'readable')
    return out
  }
  return { type, name, bytes } satisfies FileAnswer
}
