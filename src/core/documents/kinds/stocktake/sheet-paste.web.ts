/** Pastes a sheet that was counted elsewhere into the count: its columns are recognised, unknown names are kept. */
import { useRef } from 'react'
import { useTranslation, type TFunction } from '../../../../web/i18n'
import { notifyInfo, notifyWarning } from '../../../../web/notify'
import type { PastedBlock, PastedText } from '../../../../web/ui/grid-edit/grid-keys'
import type { GoodRow } from '../../../goods/good.contract'
import { openNewGoods } from '../../../goods/sheet/good-windows.web'
import type { SheetField } from '../../../goods/sheet/headings.web'
import { keepName } from '../../../goods/sheet/remembered.web'
import { readNumber } from '../../../goods/sheet/sheet-cells.web'
import type { SheetLines } from '../../../goods/sheet/sheet-lines.web'
import { takeSheet } from '../../../goods/sheet/take-sheet.web'
import { unknownIn } from '../../../goods/sheet/use-pasting.web'
import { linesIn, type LineTexts } from '../../fields/document-lines.web'
import type { FieldsProps } from '../../fields/form-model.web'
import type { CountedRow } from './counting.web'
import { withChosen, withSheet } from './counts.web'

/** Under this name the choices for such sheets are remembered. */
const OWN = 'stocktake'
const FIELDS: ReadonlySet<SheetField> = new Set(['good', 'code', 'unit', 'amount'])

interface Counted extends Pick<FieldsProps, 'form'> {
  shown: readonly CountedRow[]
  goods: readonly GoodRow[]
}

type Form = FieldsProps['form']

const linesOf = (form: Form) => linesIn(form.getValues())
const put = (form: Form, lines: readonly LineTexts[]) => form.setFieldValue('lines', lines as never)

/** Sets one count; without a text the good is not counted. */
function setCount(form: Form, good: number, text: string): void {
  const index = linesOf(form).findIndex(({ good_id }) => good_id === String(good))
  if (index >= 0 && text !== '') form.setFieldValue(`lines.${index}.amount`, text as never)
  else if (index >= 0) form.removeListItem('lines', index)
  else if (text !== '') form.insertListItem('lines', { good_id: String(good), amount: text })
}

function tellSummed(names: readonly string[], t: TFunction): void {
  if (names.length > 0) notifyInfo(t('Сложено из нескольких строк: {{names}}', { names: names.join(', ') }))
}

function putSheet(form: Form, sheet: SheetLines, t: TFunction): () => void {
  const before = linesOf(form)
  const { lines, faults, summed } = withSheet(before, sheet)
  put(form, lines)
  for (const [index, text] of faults) form.setFieldError(`lines.${index}.amount`, text)
  tellSummed(summed, t)
  return () => put(form, before)
}

/** Pastes a column of numbers down the sheet; what does not fit is reported. */
function putNumbers({ form, shown }: Counted, numbers: readonly string[], from: number, t: TFunction): () => void {
  const before = linesOf(form)
  shown.slice(from, from + numbers.length).forEach(({ good_id }, at) => setCount(form, good_id, numbers[at]!))
  const beyond = numbers.slice(shown.length - from)
  if (beyond.length > 0) notifyWarning(t('Не поместилось в лист: {{numbers}}', { numbers: beyond.join(', ') }))
  return () => put(form, before)
}

export function useSheetPaste(counted: Counted) {
  const { t } = useTranslation()
  const { form, goods } = counted
  const paste = (_: readonly PastedText[], { block, index }: PastedBlock) => {
    const numbers = block.map(([cell = '']) => readNumber(cell))
    const column = block.every((row) => row.length === 1) && numbers.every((one) => one !== null)
    if (column) return putNumbers(counted, numbers, index, t)
    return takeSheet(block, { goods, fields: FIELDS, supplier: OWN, put: (sheet) => putSheet(form, sheet, t) }, t)
  }
  const choose = (name: string, good: number) => {
    keepName(OWN, name, good)
    const { lines, summed } = withChosen(linesOf(form), name, good)
    put(form, lines)
    tellSummed(summed, t)
  }
  const create = (named: readonly LineTexts[]) => {
    const unknown = unknownIn(named, 'good_id')
    const onCreated = (ids: number[]) => unknown.forEach(({ name }, index) => choose(name, ids[index]!))
    openNewGoods({ kind: 'good', goods: unknown, onCreated })
  }
  // rows that are not rendered again still change the current values
  const change = {
    choose,
    create,
    set: (good: number, text: string) => setCount(form, good, text),
    amount: (index: number, text: string) => form.setFieldValue(`lines.${index}.amount`, text as never),
    remove: (index: number) => form.removeListItem('lines', index),
  }
  const latest = useRef(change)
  latest.current = change
  return { paste, latest }
}
