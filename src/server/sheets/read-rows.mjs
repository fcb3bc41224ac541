/**
 * Reads the first sheet of an .xlsx file in a thread, as plain JavaScript, so that it runs the same from the sources,
 * the tests and the build. What unpacks to more than it should, or holds formulas or macros, is not read at all.
 */
import { readSheet } from 'read-excel-file/node'
import { checkedEntries, fail, packed } from './checked-archive.mjs'

/** Programs that come along: Visual Basic, sheets of Excel 4 macros, embedded objects. Nothing here would run them. */
const PROGRAMS = /vbaProject|macrosheets\/|activeX\/|embeddings\//i

/** What a sheet is read from; a name that leads out of the workbook is no part of one. */
const PART = /^(?!.*\.\.)[\w[][^\\:]*\.(xml|rels)$/

// Patterns stop at the next '<': without that a text of nothing but beginnings would be searched anew from each.
const attribute = (tag, name) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]

/** Where the first sheet of the workbook lies. */
function firstSheet(files) {
  const workbook = files.get('xl/workbook.xml')?.toString() ?? fail('no workbook')
  const id = attribute(/<(?:\w+:)?sheet\s[^<>]*>/.exec(workbook)?.[0] ?? '', 'r:id')
  const links = files.get('xl/_rels/workbook.xml.rels')?.toString() ?? ''
  const link = [...links.matchAll(/<(?:\w+:)?Relationship\s[^<>]*>/g)].find(([tag]) => attribute(tag, 'Id') === id)
  const target = link && attribute(link[0], 'Target')
  if (!target) fail('no sheet')
  return files.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`) ?? fail('no sheet')
}

/** A mark that begins inside another. The reader would go through all that follows, anew for each of them. */
const UNCLOSED = /<[^<>]*</

/** A formula, or a cell that shows #DIV/0! and the like. */
const COMPUTED = /<(?:\w+:)?f[\s>/]|<(?:\w+:)?c\s[^<>]*\bt=["']e["']/
/** Excel has a million rows and a bit; one that says it lies beyond would be reached through as many empty ones. */
const LAST_ROW = 1_048_576
const FAR = /<(?:\w+:)?row\s[^<>]*?\br=["'](\d{7,})["']/g
const isFar = ([, row]) => Number(row) > LAST_ROW

/** A moment as 'YYYY-MM-DDTHH:mm', a time of day alone as 'HH:mm': Excel keeps it as a part of its day zero. */
function cellOf(value) {
  if (!(value instanceof Date)) return value
  const text = new Date(value.getTime() + 500).toISOString()
  return value.getUTCFullYear() < 1950 ? text.slice(11, 16) : text.slice(0, 16)
}

/** An archive of nothing but what was looked at. */
async function checked(zip) {
  const entries = await checkedEntries(zip)
  if ([...entries.keys()].some((name) => PROGRAMS.test(name))) fail('macros')
  const parts = new Map([...entries].filter(([name]) => PART.test(name)))
  const sheet = firstSheet(parts).toString('latin1')
  if (UNCLOSED.test(sheet)) fail('broken marks')
  if (COMPUTED.test(sheet)) fail('formula')
  if ([...sheet.matchAll(FAR)].some(isFar)) fail('too far')
  return packed(parts)
}

/** The first `most` rows of the first sheet. */
export const readRows = async ({ bytes, most }) =>
  (await readSheet(await checked(Buffer.from(bytes)))).slice(0, most).map((row) => row.map(cellOf))
