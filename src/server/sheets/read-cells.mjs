/**
 * Reads all visible sheets of an .xlsx file in a thread, with what a person has to know of single cells: where there is
 * a formula, where cells are joined, which numbers are shown as per cent. Plain JavaScript, as read-rows.mjs is.
 */
import readWorkbook from 'read-excel-file/node'
import { fail, packed } from './checked-archive.mjs'
import { attribute, cellOf, checkSheet, partsOf, sheetPath, sheetTags } from './read-rows.mjs'

/** A cell, and the formula in it if there is one. */
const CELL = /<(?:\w+:)?c\s([^<>]*)>(?:\s*<((?:\w+:)?f)[\s>/])?/g
/** Told apart from other faults of a book, by sheet-cells.ts. */
const JOINED_TOO_MUCH = 'joined too much'
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
  const marks = { formulas: [], percents: [], joined: new Set() }
  for (const [, attributes, formula] of sheet.matchAll(CELL)) {
    const place = attribute(` ${attributes}`, 'r')
    if (formula) marks.formulas.push(place ?? fail('formula without a place'))
    if (place && percentOf[Number(attribute(` ${attributes}`, 's'))]) marks.percents.push(place)
  }
  for (const [tag] of sheet.matchAll(JOINED))
    marks.joined.add(attribute(tag, 'ref') ?? fail('joined cells without a place'))
  return marks
}

/** A book that joins more than this was not made by hand. */
const MOST_JOINED = 10_000
const AREA = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/
const placeOf = (letters) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** What of an area lies within the cells that were read, from 0; null when nothing does. */
function withinRead(area, height, width) {
  const found = AREA.exec(area)
  if (!found) return null
  const [row, column] = [Number(found[2]) - 1, placeOf(found[1])]
  const [rows, columns] = [Math.min(Number(found[4]), height) - row, Math.min(placeOf(found[3]) + 1, width) - column]
  return rows > 0 && columns > 0 ? { row, column, rows, columns } : null
}

/**
 * The areas that touch cells that were read, and of each row its columns that they cover, all but the first cell of an
 * area. Areas may not overlap, so they cover no more cells than there are, however large they call themselves.
 */
function joinedIn(areas, rows) {
  if (areas.size > MOST_JOINED) fail(JOINED_TOO_MUCH)
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0)
  let free = rows.length * width
  const covered = new Map()
  const joined = [...areas].filter((area) => {
    const part = withinRead(area, rows.length, width)
    if (!part) return false
    free -= part.rows * part.columns
    if (free < 0) fail(JOINED_TOO_MUCH)
    for (let row = part.row; row < part.row + part.rows; row++) {
      const known = covered.get(row) ?? covered.set(row, []).get(row)
      for (let column = part.column; column < part.column + part.columns; column++)
        if (row !== part.row || column !== part.column) known.push(column)
    }
    return true
  })
  return { joined, covered }
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
    .map(({ sheet, data }, index) => {
      const rows = data.slice(0, most).map((row) => row.map(cellOf))
      const more = data.slice(most).some((row) => row.some((cell) => cell !== null && String(cell).trim() !== ''))
      return { name: sheet, rows, more, from1904, ...marks[index], ...joinedIn(marks[index].joined, rows) }
    })
    .filter((_, index) => isVisible(tags[index]))
    .slice(0, sheets)
}
