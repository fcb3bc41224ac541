/** Pasting into the lines of a document: a column of numbers goes where it was put, a sheet finds its columns. */
import { useRef } from 'react'
import type { UseFormReturnType } from '@mantine/form'
import { wordsOf } from '../../../web/ui/fields/names'
import { useTranslation, type TFunction } from '../../../web/i18n'
import { notifyInfo, notifyWarning } from '../../../web/notify'
import type { PastedBlock, PastedText } from '../../../web/ui/grid-edit/grid-keys'
import type { GoodKind, GoodRow } from '../good.contract'
import { openColumns, openNewGoods, type UnknownGood } from './good-windows.web'
import type { Placement, SheetField } from './headings.web'
import { lackOf, placeColumns, signatureOf } from './place-columns.web'
import { columnsOf, keepColumns, keepName, namesOf } from './remembered.web'
import { readDay, readNumber } from './sheet-cells.web'
import { linesOfSheet, type SheetLine, type SheetLines } from './sheet-lines.web'
import { readSheet } from './sheet-rows.web'

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
}

const linesIn = (form: Lined) => (form.getValues() as unknown as { lines: Line[] }).lines
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
  price: readNumber,
  lot: (text) => text,
  best_before: readDay,
}

/** Numbers, lots and days that were put into their own columns; null when some of them are no such thing. */
function inPlace(cells: readonly PastedText[], { block, column }: PastedBlock): PastedText[] | null {
  if (column === 'good_id' || cells.length < block.flat().length) return null
  const read = cells.map((cell) => ({ ...cell, text: READ[cell.column]?.(cell.text) ?? null }))
  return read.every((cell): cell is PastedText => cell.text !== null) ? read : null
}

function asLine(blank: Line, line: SheetLine): Line {
  const fields = Object.fromEntries(Object.keys(blank).map((key) => [key, line[key as keyof SheetLine]]))
  return { ...fields, named: line.name, named_unit: line.unit, named_code: line.code }
}

/** Lines of a sheet from this one on, before what stands below it. */
function putSheet({ form, blank }: Pasting, sheet: SheetLines, at: number): () => void {
  const before = linesIn(form)
  const from = isBlank(before[at] ?? {}) ? at : at + 1
  const added = sheet.lines.map((line) => asLine(blank, line))
  const after = before.slice(isBlank(before[at] ?? {}) ? at + 1 : from)
  const values = form.getValues()
  const waybill = { with_waybill: values.with_waybill ?? '', vat_rate: values.vat_rate ?? '' }
  const rate = sheet.vat_rate !== null && 'vat_rate' in values && !waybill.vat_rate ? sheet.vat_rate : null
  const put = (lines: Line[], others: Line) => form.setValues({ lines, ...others } as never)
  put([...before.slice(0, from), ...added, ...after], rate === null ? {} : { with_waybill: '1', vat_rate: rate })
  for (const { index, field, text } of sheet.faults)
    if (field in blank) form.setFieldError(`lines.${from + index}.${field}`, text)
  return () => put(before, rate === null ? {} : waybill)
}

/** What a person should know of what was pasted. */
function tell({ lines, left, doubts }: SheetLines, t: TFunction): void {
  const parts = [t('Вставлено строк: {{count}}', { count: lines.length })]
  if (left.length > 0) parts.push(t('Пропущено: {{rows}}', { rows: left.join(', ') }))
  if (doubts.length === 0) return notifyInfo(`${parts.join('. ')}.`)
  const rows = doubts.map((index) => index + 1).join(', ')
  notifyWarning(`${parts.join('. ')}. ${t('Цена × количество не равна сумме в строках листа: {{rows}}', { rows })}.`)
}

/** Each name once, whatever its case. */
function unknownIn(lines: readonly Line[]): UnknownGood[] {
  const named = lines.filter(({ good_id, named }) => !good_id && named)
  const all = named.map(({ named: name = '', named_unit: unit, named_code: code = '' }) => ({
    name,
    code,
    unit: unit as UnknownGood['unit'],
  }))
  return [...new Map(all.map((good) => [wordsOf(good.name).join(' '), good])).values()]
}

function putCells({ form, blank }: Pasting, cells: readonly PastedText[]): () => void {
  const before = linesIn(form)
  const lines = before.map((line) => ({ ...line }))
  for (const { index, column, text } of cells) {
    while (lines.length <= index) lines.push({ ...blank })
    lines[index]![column] = text
  }
  const set = (all: Line[]) => form.setFieldValue('lines', all as never)
  set(lines)
  return () => set(before)
}

/** A sheet that is not understood is asked about, and what was answered is remembered for its supplier. */
function pasteSheet(pasting: Pasting, { block, index }: PastedBlock, t: TFunction): () => void {
  const { goods, supplier, blank } = pasting
  const fields = fieldsOf(blank)
  const sheet = readSheet(block)
  const signature = signatureOf(sheet)
  const placed = placeColumns(sheet, { goods, fields }, columnsOf(supplier, signature))
  const put = (columns: Placement[]) => {
    const lines = linesOfSheet(sheet, columns, { goods, known: namesOf(supplier) })
    tell(lines, t)
    return putSheet(pasting, lines, index)
  }
  if (placed.unsure.length === 0 && lackOf(placed.columns) === null) return put(placed.columns)
  let undo = () => undefined as void
  const onPlaced = (columns: Placement[]) => {
    keepColumns(supplier, signature, columns)
    undo = put(columns)
  }
  openColumns({ sheet, placed, fields, onPlaced })
  return () => undo()
}

export function usePasting(pasting: Pasting) {
  const { t } = useTranslation()
  const { form, kind, supplier } = pasting
  const paste = (cells: readonly PastedText[], pasted: PastedBlock): (() => void) => {
    const own = inPlace(cells, pasted)
    return own ? putCells(pasting, own) : pasteSheet(pasting, pasted, t)
  }
  /** For all lines that have the name. */
  const choose = (name: string, id: number) => {
    const words = wordsOf(name).join(' ')
    keepName(supplier, name, id)
    for (const [index, line] of linesIn(form).entries()) {
      if (line.good_id || wordsOf(line.named ?? '').join(' ') !== words) continue
      form.setFieldValue(`lines.${index}.good_id`, String(id) as never)
    }
  }
  const create = (lines: readonly Line[]) => {
    const unknown = unknownIn(lines)
    const onCreated = (ids: number[]) => unknown.forEach(({ name }, index) => choose(name, ids[index]!))
    openNewGoods({ kind, goods: unknown, onCreated })
  }
  // lines that are not drawn anew still do what is right now
  const latest = useRef({ create, choose })
  latest.current = { create, choose }
  return { paste, create, latest }
}
