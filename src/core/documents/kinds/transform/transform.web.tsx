/** Forms of the workshop: inputs on the left, moment and products on the right. */
import { useEffect, type ReactNode } from 'react'
import { NBSP, showAmount } from '../../../../web/format'
import { useTranslation, type TFunction } from '../../../../web/i18n'
import { NoteBox } from '../../../../web/ui/note-box'
import { isPhone } from '../../../../web/ui/use-phone'
import type { GoodKind } from '../../../goods/good.contract'
import { percentOf, weightOf } from '../../../goods/weights.contract'
import { linesIn, listTexts } from '../../fields/document-lines.web'
import { toMg } from '../../../../shared/numbers'
import { textsOf, type FieldsProps, type KindWeb, type OperationRow, type Target } from '../../fields/form-model.web'
import { cachedGoodOf } from '../../fields/goods.web'
import { blankLine, goodKey } from '../../fields/lines/stocked-columns.web'
import { StockedLines } from '../../fields/lines/stocked-lines.web'
import styles from './transform.module.css'

interface StoredLine extends Record<string, unknown> {
  role: string
  kind: GoodKind
  good_id: number
  good: string
  amount: number
  measure_name: string
}

/**
 * The form's lists from a stored row; a new one has one empty line in each, none on a phone, where a line is a card.
 */
function listOf({ row }: Target, name: string, kind: GoodKind, role: string) {
  const stored = ((row?.lines ?? []) as StoredLine[]).filter((line) => line.role === role && line.kind === kind)
  const lines = stored.map((line) => ({ [goodKey(kind)]: line.good_id, stock_id: line.stock_id, count: line.amount }))
  const first = row || isPhone() ? [] : [blankLine(kind)]
  return listTexts(name, lines.length > 0 ? lines : first, goodKey(kind), 'stock_id', 'count')
}

/** mg of a typed list. */
const weightIn = (values: object, name: string, kind: GoodKind): number =>
  linesIn(values, name).reduce((sum, line) => {
    const good = cachedGoodOf(kind, line[goodKey(kind)])
    if (!good) return sum
    const good_weight = good.weight === null ? null : toMg(good.weight)
    return sum + weightOf({ amount: toMg(Number(line.count) || 0), measure: good.measure, good_weight })
  }, 0)

/** Errors are shown for this long, as the specification requires; the fields keep their values. */
function useFadingErrors({ form: { errors, clearErrors } }: FieldsProps, milliseconds: number): void {
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    const timer = setTimeout(clearErrors, milliseconds)
    return () => clearTimeout(timer)
  }, [errors, clearErrors, milliseconds])
}

const kg = (mg: number) => showAmount(mg / 1_000_000)

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Input and output in kilograms and percent. */
function Output({ input, output }: { input: number; output: number }) {
  const { t } = useTranslation()
  const percent = percentOf(output, input)
  return (
    <>
      <p className={styles.output} aria-live="polite">
        {t('Вход {{input}} кг, выход {{output}} кг', { input: kg(input), output: kg(output) })}
        {percent !== null && <b>{`${NBSP}${showAmount(percent)}${NBSP}%`}</b>}
      </p>
      {output > input && (
        <NoteBox kind="warn" icon="alert">
          {t('Внимание! Вес исходной продукции меньше чем вес конечной!')}
        </NoteBox>
      )}
    </>
  )
}

const lineOf = (row: OperationRow, t: TFunction) => {
  const lines = ((row.lines ?? []) as StoredLine[]).filter(({ role }) => role === 'made')
  return lines.map((line) => `${line.good} ${showAmount(line.amount)}${NBSP}${t(line.measure_name)}`).join(', ')
}

function GoodsUsed(props: FieldsProps) {
  const { t } = useTranslation()
  useFadingErrors(props, 4_000)
  return (
    <>
      <Part title={t('Используемые расходники')}>
        <StockedLines {...props} name="from_goods" kind="good" source label={t('Используемые расходники')} />
      </Part>
      <Part title={t('Используемая продукция')}>
        <StockedLines
          {...props}
          name="from_workshop_goods"
          kind="workshop_good"
          source
          label={t('Используемая продукция')}
        />
      </Part>
    </>
  )
}

