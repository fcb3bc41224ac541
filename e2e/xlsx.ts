/** Reads Excel files: what a person gets is looked at, not what was meant to be written. */
import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/** The files of a zip archive by name, by its central directory. */
export function unzip(file: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [file.readUInt16LE(at + 10), file.readUInt32LE(at + 20)]
    const [name, extra, comment] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const local = file.readUInt32LE(at + 42)
    const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const packed = file.subarray(from, from + size)
    const content = method === 8 ? inflateRawSync(packed) : packed
    files.set(file.toString('utf8', at + 46, at + 46 + name), content.toString('utf8'))
    at += 46 + name + extra + comment
  }
  return files
}

export type Cell = { text: string } | { number: number; format: string } | null

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }
const plain = (text: string) => text.replace(/&\w+;/g, (one) => entities[one] ?? one)
const textOf = (xml: string) => [...xml.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => plain(text!)).join('')

/** The number format of each style of the workbook. */
function formatsOf(styles: string): string[] {
  const named = new Map(
    [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
  )
  const used = /<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec(styles)?.[1] ?? ''
  return [...used.matchAll(/<xf ([^>]*)>/g)].map(([, xf]) => named.get(/numFmtId="(\d+)"/.exec(xf!)?.[1]) ?? '')
}

const columnOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** A sheet's rows; a formula would be an error here. */
function rowsOf(files: Map<string, string>, sheet: string): Cell[][] {
  if (/<f[ >]/.test(sheet)) throw new Error('the sheet holds a formula')
  const shared = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>(.*?)<\/si>/gs)].map(([, xml]) =>
    textOf(xml!),
  )
  const formats = formatsOf(files.get('xl/styles.xml') ?? '')
  return [...sheet.matchAll(/<row[^>]*?(?:\/>|>(.*?)<\/row>)/gs)].map(([, row = '']) => {
    const cells: Cell[] = []
    for (const [, attributes = '', content = ''] of row.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
      const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1]
      const column = columnOf(/^[A-Z]+/.exec(attribute('r') ?? '')![0])
      const value = /<v>([^<]*)<\/v>/.exec(content)?.[1]
      const type = attribute('t')
      if (type === 'inlineStr') cells[column] = { text: textOf(content) }
      else if (type === 's') cells[column] = { text: shared[Number(value)]! }
      else if (value !== undefined)
        cells[column] = { number: Number(value), format: formats[Number(attribute('s') ?? 0)] ?? '' }
    }
    return Array.from(cells, (cell) => cell ?? null)
  })
}

/** Every sheet of a file by the name of its tab, in their order. */
export function readWorkbook(file: Buffer): Map<string, Cell[][]> {
  const files = unzip(file)
  const names = [...files.get('xl/workbook.xml')!.matchAll(/<sheet [^>]*?name="([^"]*)"/g)].map(([, name]) =>
    plain(name!),
  )
  return new Map(names.map((name, index) => [name, rowsOf(files, files.get(`xl/worksheets/sheet${index + 1}.xml`)!)]))
}

/** Waits for the file that a press of the button brings. */
export async function downloaded(page: Page, button: string): Promise<{ name: string; file: Buffer }> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const download = await coming
  return { name: download.suggestedFilename(), file: readFileSync(await download.path()) }
}

/** Presses «Excel» and reads what comes. */
export async function downloadSheet(page: Page): Promise<{ name: string; rows: Cell[][] }> {
  const { name, file } = await downloaded(page, 'Excel')
  return { name, rows: [...readWorkbook(file).values()][0]! }
}

/** The instant of a date cell, 'YYYY-MM-DDTHH:mm'. */
export const instantOf = (cell: Cell): string | null =>
  cell && 'number' in cell && cell.format.includes('yyyy')
    ? new Date(Math.round((cell.number - 25_569) * 1440) * 60_000).toISOString().slice(0, 16)
    : null
