/**
 * Reads all visible sheets of an .xlsx file in a thread, with what a person has to know of single cells: where there is
 * a formula, where cells are joined, which numbers are shown as per cent. Plain JavaScript, as read-rows.mjs is.
 */
import readWorkbook from 'read-excel-file/node'
import { fail, packed } from './checked-archive.mjs'
import { attribute, cellOf, checkSheet, partsOf, sheetPath, sheetTags } from './read-rows.mjs'

/** A cell, and the formula in it if there is one. */
const CELL = /<(?:\w+:)?c\s([^<>]*)>(?:\s*<((?:\w+:)?f)[\s>/])?/g
const JOINED = /<(?:\w+:)?mergeCell\s[^<>]*>/g
/** Excel's own formats 0% and 0.00%. */
const PERCENT_IDS = ['9', '10']
/** What stands in quotes or behind a backslash is shown as it is. */
const LITERAL = /"[^"]*"|\\.|&quot;.*?&quot;/g

/** Whether each style of cells shows per cent, by its number. */
function percentStyles(styles) {
  const own = [...styles.matchAll(/<(?:\w+:)?numFmt\s[^<>]*>/g)].map(([tag]) => tag)
  const ids = own
    .filter((tag) => attribute(tag, 'formatCode')?.replace(LITERAL, '').includes('%'))
    .map((tag) => attribute(tag, 'numFmtId'))
  const percent = new Set([...PERCENT_IDS, ...ids])
  const cells = /<(?:\w+:)?cellXfs[^<>]*>([\s\S]*?)<\/(?:\w+:)?cellXfs>/.exec(styles)?.[1] ?? ''
  return [...cells.matchAll(/<(?:\w+:)?xf\s[^<>]*>/g)].map(([tag]) => percent.has(attribute(tag, 'numFmtId')))
}

function marksOf(sheet, percentOf) {
  const marks = { formulas: [], percents: [], joined: [] }
  for (const [, attributes, formula] of sheet.matchAll(CELL)) {
    const place = attribute(` ${attributes}`, 'r')
    if (formula) marks.formulas.push(place ?? fail('formula without a place'))
    if (place && percentOf[Number(attribute(` ${attributes}`, 's'))]) marks.percents.push(place)
  }
  for (const [tag] of sheet.matchAll(JOINED))
    marks.joined.push(attribute(tag, 'ref') ?? fail('joined cells without a place'))
  return marks
}

/** Whether a plain number that is meant as a day counts from 1904, as books of old Macs do. */
const FROM_1904 = /<(?:\w+:)?workbookPr\s[^<>]*\bdate1904=["'](1|true)["']/

const isVisible = (tag) => ['hidden', 'veryHidden'].every((state) => attribute(tag, 'state') !== state)

/** The first `most` rows of each of the first `sheets` visible sheets. */
export async function readCells({ bytes, most, sheets }) {
  const parts = await partsOf(Buffer.from(bytes))
  const tags = sheetTags(parts)
  const percentOf = percentStyles(parts.get('xl/styles.xml')?.toString() ?? '')
  const marks = tags.map((tag) => {
    const path = sheetPath(parts, tag)
    const sheet = parts.get(path).toString('latin1')
    checkSheet(sheet)
    // what cannot be computed is shown as its text: the reader of the cell says where it is
    parts.set(path, Buffer.from(sheet.replace(/(<(?:\w+:)?c\s[^<>]*\bt=)["']e["']/g, '$1"str"'), 'latin1'))
    return marksOf(sheet, percentOf)
  })
  const from1904 = FROM_1904.test(parts.get('xl/workbook.xml')?.toString() ?? '')
  const read = await readWorkbook(await packed(parts))
  return read
    .map(({ sheet, data }, index) => ({
      name: sheet,
      rows: data.slice(0, most).map((row) => row.map(cellOf)),
      more: data.slice(most).some((row) => row.some((cell) => cell !== null && String(cell).trim() !== '')),
      from1904,
      ...marks[index],
    }))
    .filter((_, index) => isVisible(tags[index]))
    .slice(0, sheets)
}