function GoodsMade(props: FieldsProps) {
  const { t } = useTranslation()
  const { values } = props.form
  const input = weightIn(values, 'from_goods', 'good') + weightIn(values, 'from_workshop_goods', 'workshop_good')
  return (
    <>
      <Part title={t('Получаемая продукция')}>
        <StockedLines {...props} name="to_workshop_goods" kind="workshop_good" label={t('Получаемая продукция')} />
      </Part>
      <Output input={input} output={weightIn(values, 'to_workshop_goods', 'workshop_good')} />
    </>
  )
}

/** The row's texts before the server has made it. */
const unsavedGoods = (name: string) => (values: object) => ({
  lines: linesIn(values, name).flatMap((line) => {
    const good = cachedGoodOf('workshop_good', line.workshop_good_id)
    return good
      ? [{ role: 'made', good: good.name, amount: Number(line.count) || 0, measure_name: good.measure_name }]
      : []
  }),
})

const UNDO = {
  remove: 'Отменить переработку продукции',
  sure: 'Вы действительно хотите отменить переработку продукции от {{time}}? Совершенные транзакции расходников и продукции будут отменены.',
}

/** By what was made. */
export const goodsTransformForm: KindWeb = {
  editTitle: 'Редактирование переработки',
  record: 'Записать переработку',
  initial: (target) => ({
    ...listOf(target, 'from_goods', 'good', 'consumed'),
    ...listOf(target, 'from_workshop_goods', 'workshop_good', 'consumed'),
    ...listOf(target, 'to_workshop_goods', 'workshop_good', 'made'),
  }),
  Fields: GoodsUsed,
  Aside: GoodsMade,
  unsavedRow: unsavedGoods('to_workshop_goods'),
  historyText: lineOf,
  toastText: (row, t) => t('переработка: {{goods}}', { goods: lineOf(row, t) }),
  words: { ...UNDO, removed: 'Переработка продукции успешно отменена!' },
}

const BatchUsed = (props: FieldsProps) => {
  const { t } = useTranslation()
  useFadingErrors(props, 6_000)
  return (
    <Part title={t('Используемые расходники')}>
      <StockedLines {...props} name="consumable_goods" kind="good" source label={t('Используемые расходники')} />
    </Part>
  )
}

function BatchMade(props: FieldsProps) {
  const { t } = useTranslation()
  const { values } = props.form
  const input = toMg(Number(values.batch_weight) || 0) + weightIn(values, 'consumable_goods', 'good')
  return (
    <>
      <Part title={t('Получаемая продукция')}>
        <StockedLines {...props} name="result_workshop_goods" kind="workshop_good" label={t('Получаемая продукция')} />
      </Part>
      <Output input={input} output={weightIn(values, 'result_workshop_goods', 'workshop_good')} />
    </>
  )
}

export const batchTransformForm: KindWeb = {
  editTitle: 'Редактирование переработки партии',
  record: 'Записать переработку',
  initial: (target) => ({
    ...textsOf(target.row ?? target.preset, 'batch_id'),
    batch_weight: String(target.preset?.batch_weight ?? target.row?.batch_weight ?? ''),
    ...listOf(target, 'consumable_goods', 'good', 'consumed'),
    ...listOf(target, 'result_workshop_goods', 'workshop_good', 'made'),
  }),
  Fields: BatchUsed,
  Aside: BatchMade,
  unsavedRow: unsavedGoods('result_workshop_goods'),
  historyText: lineOf,
  toastText: (row, t) => t('переработка партии: {{goods}}', { goods: lineOf(row, t) }),
  words: {
    ...UNDO,
    created: 'Партия успешно переработана!',
    changed: 'Переработка партия успешно изменена!',
    removed: 'Переработка продукции успешно отменена!',
  },
}
