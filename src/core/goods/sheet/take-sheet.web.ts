/** A pasted block becomes lines: its columns are found, or asked about, and what came of it is told. */
import type { TFunction } from '../../../web/i18n'
import { notifyInfo, notifyWarning } from '../../../web/notify'
import type { NamedGood } from './find-good.web'
import { openColumns } from './good-windows.web'
import type { Placement, SheetField } from './headings.web'
import { lackOf, placeColumns, signatureOf } from './place-columns.web'
import { columnsOf, keepColumns, namesOf } from './remembered.web'
import { linesOfSheet, type SheetLines } from './sheet-lines.web'
import { readSheet } from './sheet-rows.web'

interface Taker {
  goods: readonly NamedGood[]
  /** what a line of the document has */
  fields: ReadonlySet<SheetField>
  /** whose sheet it is; '' while nobody is chosen */
  supplier: string
  /** answers what takes it back */
  put: (sheet: SheetLines) => () => void
}

/** What a person should know of what was pasted. */
function tell({ lines, left, doubts: warnings }: SheetLines, t: TFunction): void {
  const parts = [t('Вставлено строк: {{count}}', { count: lines.length })]
  if (left.length > 0) parts.push(t('Пропущено: {{rows}}', { rows: left.join(', ') }))
  if (warnings.length === 0) return notifyInfo(`${parts.join('. ')}.`)
  const rows = warnings.map((index) => index + 1).join(', ')
  notifyWarning(`${parts.join('. ')}. ${t('Цена × количество не равна сумме в строках листа: {{rows}}', { rows })}.`)
}

/** A sheet that is not understood is asked about, and what was answered is remembered for its supplier. */
export function takeSheet(block: string[][], { goods, fields, supplier, put }: Taker, t: TFunction): () => void {
  const sheet = readSheet(block)
  const signature = signatureOf(sheet)
  const placed = placeColumns(sheet, { goods, fields }, columnsOf(supplier, signature))
  const take = (columns: Placement[]) => {
    const lines = linesOfSheet(sheet, columns, { goods, known: namesOf(supplier) })
    tell(lines, t)
    return put(lines)
  }
  if (placed.unsure.length === 0 && lackOf(placed.columns) === null) return take(placed.columns)
  let undo = () => undefined as void
  const onPlaced = (columns: Placement[]) => {
    keepColumns(supplier, signature, columns)
    undo = take(columns)
  }
  openColumns({ sheet, placed, fields, onPlaced })
  return () => undo()
}
