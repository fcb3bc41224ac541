/** Workbooks for tests: honest ones, and archives made by hand that are not. */
import { constants, deflateRawSync } from 'node:zlib'
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
  /** as `text` is packed, where that takes long to make */
  packed?: Buffer
  /** in no directory */
  hidden?: boolean
  /** its name in front of its bytes, where the directory gives another */
  alias?: string
  /** its sizes follow it, as whoever packs a stream writes them */
  streamed?: boolean
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

type Fields = [size: 2 | 4, value: number][]

/** An archive of these files, and what stands behind it. Nobody here looks at the check sums, so they are zero. */
export function archive(entries: Entry[], tail = ''): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text, says, hidden, alias, streamed, packed = deflateRawSync(text) } of entries) {
    const described = (path: string, [length, size]: [number, number]): Fields => [
      ...([
        [2, streamed ? 8 : 0],
        [2, 8],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, length],
        [4, size],
      ] as Fields),
      ...([
        [2, Buffer.byteLength(path)],
        [2, 0],
      ] as Fields),
    ]
    const sizes: [number, number] = [packed.length, says ?? Buffer.byteLength(text)]
    const front = alias ?? name
    const local = header(0x04034b50, [[2, 20], ...described(front, streamed ? [0, 0] : sizes)])
    const follows = streamed
      ? header(0x08074b50, [
          [4, 0],
          [4, sizes[0]],
          [4, sizes[1]],
        ])
      : Buffer.alloc(0)
    const body = Buffer.concat([local, Buffer.from(front), packed, follows])
    bodies.push(body)
    const rest: Fields = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ]
    const listed = header(0x02014b50, [[2, 20], [2, 20], ...described(name, sizes), ...rest])
    if (!hidden) directory.push(Buffer.concat([listed, Buffer.from(name)]))
    offset += body.length
  }
  const listed = Buffer.concat(directory)
  const count = directory.length
  const end = header(0x06054b50, [
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, listed.length],
    [4, offset],
    [2, 0],
  ])
  return Buffer.concat([...bodies, listed, end, Buffer.from(tail)])
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
  archive([...partsOf(rows, declaration), ...more])

/** The files of such a workbook. */
export const partsOf = (rows: string, declaration = ''): Entry[] => [
  ...PARTS,
  { name: 'xl/worksheets/sheet1.xml', text: `${declaration}<worksheet><sheetData>${rows}</sheetData></worksheet>` },
]

/** So many megabytes of spaces, packed: a thousandth of that. */
export function packedSpaces(megabytes: number): Buffer {
  const flushed = deflateRawSync(Buffer.alloc(1_000_000, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([...Array.from({ length: megabytes }, () => flushed), deflateRawSync('')])
}

/** A cell of text. */
export const cell = (place: string, text: string): string => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`

/** Several sheets by their names, of plain values. */
export async function workbookOf(sheets: Record<string, Value[][]>): Promise<Buffer> {
  const made = Object.entries(sheets).map(([sheet, rows]) => ({
    sheet,
    data: rows.map((row) =>
      row.map((value) =>
        value === null ? {} : value instanceof Date ? { value, type: Date, format: 'dd.mm.yyyy' } : { value },
      ),
    ),
  }))
  return writeXlsxFile(made as never, {}).toBuffer()
}
