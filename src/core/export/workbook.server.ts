/** An export as an Excel workbook, a sheet a part, written row by row: ECMA-376, part 1, with texts in their cells. */
import { Readable, type Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { sheetNames } from '../../server/sheets/excel'
import { columnLetters } from '../../shared/sheets/sheet'
import { EXPORT_FIELDS, type ExportField, type FieldType } from './export-fields.contract'
import { decimalText, PLACES, type ExportParts, type ExportRow } from './export-row.server'
import { tableWords } from './table-cells.server'
import { escapeXml } from './xml.server'

/** Excel has 1,048,576 lines a sheet; more rows of a part go on in a further one. */
const MAX_ROWS = 1_000_000

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Places in the list of styles below. */
const HEADER = 1
const STYLES: Record<FieldType, number> = { text: 0, id: 2, count: 3, kg: 4, amount: 4, roubles: 5, day: 6, time: 7 }
const NUMBER_FORMATS = ['0', '#,##0', '#,##0.######', '#,##0.00', 'dd\\.mm\\.yyyy', 'dd\\.mm\\.yyyy hh:mm']
const numberFormats = NUMBER_FORMATS.map((code, index) => ({ id: 164 + index, code: escapeXml(code) }))
const FONT = '<sz val="11"/><name val="Calibri"/>'
const STYLE_SHEET = [
  `${XML}<styleSheet xmlns="${MAIN}">`,
  `<numFmts count="${numberFormats.length}">`,
  ...numberFormats.map(({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`),
  `</numFmts><fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts>`,
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs>',
  `<cellXfs count="${numberFormats.length + 2}"><xf numFmtId="0"/><xf numFmtId="0" fontId="1" applyFont="1"/>`,
  ...numberFormats.map(({ id }) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`),
  '</cellXfs></styleSheet>',
].join('')

/** Days since 30.12.1899, as Excel counts them. */
const serialOf = (moment: string) =>
  Date.parse(`${moment.length > 10 ? moment : `${moment}T00:00`}Z`) / 86_400_000 + 25_569

const textCell = (at: string, text: string, style: number) =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`

/** A sheet, or several where its rows are too many for one. */
export interface BookPart {
  name: string
  fields: readonly BookField[]
  titles: readonly string[]
  rows: AsyncIterable<ExportRow[]>
  /** what a text field shows of what is stored */
  text: (field: BookField, value: string) => string
}
export type BookField = Pick<ExportField, 'key' | 'type'>

function cellXml(at: string, field: BookField, value: ExportRow[string], text: BookPart['text']): string {
  if (value === null) return ''
  const { type } = field
  const style = STYLES[type]
  if (type === 'text') return textCell(at, text(field, String(value)), style)
  const number = (text: string | number) => `<c r="${at}" s="${style}"><v>${text}</v></c>`
  if (type === 'day' || type === 'time') return number(serialOf(String(value)))
  return number(type === 'id' || type === 'count' ? value : decimalText(Number(value), PLACES[type]))
}

const WIDTHS: Record<FieldType, number> = {
  text: 24,
  id: 12,
  count: 14,
  kg: 14,
  amount: 14,
  roubles: 14,
  day: 12,
  time: 17,
}

function headXml({ fields, titles: words }: BookPart): string {
  const columns = fields.map(({ type }, index) => {
    const place = index + 1
    return `<col min="${place}" max="${place}" width="${WIDTHS[type]}" customWidth="1"/>`
  })
  const titles = words.map((title, index) => textCell(`${columnLetters(index + 1)}1`, title, HEADER))
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>\n`
}

/** The rows of a part, of which a sheet takes as many as it holds. */
function openPart(part: BookPart, most: number) {
  const fields = part.fields.map((field, index) => ({ field, letters: columnLetters(index + 1) }))
  const chunks = part.rows[Symbol.asyncIterator]()
  let chunk: ExportRow[] = []
  let over = false
  const rowXml = (row: ExportRow, line: number) => {
    const cells = fields.map(({ field, letters }) =>
      cellXml(`${letters}${line}`, field, row[field.key] ?? null, part.text),
    )
    return `<row r="${line}">${cells.join('')}</row>\n`
  }
  /** Reads on where all is written: a part that just fills its sheet is over with it. */
  const readOn = async () => {
    if (chunk.length > 0 || over) return
    const next = await chunks.next()
    over = next.done === true
    if (!over) chunk = next.value as ExportRow[]
  }
  return {
    isOver: () => over,
    async *sheet() {
      yield headXml(part)
      let line = 1
      for (await readOn(); !over && line <= most; await readOn()) {
        const taken = chunk.slice(0, most + 1 - line)
        chunk = chunk.slice(taken.length)
        const from = line + 1
        line += taken.length
        yield taken.map((row, index) => rowXml(row, from + index)).join('')
      }
      yield `</sheetData><autoFilter ref="A1:${fields.at(-1)!.letters}${line}"/></worksheet>`
    },
  }
}

const sheetPath = (place: number) => `xl/worksheets/sheet${place}.xml`

/** What says which sheets there are; it may follow them. */
function addDirectory(zip: ZipFile, names: readonly string[]): void {
  const places = names.map((_, index) => index + 1)
  const add = (path: string, text: string) => zip.addBuffer(Buffer.from(XML + text), path)
  const override = (path: string, type: string) =>
    `<Override PartName="/${path}" ContentType="${WORKBOOK_TYPE}.${type}+xml"/>`
  add(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', 'sheet.main')}${override('xl/styles.xml', 'styles')}${places.map((place) => override(sheetPath(place), 'worksheet')).join('')}</Types>`,
  )
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`
  const relations = (list: readonly string[]) =>
    `<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`
  add('_rels/.rels', relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')]))
  add(
    'xl/_rels/workbook.xml.rels',
    relations([
      ...places.map((place) => relation(`rId${place}`, 'worksheet', `worksheets/sheet${place}.xml`)),
      relation(`rId${places.length + 1}`, 'styles', 'styles.xml'),
    ]),
  )
  const sheets = sheetNames(names).map(
    (name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  add(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.join('')}</sheets></workbook>`,
  )
  zip.addBuffer(Buffer.from(STYLE_SHEET), 'xl/styles.xml')
}

async function addSheets(zip: ZipFile, parts: Iterable<BookPart>, most: number): Promise<void> {
  const names: string[] = []
  for (const one of parts) {
    const part = openPart(one, most)
    let sheets = 0
    do {
      sheets++
      const sheet = Readable.from(part.sheet())
      names.push(sheets === 1 ? one.name : `${one.name} ${sheets}`)
      zip.addReadStream(sheet, sheetPath(names.length))
      await finished(sheet)
    } while (!part.isOver())
  }
  addDirectory(zip, names)
  zip.end()
}

/**
 * Parts are read one after another.
 *
 * @param most rows of a sheet
 */
export async function writeParts(parts: Iterable<BookPart>, out: Writable, most: number = MAX_ROWS): Promise<void> {
  const zip = new ZipFile()
  zip.on('error', (error: Error) => zip.outputStream.emit('error', error))
  // whichever fails first: a reader that is gone takes no more sheets
  await Promise.all([pipeline(zip.outputStream, out), addSheets(zip, parts, most)])
}

export function writeBook({ head, keys, rows, out }: ExportParts, most?: number): Promise<void> {
  const { name, titles, text } = tableWords(head)
  const parts = keys.map((key) => ({
    name: name(key),
    fields: EXPORT_FIELDS[key],
    titles: titles(key),
    rows: rows(key),
    text,
  }))
  return writeParts(parts, out, most)
}
