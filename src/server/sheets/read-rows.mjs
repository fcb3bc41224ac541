/**
 * Reads the first sheet of an .xlsx file in a thread, as plain JavaScript, so that it runs the same from the sources,
 * the tests and the build. A file that unpacks to too much, or holds formulas or macros, is refused.
 */
import { readSheet } from 'read-excel-file/node'
import { checkedEntries, fail, packed } from './checked-archive.mjs'

/** Embedded programs: Visual Basic, sheets of Excel 4 macros, embedded objects. Nothing here would run them. */
const PROGRAMS = /vbaProject|macrosheets\/|activeX\/|embeddings\//i

/** Parts of the archive that a sheet is read from; a name that leads out of the workbook is not one. */
const PART = /^(?!.*\.\.)[\w[][^\\:]*\.(xml|rels)$/

// Patterns stop at the next '<', so that a text of unclosed tags is not searched again from each of them.
export const attribute = (tag, name) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]

/** The sheets in the order of their tabs, each as its tag in the workbook. */
export const sheetTags = (files) => {
  const workbook = files.get('xl/workbook.xml')?.toString() ?? fail('no workbook')
  return [...workbook.matchAll(/<(?:\w+:)?sheet\s[^<>]*>/g)].map(([tag]) => tag)
}

/** The path in the archive of the sheet with this tag. */
export function sheetPath(files, sheetTag = '') {
  const id = attribute(sheetTag, 'r:id')
  const links = files.get('xl/_rels/workbook.xml.rels')?.toString() ?? ''
  const link = [...links.matchAll(/<(?:\w+:)?Relationship\s[^<>]*>/g)].find(([tag]) => attribute(tag, 'Id') === id)
  const target = link && attribute(link[0], 'Target')
  if (!target) fail('no sheet')
  const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
  return files.has(path) ? path : fail('no sheet')
}

/** A tag that begins inside another. The XML reader would scan the rest of the text again for each of them. */
const UNCLOSED = /<[^<>]*</

/** A formula, or an error cell like #DIV/0!. */
const COMPUTED = /<(?:\w+:)?f[\s>/]|<(?:\w+:)?c\s[^<>]*\bt=["']e["']/
/** The last row that Excel has. A row numbered beyond it would make the reader add as many empty rows. */
const LAST_ROW = 1_048_576
const FAR = /<(?:\w+:)?row\s[^<>]*?\br=["'](\d{7,})["']/g
const isFar = ([, row]) => Number(row) > LAST_ROW

/** A moment as 'YYYY-MM-DDTHH:mm', a time of day as 'HH:mm': Excel stores it as a fraction of its day zero. */
export function cellOf(value) {
  if (!(value instanceof Date)) return value
  const text = new Date(value.getTime() + 500).toISOString()
  return value.getUTCFullYear() < 1950 ? text.slice(11, 16) : text.slice(0, 16)
}

/** The parts of a workbook without programs, by name. */
export async function partsOf(zip) {
  const entries = await checkedEntries(zip)
  if ([...entries.keys()].some((name) => PROGRAMS.test(name))) fail('macros')
  return new Map([...entries].filter(([name]) => PART.test(name)))
}

/** Throws for a sheet that would keep its reader busy. */
export function checkSheet(sheet) {
  if (UNCLOSED.test(sheet)) fail('broken marks')
  if ([...sheet.matchAll(FAR)].some(isFar)) fail('too far')
}

/** A new archive of only the checked parts. */
async function checked(zip) {
  const parts = await partsOf(zip)
  const sheet = parts.get(sheetPath(parts, sheetTags(parts)[0])).toString('latin1')
  checkSheet(sheet)
  if (COMPUTED.test(sheet)) fail('formula')
  return packed(parts)
}

/** The first `most` rows of the first sheet. */
export const readRows = async ({ bytes, most }) =>
  (await readSheet(await checked(Buffer.from(bytes)))).slice(0, most).map((row) => row.map(cellOf))
