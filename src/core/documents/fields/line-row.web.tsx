/** A line of a document: its good, amount, price and cost, and what it changes in the warehouse. */
import { ActionIcon } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from '../../../web/i18n'
import { NBSP, NOTHING, showAmount } from '../../../web/format'
import { Icon } from '../../../web/icons'
import { CellDecimal, CellFault } from '../../../web/ui/fields/cells'
import { SelectField, type Option } from '../../../web/ui/fields/select-field'
import type { GoodRow } from '../../goods/good.contract'
import { costOf, showMillionths, showMoney, unitOf, type GoodsChange, type LineTexts } from './document-lines.web'
import type { Values } from './form-model.web'
import styles from './lines-field.module.css'

interface LineProps {
  form: UseFormReturnType<Values>
  line: LineTexts
  index: number
  options: Option[]
  nothing: string
  priced: boolean
  stocks: Map<string, string>
  good: GoodRow | undefined
  /** of its good in the chosen warehouse, while nothing of it is moved */
  there: number | null
  /** of its good */
  changes: GoodsChange[]
  /** the warehouse that has not enough, told under the last line of its good */
  short: GoodsChange | undefined
  onRemove: () => void
}

export function LineRow({ form, line, index, options, nothing, priced, good, short, onRemove, ...balance }: LineProps) {
  const { t } = useTranslation()
  const unit = t(unitOf(good) ?? '')
  const named = (what: string) => t('Строка {{number}}: {{what}}', { number: index + 1, what })
  const lack =
    short &&
    t('На складе {{there}} {{unit}}, не хватает {{shortage}}', {
      there: showMillionths(Math.max(0, short.before)),
      unit,
      shortage: showMillionths(-short.after),
    })
  const cost = costOf(line)
  const cell = (key: string, what: string, lacks?: string) => {
    const path = `lines.${index}.${key}`
    const fault = form.errors[path] ? t(String(form.errors[path])) : lacks
    return {
      fault: fault && <CellFault>{fault}</CellFault>,
      props: {
        path,
        column: key,
        label: named(what),
        value: line[key] ?? '',
        invalid: fault !== undefined,
        onChange: (text: string) => form.setFieldValue(path, text as never),
      },
    }
  }
  const amount = cell('amount', t('Количество'), lack)
  const price = cell('price', t('Цена, ₽'))
  return (
    <div className={styles.line}>
      <span className={styles.number}>{index + 1}</span>
      <GoodCell {...{ form, line, index, options, nothing }} label={named(t('Расходник'))} />
      <label className={styles.amount}>
        <span className={styles.label}>{t('Количество')}</span>
        <span className={styles.cell}>
          <CellDecimal {...amount.props} />
          <span className={styles.unit}>{unit}</span>
        </span>
        {amount.fault}
      </label>
      {priced && (
        <label className={styles.price}>
          <span className={styles.label}>{t('Цена, ₽')}</span>
          <CellDecimal {...price.props} decimals={2} />
          {price.fault}
        </label>
      )}
      {priced && (
        <span className={styles.cost}>
          <span className={styles.label}>{t('Сумма, ₽')}</span> {cost === null ? NOTHING : showMoney(cost)}
        </span>
      )}
      <span className={styles.balance}>
        <span className={styles.label}>{t('Остаток')}</span>
        <Changes {...balance} unit={good && unit} />
      </span>
      <ActionIcon
        type="button"
        variant="subtle"
        color="gray"
        className={styles.remove}
        data-remove={index}
        aria-label={t('Удалить строку {{number}}', { number: index + 1 })}
        onClick={onRemove}
      >
        <Icon name="x" size={16} />
      </ActionIcon>
    </div>
  )
}

function GoodCell({
  form,
  line,
  index,
  options,
  nothing,
  label,
}: Pick<LineProps, 'form' | 'line' | 'index' | 'options' | 'nothing'> & { label: string }) {
  const { t } = useTranslation()
  return (
    <div className={styles.good}>
      <SelectField
        {...form.getInputProps(`lines.${index}.good_id`)}
        onChange={(id) => form.setFieldValue(`lines.${index}.good_id`, (id ?? '') as never)}
        aria-label={label}
        size="xs"
        placeholder={t('Расходник')}
        // what lies there stands at the end of the line
        data={options.map((one) => (String(one.value) === line.good_id ? { ...one, hint: undefined } : one))}
        nothing={nothing}
      />
    </div>
  )
}

/** «120 → 220 кг», with the names of warehouses where there are two. */
function Changes({
  changes,
  stocks,
  there,
  unit,
}: Pick<LineProps, 'changes' | 'stocks' | 'there'> & { unit: string | undefined }) {
  if (unit === undefined || (changes.length === 0 && there === null)) return <>{NOTHING}</>
  if (changes.length === 0)
    return (
      <span className={styles.quiet}>
        {showAmount(there)}
        {NBSP}
        {unit}
      </span>
    )
  return changes.map(({ stock, before, after }) => (
    <span key={stock} className={styles.change} data-bad={(after < 0 && after < before) || undefined}>
      {changes.length > 1 && <span className={styles.quiet}>{stocks.get(String(stock))} </span>}
      <span className={styles.quiet}>{showMillionths(before)}</span> <Icon name="arrow" size={14} />{' '}
      <b>{showMillionths(after)}</b> <span className={styles.quiet}>{unit}</span>
    </span>
  ))
}
