/** Columns of a document's line: good, amount, price, cost, and the change in the warehouse. */
import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import type { TFunction } from '../../../../web/i18n'
import { NOTHING } from '../../../../web/format'
import { Icon } from '../../../../web/icons'
import { SelectField, type CreateOption, type Option } from '../../../../web/ui/fields/select-field'
import { CellDecimal, CellFault, CellText } from '../../../../web/ui/grid-edit/cells'
import type { EditColumn } from '../../../../web/ui/grid-edit/edit-grid'
import { costOf, showMillionths, showMoney, type GoodsChange, type LineTexts } from '../document-lines.web'
import styles from './lines-field.module.css'

/** An amount that a press of its text puts into the line. */
export interface Offer {
  /** translated */
  text: string
  /** as typed; null where it is only told */
  amount: string | null
}

export interface Line {
  index: number
  line: LineTexts
  /** what is wrong: field → Russian text */
  faults: Record<string, string | undefined>
  /** unit of its good, Russian; undefined while none is chosen */
  unit: string | undefined
  /** changes of its good with names of warehouses; the current amount while nothing is moved */
  changes: (GoodsChange & { name: string | undefined })[]
  /** the warehouse that lacks goods, shown under the last line of the good */
  short: GoodsChange | undefined
  offers: readonly Offer[]
}

export interface LineWords {
  /** translated: what a line is of */
  good: string
  /** a price is typed too, and money summed */
  priced: boolean
  /** lot and best-before date are typed too */
  lots: boolean
  /** goods to choose from */
  options: Option[]
  /** stands in the list while there are none */
  nothing: string
  /** for whoever may add goods */
  create?: CreateOption
  /** what stands under the good that is chosen */
  beside?: (good: string) => ReactNode
  /** what a pasted sheet calls it stands there too */
  named?: (row: Line) => ReactNode
  onChange: (index: number, key: string, text: string) => void
  onRemove: (index: number) => void
  t: TFunction
}

const named = ({ t }: LineWords, { index }: Line, what: string) =>
  t('Строка {{number}}: {{what}}', { number: index + 1, what })

function lackOf({ short, unit }: Line, t: TFunction): string | undefined {
  if (!short) return undefined
  return t('На складе {{there}} {{unit}}, не хватает {{shortage}}', {
    there: showMillionths(Math.max(0, short.after - short.amount)),
    unit: t(unit ?? ''),
    shortage: showMillionths(-short.after),
  })
}

/** A decimal of a line with its error below. `what` is translated. */
function amountCell(words: LineWords, row: Line, key: string, what: string, decimals: number, lack?: string) {
  const own = row.faults[key]
  const fault = own ? words.t(own) : lack
  return (
    <>
      <CellDecimal
        label={named(words, row, what)}
        path={`lines.${row.index}.${key}`}
        value={row.line[key] ?? ''}
        invalid={fault !== undefined}
        decimals={decimals}
        onChange={(text) => words.onChange(row.index, key, text)}
      />
      {fault && <CellFault>{fault}</CellFault>}
    </>
  )
}

function goodColumn(words: LineWords): EditColumn<Line> {
  const { options, nothing, onChange } = words
  const title = words.good
  return {
    key: 'good_id',
    title,
    card: 'whole',
    cell: (row) => (
      <>
        <SelectField
          data-path={`lines.${row.index}.good_id`}
          value={row.line.good_id}
          error={row.faults.good_id}
          onChange={(id) => onChange(row.index, 'good_id', id ?? '')}
          aria-label={named(words, row, title)}
          size="xs"
          lazy
          placeholder={title}
          // what lies there stands at the end of the line
          data={options.map((one) => (String(one.value) === row.line.good_id ? { ...one, hint: undefined } : one))}
          nothing={nothing}
          create={words.create}
        />
        {words.named?.(row)}
        {row.line.good_id && words.beside?.(row.line.good_id)}
        {row.offers.length > 0 && (
          <Offers {...row} onChoose={(amount) => onChange(row.index, 'amount', amount)} t={words.t} />
        )}
      </>
    ),
  }
}

function Offers({
  index,
  offers,
  onChoose,
  t,
}: Pick<Line, 'index' | 'offers'> & { onChoose: (amount: string) => void; t: TFunction }) {
  return (
    <span className={styles.offers}>
      {offers.map(({ text, amount }) =>
        amount === null ? (
          <span key={text}>{text}</span>
        ) : (
          <button
            key={text}
            type="button"
            aria-label={t('Строка {{number}}: {{what}}', { number: index + 1, what: text })}
            onClick={() => onChoose(amount)}
          >
            {text}
          </button>
        ),
      )}
    </span>
  )
}

function moneyColumns(words: LineWords): EditColumn<Line>[] {
  const { t } = words
  return [
    {
      key: 'price',
      title: t('Цена, ₽'),
      number: true,
      width: 104,
      card: 'half',
      cell: (row) => amountCell(words, row, 'price', t('Цена, ₽'), 2),
    },
    {
      key: 'cost',
      title: t('Сумма, ₽'),
      number: true,
      width: 112,
      card: 'line',
      cell: ({ line }) => {
        const cost = costOf(line)
        return cost === null ? NOTHING : showMoney(cost)
      },
    },
  ]
}

function lotColumns(words: LineWords): EditColumn<Line>[] {
  const { t } = words
  const text = (row: Line, key: string, what: string, placeholder?: string) => (
    <>
      <CellText
        label={named(words, row, what)}
        path={`lines.${row.index}.${key}`}
        value={row.line[key] ?? ''}
        invalid={row.faults[key] !== undefined}
        placeholder={placeholder}
        onChange={(typed) => words.onChange(row.index, key, typed)}
      />
      {row.faults[key] && <CellFault>{t(row.faults[key])}</CellFault>}
    </>
  )
  return [
    {
      key: 'lot',
      title: t('Партия'),
      titled: true,
      width: 96,
      card: 'half',
      cell: (row) => text(row, 'lot', t('Партия')),
    },
    {
      key: 'best_before',
      title: t('Годен до'),
      titled: true,
      width: 112,
      card: 'half',
      cell: (row) => text(row, 'best_before', t('Годен до'), t('дд.мм.гггг')),
    },
  ]
}

export function lineColumns(words: LineWords): EditColumn<Line>[] {
  const { t, priced, lots, onRemove } = words
  return [
    { key: 'number', title: words.t('Строка'), hidden: true, width: 32, card: 'head', cell: ({ index }) => index + 1 },
    goodColumn(words),
    {
      key: 'amount',
      title: t('Количество'),
      number: true,
      width: 144,
      card: priced ? 'half' : 'whole',
      cell: (row) => (
        <span className={styles.amount}>
          {amountCell(words, row, 'amount', t('Количество'), 6, lackOf(row, t))}
          <span className={styles.unit}>{t(row.unit ?? '')}</span>
        </span>
      ),
    },
    ...(priced ? moneyColumns(words) : []),
    ...(lots ? lotColumns(words) : []),
    {
      key: 'balance',
      title: t('Остаток'),
      number: true,
      width: 176,
      card: 'line',
      cell: ({ changes, unit }) => <Changes changes={changes} unit={t(unit ?? '')} />,
    },
    {
      key: 'remove',
      title: t('Удалить'),
      hidden: true,
      width: 42,
      card: 'head',
      cell: ({ index }) => (
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
      ),
    },
  ]
}

/** «120 → 220 кг», with names for two warehouses; an unchanged amount alone. */
function Changes({ changes, unit }: { changes: Line['changes']; unit: string }) {
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
