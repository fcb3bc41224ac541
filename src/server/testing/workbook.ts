/** Workbooks for tests: honest ones, and archives made by hand that are not. */
import { deflateRawSync } from 'node:zlib'
import writeXlsxFile from 'write-excel-file/node'

type Value = string | number | Date | null

/** One sheet; a date is a date cell, shown with its day alone. */
export async function workbook(rows: Value[][]): Promise<Buffer> {
  const cells = rows.map((row) =>
    row.map((value) =>
      value === null ? {} : value instanceof Date ? { value, type: Date, format: 'dd.mm.yyyy' } : { value },
    ),
  )
  return writeXlsxFile(cells as never, {}).toBuffer()
}

export interface Entry {
  name: string
  text: string | Buffer
  /** what the directory says of its size; the truth when left out */
  says?: number
}

const header = (signature: number, fields: [size: 2 | 4, value: number][]) => {
  const bytes = Buffer.alloc(4 + fields.reduce((sum, [size]) => sum + size, 0))
  bytes.writeUInt32LE(signature)
  let at = 4
  for (const [size, value] of fields) {
    bytes.writeUIntLE(value, at, size)
    at += size
  }
  return bytes
}

/** An archive of these files. Nobody here looks at the check sums, so they are zero. */
export function archive(entries: Entry[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text, says } of entries) {
    const [plain, path] = [Buffer.from(text), Buffer.from(name)]
    const packed = deflateRawSync(plain)
    const size = says ?? plain.length
    const common: [2 | 4, number][] = [
      [2, 8],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, packed.length],
      [4, size],
      [2, path.length],
      [2, 0],
    ]
    const local = header(0x04034b50, [[2, 20], [2, 0], ...common])
    bodies.push(local, path, packed)
    directory.push(
      header(0x02014b50, [[2, 20], [2, 20], [2, 0], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]),
      path,
    )
    offset += local.length + path.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = header(0x06054b50, [
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, listed.length],
    [4, offset],
    [2, 0],
  ])
  return Buffer.concat([...bodies, listed, end])
}

const PARTS = [
  {
    name: '[Content_Types].xml',
    text: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  },
  {
    name: 'xl/workbook.xml',
    text: '<workbook xmlns:r="r"><sheets><sheet name="Лист" sheetId="1" r:id="rId1"/></sheets></workbook>',
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    text: '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  },
]

/** A workbook whose sheet is written by hand, with other files beside it and a declaration before it. */
export const bareWorkbook = (rows: string, more: Entry[] = [], declaration = ''): Buffer =>
  archive([
    ...PARTS,
    { name: 'xl/worksheets/sheet1.xml', text: `${declaration}<worksheet><sheetData>${rows}</sheetData></worksheet>` },
    ...more,
  ])

/** A cell of text. */
export const cell = (place: string, text: string): string => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
