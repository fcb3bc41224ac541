/** An export as a zip of CSV files, one a part. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { csvLine, csvStyle, csvText, type CsvStyle, UTF8_MARK } from '../../shared/sheets/csv'
import { EXPORT_FIELDS, type ExportField } from './export-fields.contract'
import type { ExportKey } from './export.contract'
import { decimalText, PLACES, type ExportParts, type ExportRow } from './export-row.server'
import { tableWords, type TableWords } from './table-cells.server'

const dayText = (day: string) => `${day.slice(8, 10)}.${day.slice(5, 7)}.${day.slice(0, 4)}`

function cellText(field: ExportField, value: ExportRow[string], { decimal }: CsvStyle, words: TableWords): string {
  if (value === null) return ''
  const text = String(value)
  switch (field.type) {
    case 'id':
    case 'count':
      return text
    case 'day':
      return dayText(text)
    case 'time':
      return `${dayText(text)} ${text.slice(11)}`
    case 'text':
      return csvText(words.text(field, text))
    default:
      return decimalText(Number(value), PLACES[field.type]).replace('.', decimal)
  }
}

async function* csvOf(key: ExportKey, { head, rows }: ExportParts) {
  const style = csvStyle(head.language)
  const words = tableWords(head)
  const fields = EXPORT_FIELDS[key]
  yield `${UTF8_MARK}${csvLine(words.titles(key), style)}`
  for await (const chunk of rows(key))
    yield chunk
      .map((row) =>
        csvLine(
          fields.map((field) => cellText(field, row[field.key] ?? null, style, words)),
          style,
        ),
      )
      .join('')
}

export async function writeCsv(parts: ExportParts): Promise<void> {
  const { head, keys, out } = parts
  const words = tableWords(head)
  const zip = new ZipFile()
  zip.on('error', (error: Error) => zip.outputStream.emit('error', error))
  // one after another, each read when its turn comes
  for (const [index, key] of keys.entries()) {
    const name = `${String(index + 1).padStart(2, '0')} ${words.name(key)}.csv`
    zip.addReadStream(Readable.from(csvOf(key, parts)), name)
  }
  zip.end()
  await pipeline(zip.outputStream, out)
}
