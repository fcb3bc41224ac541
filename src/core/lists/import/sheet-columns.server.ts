/** Fields of a list as columns of a sheet: their titles, and the values of cells. */
import { valueOf, type Column } from '../../../shared/columns'
import { parseDay, showDay } from '../../../shared/dates'
import { say, type Phrase, type Speak } from '../../../shared/say'
import { inEachLanguage } from '../../../server/language'
import { quoted, readFlag, readMoment } from '../../../server/sheets/cell-values'
import { plain } from '../../../server/sheets/cells'
import { findHeader, titlesOf } from '../../../server/sheets/header'
import type { Cell } from '../../../server/sheets/read-sheet'
import type { FormField } from '../kit/library-kit.contract'

export const titleOf = ({ title, unit }: FormField, speak: Speak): string =>
  unit ? `${speak(title)}, ${speak(unit)}` : speak(title)

export interface SheetColumn {
  index: number
  /** as the file has it */
  title: string
  field: FormField
}

export interface SheetColumns {
  /** the header's row in the sheet, from 0 */
  header: number
  columns: SheetColumn[]
  /** titles that mean nothing here */
  ignored: string[]
}

/**
 * A field is recognised by its title with and without the unit, and by its column's title on the page, in each
 * language.
 */
function fieldsByTitle(fields: readonly FormField[], columns: readonly Column[]): Map<string, FormField> {
  const shown = new Map(columns.map(({ key, title }) => [key, title]))
  const titles = fields.flatMap((field) =>
    inEachLanguage((speak) => [titleOf(field, speak), speak(field.title), speak(shown.get(field.key) ?? field.title)])
      .flat()
      .map((title) => [plain(title), field] as const),
  )
  // the first field of a title has it
  return new Map(titles.reverse())
}

/** Finds the header among the first rows by the title of the name field; null when there is none. */
export function readColumns(
  rows: readonly Cell[][],
  { fields, columns: shown, named }: { fields: readonly FormField[]; columns: readonly Column[]; named: string },
): SheetColumns | null {
  const known = fieldsByTitle(fields, shown)
  const fieldOf = (title: string) => known.get(plain(title))
  const header = findHeader(rows, (title) => fieldOf(title)?.key === named)
  if (header === null) return null
  const columns: SheetColumn[] = []
  const ignored: string[] = []
  for (const { index, title } of titlesOf(rows[header]!)) {
    const field = fieldOf(title)
    if (field && !columns.some((column) => column.field === field)) columns.push({ index, title, field })
    else ignored.push(title.slice(0, 100))
  }
  return { header, columns, ignored }
}

/** The rows that fields refer to, by name and by id. */
export interface Names {
  idOf(relation: string, name: string): number | undefined
  nameOf(relation: string, id: unknown): string | undefined
  isArchived(relation: string, id: unknown): boolean
  /** in their order, without those of the archive */
  offered(relation: string): string[]
}

/** The day of a date cell, a text or a plain number; otherwise the text, for the form's own check to refuse. */
const dayText = (cell: Cell): string => readMoment(cell)?.day ?? String(cell)

/** The value a form would send for a cell that is not empty, or its error. */
export function readCell(field: FormField, cell: Cell, names: Names): { value: unknown } | { fault: Phrase } {
  const text = String(cell).trim()
  const fault = () => ({ fault: say('Нет такого значения: {{cell}}', { cell: quoted(cell) }) })
  switch (field.input) {
    case 'select': {
      const option = field.options?.find(({ value, label }) =>
        [value, ...inEachLanguage((speak) => plain(speak(label)))].includes(plain(text)),
      )
      const value = field.relation ? names.idOf(field.relation, text) : option?.value
      return value === undefined ? fault() : { value }
    }
    case 'flag': {
      const value = readFlag(cell)
      return value === undefined ? { fault: 'Напишите «да» или «нет»' } : { value }
    }
    case 'date':
      return { value: dayText(cell) }
    case 'decimal':
      return typeof cell === 'boolean' ? fault() : { value: cell }
    default:
      return { value: text }
  }
}

function labelOf({ options }: FormField, value: unknown, speak: Speak): string | null {
  const option = options?.find((one) => one.value === value)
  return option ? speak(option.label) : null
}

/** The field of a row as a cell that parses to the same value. A day is 'YYYY-MM-DD'. */
export function storedCell(field: FormField, row: object, names: Names, speak: Speak): Cell {
  const value = valueOf(row, field.key)
  if (value === null || value === undefined || value === '') return null
  if (field.relation) return names.nameOf(field.relation, value) ?? null
  if (Array.isArray(value)) return value.map((one) => String(one).replace('.', ',')).join('; ')
  switch (field.input) {
    case 'select':
      return labelOf(field, value, speak)
    case 'flag':
      return speak(value === true ? 'Да' : 'Нет').toLowerCase()
    case 'date':
      return parseDay(String(value))
    case 'decimal':
      return Number(value)
    default:
      return String(value)
  }
}

/** A cell as people read it; null when it is empty. */
export function shownCell({ input }: FormField, cell: Cell | undefined): string | null {
  if (cell === null || cell === undefined || cell === '') return null
  if (input === 'date') {
    const day = parseDay(dayText(cell))
    return day ? showDay(day) : String(cell)
  }
  return typeof cell === 'number' ? String(cell).replace('.', ',') : String(cell).trim()
}
