/** A line of a document: its good, amount, price and cost, and what it changes in the warehouse. */
import { memo } from 'react'
import { ActionIcon } from '@mantine/core'
import { useTranslation } from '../../../web/i18n'
import { NOTHING } from '../../../web/format'
import { Icon } from '../../../web/icons'
import { CellDecimal, CellFault } from '../../../web/ui/fields/cells'
import { SelectField, type Option } from '../../../web/ui/fields/select-field'
import { costOf, showMillionths, showMoney, type GoodsChange, type LineTexts } from './document-lines.web'
import styles from './lines-field.module.css'

interface LineProps {
  index: number
  line: LineTexts
  /** what is wrong: field → Russian text */
  faults: Record<string, string | undefined>
  priced: boolean
  /** of its good, Russian; undefined while none is chosen */
  unit: string | undefined
  /** of its good, with the names of warehouses; what lies there while nothing of it is moved */
  changes: (GoodsChange & { name: string | undefined })[]
  /** the warehouse that has not enough, told under the last line of its good */
  short: GoodsChange | undefined
  /** goods to choose from */
  options: Option[]
  nothing: string
  onChange: (index: number, key: string, text: string) => void
  onRemove: (index: number) => void
}

/** A document may have two hundred lines: what is typed in one is drawn in that one. */
const same = ({ options, ...one }: LineProps, { options: others, ...other }: LineProps) =>
  options === others && JSON.stringify(one) === JSON.stringify(other)

export const LineRow = memo(function LineRow(props: LineProps) {
  const { line, index, faults, priced, short, onChange, onRemove } = props
  const { t } = useTranslation()
  const unit = t(props.unit ?? '')
  const named = (what: string) => t('Строка {{number}}: {{what}}', { number: index + 1, what })
  const lack =
    short &&
    t('На складе {{there}} {{unit}}, не хватает {{shortage}}', {
      there: showMillionths(Math.max(0, short.after - short.amount)),
      unit,
      shortage: showMillionths(-short.after),
    })
  const cost = costOf(line)
  const cell = (key: string, what: string, lacks?: string) => {
    const own = faults[key]
    const fault = own ? t(own) : lacks
    return {
      fault: fault && <CellFault>{fault}</CellFault>,
      props: {
        path: `lines.${index}.${key}`,
        column: key,
        label: named(what),
        value: line[key] ?? '',
        invalid: fault !== undefined,
        onChange: (text: string) => onChange(index, key, text),
      },
    }
  }
  const amount = cell('amount', t('Количество'), lack)
  const price = cell('price', t('Цена, ₽'))
  return (
    <div className={styles.line}>
      <span className={styles.number}>{index + 1}</span>
      <GoodCell {...props} label={named(t('Расходник'))} />
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
        <Changes changes={props.changes} unit={unit} />
      </span>
      <ActionIcon
        type="button"
        variant="subtle"
        color="gray"
        className={styles.remove}
        data-remove={index}
        aria-label={t('Удалить строку {{number}}', { number: index + 1 })}
        onClick={() => onRemove(index)}
      >
        <Icon name="x" size={16} />
      </ActionIcon>
    </div>
  )
}, same)

function GoodCell({ line, index, faults, options, nothing, label, onChange }: LineProps & { label: string }) {
  const { t } = useTranslation()
  return (
    <div className={styles.good}>
      <SelectField
        data-path={`lines.${index}.good_id`}
        value={line.good_id}
        error={faults.good_id}
        onChange={(id) => onChange(index, 'good_id', id ?? '')}
        aria-label={label}
        size="xs"
        lazy
        placeholder={t('Расходник')}
        // what lies there stands at the end of the line
        data={options.map((one) => (String(one.value) === line.good_id ? { ...one, hint: undefined } : one))}
        nothing={nothing}
      />
    </div>
  )
}

/** «120 → 220 кг», with the names of warehouses where there are two; what stays as it is stands alone. */
function Changes({ changes, unit }: Pick<LineProps, 'changes'> & { unit: string }) {
  if (changes.length === 0) return <>{NOTHING}</>
  return changes.map(({ stock, name, before, after }) => (
    <span key={stock} className={styles.change} data-bad={after < 0 || undefined}>
      {changes.length > 1 && <span className={styles.quiet}>{name} </span>}
      {before !== after && (
        <>
          <span className={styles.quiet}>{showMillionths(before)}</span> <Icon name="arrow" size={14} />{' '}
        </>
      )}
      <b>{showMillionths(after)}</b> <span className={styles.quiet}>{unit}</span>
    </span>
  ))
}
