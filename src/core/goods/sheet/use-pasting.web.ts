/** Pasting into the lines of a document: a column of numbers goes where it was put, a sheet finds its columns. */
import { useRef } from 'react'
import type { UseFormReturnType } from '@mantine/form'
import { wordsOf } from '../../../web/ui/fields/names'
import { useTranslation, type TFunction } from '../../../web/i18n'
import type { PastedBlock, PastedText } from '../../../web/ui/grid-edit/grid-keys'
import type { GoodKind, GoodRow } from '../good.contract'
import { openNewGoods, type UnknownGood } from './good-windows.web'
import type { SheetField } from './headings.web'
import { keepName } from './remembered.web'
import { readDay, readNumber } from './sheet-cells.web'
import type { SheetLine, SheetLines } from './sheet-lines.web'
import { takeSheet } from './take-sheet.web'

type Line = Record<string, string>
type Lined = UseFormReturnType<Record<string, string>>

export interface Pasting {
  form: Lined
  /** a line that nothing is typed in, with the fields that the document has */
  blank: Line
  kind: GoodKind
  goods: readonly GoodRow[]
  /** whose sheet it is; '' while nobody is chosen */
  supplier: string
  /** the list of the form, and what its lines call their good and its amount */
  list?: { name: string; good: string; amount: string }
  /** what else a line says once its good is known */
  complete?: (line: Line) => Line
}

const LINES = { name: 'lines', good: 'good_id', amount: 'amount' }
const linesIn = ({ form, list = LINES }: Pasting) => (form.getValues() as unknown as Record<string, Line[]>)[list.name]!
const isBlank = (line: Line) => Object.values(line).every((text) => text === '')

/** Of a write-off and the like money and lots are passed over. */
function fieldsOf(blank: Line): Set<SheetField> {
  const priced: SheetField[] = 'price' in blank ? ['price', 'sum', 'price_net', 'sum_net', 'vat_rate'] : []
  const lots: SheetField[] = 'lot' in blank ? ['lot', 'best_before'] : []
  return new Set(['good', 'code', 'unit', 'amount', ...priced, ...lots])
}

/** A cell as its column takes it; null when it says something else. */
const READ: Record<string, (text: string) => string | null> = {
  amount: readNumber,
  count: readNumber,
  price: readNumber,
  lot: (text) => text,
  best_before: readDay,
}

/** Numbers, lots and days that were put into their own columns; null when some of them are no such thing. */
function inPlace(cells: readonly PastedText[], { block }: PastedBlock): PastedText[] | null {
  if (cells.length < block.flat().length) return null
  const read = cells.map((cell) => ({ ...cell, text: READ[cell.column]?.(cell.text) ?? null }))
  return read.every((cell): cell is PastedText => cell.text !== null) ? read : null
}

function asLine({ blank, list = LINES, complete = (line) => line }: Pasting, line: SheetLine): Line {
  const values: Line = { ...line, [list.good]: line.good_id, [list.amount]: line.amount }
  const fields = Object.fromEntries(Object.keys(blank).map((key) => [key, values[key] ?? '']))
  return complete({ ...fields, named: line.name, named_unit: line.unit, named_code: line.code })
}

/** Lines of a sheet from this one on, before what stands below it. */
function putSheet(pasting: Pasting, sheet: SheetLines, at: number): () => void {
  const { form, blank, list = LINES } = pasting
  const before = linesIn(pasting)
  const from = isBlank(before[at] ?? {}) ? at : at + 1
  const added = sheet.lines.map((line) => asLine(pasting, line))
  const after = before.slice(isBlank(before[at] ?? {}) ? at + 1 : from)
  const values = form.getValues()
  const waybill = { with_waybill: values.with_waybill ?? '', vat_rate: values.vat_rate ?? '' }
  const rate = sheet.vat_rate !== null && 'vat_rate' in values && !waybill.vat_rate ? sheet.vat_rate : null
  const put = (lines: Line[], others: Line) => form.setValues({ [list.name]: lines, ...others } as never)
  put([...before.slice(0, from), ...added, ...after], rate === null ? {} : { with_waybill: '1', vat_rate: rate })
  for (const { index, field, text } of sheet.faults) {
    const key = field === 'amount' ? list.amount : field
    if (key in blank) form.setFieldError(`${list.name}.${from + index}.${key}`, text)
  }
  return () => put(before, rate === null ? {} : waybill)
}

/** Each name once, whatever its case. */
export function unknownIn(lines: readonly Line[], good: string): UnknownGood[] {
  const named = lines.filter((line) => !line[good] && line.named)
  const all = named.map(({ named: name = '', named_unit: unit, named_code: code = '' }) => ({
    name,
    code,
    unit: unit as UnknownGood['unit'],
  }))
  return [...new Map(all.map((good) => [wordsOf(good.name).join(' '), good])).values()]
}

function putCells(pasting: Pasting, cells: readonly PastedText[]): () => void {
  const { form, blank, list = LINES } = pasting
  const before = linesIn(pasting)
  const lines = before.map((line) => ({ ...line }))
  for (const { index, column, text } of cells) {
    while (lines.length <= index) lines.push({ ...blank })
    lines[index]![column] = text
  }
  const set = (all: Line[]) => form.setFieldValue(list.name, all as never)
  set(lines)
  return () => set(before)
}

const pasteSheet = (pasting: Pasting, { block, index }: PastedBlock, t: TFunction) =>
  takeSheet(block, { ...pasting, fields: fieldsOf(pasting.blank), put: (sheet) => putSheet(pasting, sheet, index) }, t)

export function usePasting(pasting: Pasting) {
  const { t } = useTranslation()
  const { form, kind, supplier, list = LINES, complete = (line) => line } = pasting
  const paste = (cells: readonly PastedText[], pasted: PastedBlock): (() => void) => {
    const own = inPlace(cells, pasted)
    return own ? putCells(pasting, own) : pasteSheet(pasting, pasted, t)
  }
  /** For all lines that have the name. */
  const choose = (name: string, id: number) => {
    const words = wordsOf(name).join(' ')
    keepName(supplier, name, id)
    for (const [index, line] of linesIn(pasting).entries()) {
      if (line[list.good] || wordsOf(line.named ?? '').join(' ') !== words) continue
      form.setFieldValue(`${list.name}.${index}`, complete({ ...line, [list.good]: String(id) }) as never)
    }
  }
  const create = (lines: readonly Line[]) => {
    const unknown = unknownIn(lines, list.good)
    const onCreated = (ids: number[]) => unknown.forEach(({ name }, index) => choose(name, ids[index]!))
    openNewGoods({ kind, goods: unknown, onCreated })
  }
  // lines that are not drawn anew still do what is right now
  const latest = useRef({ create, choose })
  latest.current = { create, choose }
  return { paste, create, latest }
}
