/** Writes an export part by part, in chunks: neither a year's rows nor their text are ever in memory at once. */
import { sql } from 'kysely'
import { daysBetween } from '../../../shared/dates'
import { say } from '../../../shared/say'
import type { Tx } from '../../../server/db/client'
import { fieldErrors, notice } from '../../../server/errors'
import { EXPORT_FIELDS } from './export-fields.contract'
import type { ExportKey } from './export.contract'
import type { ExportQuery, Source } from './export-source.server'
import { fishSources } from './fish-sources.server'
import { goodsSources } from './goods-sources.server'
import { type ExportRow, FOOT_XML, headXml, rowXml } from './xml.server'

const SOURCES: Record<ExportKey, Source> = { ...fishSources, ...goodsSources }

/** Rows read and written between two turns of the event loop, which takes some milliseconds. */
const CHUNK = 1000
const MAX_ROWS = 100_000
const MAX_DAYS = 366
/** The file is in memory until it is sent; 100,000 rows are a third of this, unless their notes are long. */
const MAX_MEGABYTES = 100

interface ExportCursor {
  _at: string
  _id: number
  _part: number
}
type ReadExportRow = ExportRow & ExportCursor

function readChunk(tx: Tx, key: ExportKey, asked: ExportQuery, after: ExportCursor | undefined) {
  const { fields, from, place } = SOURCES[key]
  const list = EXPORT_FIELDS[key].map((field) => `${fields[field.key]} as "${field.key}"`)
  const [at, id, part] = place
  return tx.rows<ReadExportRow>(sql`
    select ${sql.raw(list.join(', '))}, ${sql.raw(`${at} as _at, ${id} as _id, ${part} as _part`)}
      ${from(after ? { ...asked, start: after._at } : asked)}
      ${
        after
          ? sql`and ${sql.raw(`(${place.join(', ')})`)} > (${after._at}::timestamp, ${after._id}::bigint,
        ${after._part}::int)`
          : sql``
      }
    order by _at, _id, _part limit ${CHUNK}`)
}

async function* partXml(tx: Tx, key: ExportKey, asked: ExportQuery): AsyncGenerator<{ text: string; rows: number }> {
  yield { text: `<${key}>\n`, rows: 0 }
  let last: ReadExportRow | undefined
  do {
    const rows: ReadExportRow[] = await readChunk(tx, key, asked, last)
    yield { text: rows.map((row) => rowXml(key, row)).join(''), rows: rows.length }
    last = rows.length === CHUNK ? rows.at(-1) : undefined
  } while (last)
  yield { text: `</${key}>\n`, rows: 0 }
}

/** Throws field errors for a period that is invalid or longer than a year. */
export function checkPeriod({ start, end }: Pick<ExportQuery, 'start' | 'end'>): void {
  if (start > end) throw fieldErrors({ end: 'Конец периода раньше начала' })
  if (daysBetween(start, end) >= MAX_DAYS)
    throw fieldErrors({ end: say('Не более {{days}} дней за одну выгрузку', { days: MAX_DAYS }) })
}

interface Export extends ExportQuery {
  company_name: string
  /** farm wall clock */
  now: string
  /** in the order of EXPORT_KEYS */
  keys: readonly ExportKey[]
}

/** The file as UTF-8, in chunks. Throws a notice when it would be too large. */
export async function writeExport(tx: Tx, { keys, company_name, now, ...asked }: Export): Promise<Buffer[]> {
  const { start, end, time_zone } = asked
  const pieces = [Buffer.from(headXml({ company: company_name, start, end, created: now, time_zone }))]
  let left = MAX_ROWS
  let room = MAX_MEGABYTES * 1_000_000
  for (const key of keys)
    for await (const { text, rows } of partXml(tx, key, asked)) {
      const piece = Buffer.from(text)
      left -= rows
      room -= piece.length
      if (left < 0) throw notice(say('Больше {{rows}} строк: сократите период или список.', { rows: MAX_ROWS }))
      if (room < 0) throw notice(say('Больше {{size}} МБ: сократите период или список.', { size: MAX_MEGABYTES }))
      pieces.push(piece)
    }
  pieces.push(Buffer.from(FOOT_XML))
  return pieces
}
