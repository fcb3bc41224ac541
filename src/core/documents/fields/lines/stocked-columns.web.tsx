/** Columns of goods in warehouses: good, warehouse, amount, and the amount there afterwards. */
import { ActionIcon } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { NBSP, showAmount } from '../../../../web/format'
import type { TFunction } from '../../../../web/i18n'
import { Icon } from '../../../../web/icons'
import { SelectField, type CreateOption, type Option } from '../../../../web/ui/fields/select-field'
import { CellDecimal, CellFault } from '../../../../web/ui/grid-edit/cells'
import type { EditColumn } from '../../../../web/ui/grid-edit/edit-grid'
import type { GoodKind, GoodRow } from '../../../goods/good.contract'
import { showMillionths, type LineTexts } from '../document-lines.web'
import styles from './lines-field.module.css'

export interface StockedRow {
  index: number
  line: LineTexts
  good: GoodRow | undefined
  faults: Record<string, string | undefined>
}

/** What the contract calls the good of a list. */
export const goodKey = (kind: GoodKind) => (kind === 'good' ? 'good_id' : 'workshop_good_id')
export const blankLine = (kind: GoodKind): LineTexts => ({ [goodKey(kind)]: '', stock_id: '', count: '' })

/** Current handlers and values for rows that are not rendered again. */
export interface LineActions {
  set: (index: number, patch: LineTexts) => void
  choose: (index: number, id: string) => void
  remove: (index: number) => void
  /** millionths in a warehouse when all is saved */
  after: (good: GoodRow, stock: string) => number
  stocks: Map<string, string>
  goods: readonly GoodRow[]
  /** what a pasted sheet calls the good */
  named: (row: StockedRow) => ReactNode
}

interface Words {
  name: string
  kind: GoodKind
  source: boolean
  /** translated */
  label: string
  latest: RefObject<LineActions>
  /** for whoever may add goods */
  create?: CreateOption
  t: TFunction
}

const path = ({ name }: Words, { index }: StockedRow, column: string) => `${name}.${index}.${column}`
const called = ({ label, t }: Words, { index }: StockedRow, what: string) =>
  t('{{list}}, строка {{number}}: {{what}}', { list: label, number: index + 1, what })

const wordOf = ({ kind, t }: Words) => (kind === 'good' ? t('Расходник') : t('Продукция'))

const goodOptions = ({ source, latest, t }: Words, chosen: string | undefined): Option[] =>
  latest.current.goods
    .filter((good) => !source || good.total > 0 || String(good.id) === chosen)
    .map((good) => ({
      value: good.id,
      label: good.name,
      alias: good.code,
      hint: String(good.id) === chosen ? undefined : `${showAmount(good.total)}${NBSP}${t(good.measure_name)}`,
    }))

/** Warehouses that hold a good, or may receive it, with their amounts. */
const stockOptions = ({ source, latest, t }: Words, good: GoodRow | undefined, chosen: string | undefined): Option[] =>
  [...latest.current.stocks]
    .map(([id, label]) => ({ value: id, label, amount: good?.stocks_count[id] ?? 0 }))
    .filter(({ value, amount }) => !source || amount > 0 || value === chosen)
    .map(({ value, label, amount }) => ({
      value,
      label,
      hint: good && amount > 0 ? `${showAmount(amount)}${NBSP}${t(good.measure_name)}` : undefined,
    }))

const goodColumn = (words: Words): EditColumn<StockedRow> => {
  const key = goodKey(words.kind)
  return {
    key: 'good',
    title: wordOf(words),
    card: 'whole',
    cell: (row) => (
      <>
        <SelectField
          data-path={path(words, row, key)}
          aria-label={called(words, row, wordOf(words))}
          size="xs"
          lazy
          placeholder={wordOf(words)}
          value={row.line[key]}
          error={row.faults[key]}
          onChange={(id) => words.latest.current.choose(row.index, id ?? '')}
          data={goodOptions(words, row.line[key])}
          nothing={words.t('Этого нет ни на одном складе')}
          create={words.create}
        />
        {words.latest.current.named(row)}
      </>
    ),
  }
}

const stockColumn = (words: Words): EditColumn<StockedRow> => ({
  key: 'stock',
  title: words.t('Склад'),
  card: 'whole',
  cell: (row) => (
    <SelectField
      data-path={path(words, row, 'stock_id')}
      aria-label={called(words, row, words.t('Склад'))}
      size="xs"
      lazy
      placeholder={words.t('Склад')}
      value={row.line.stock_id}
      error={row.faults.stock_id}
      onChange={(id) => words.latest.current.set(row.index, { stock_id: id ?? '' })}
      data={stockOptions(words, row.good, row.line.stock_id)}
      nothing={words.t('Этого нет ни на одном складе')}
    />
  ),
})

/** What lies there when all is saved. */
function Left({ row: { line, good }, words: { latest, t } }: { row: StockedRow; words: Words }) {
  if (!good || !line.stock_id) return null
  const left = latest.current.after(good, line.stock_id)
  return (
    <span className={styles.left} data-bad={left < 0 || undefined}>
      {t('станет {{amount}} {{unit}}', { amount: showMillionths(left), unit: t(good.measure_name) })}
    </span>
  )
}

const countColumn = (words: Words): EditColumn<StockedRow> => ({
  key: 'count',
  title: words.t('Количество'),
  number: true,
  width: 148,
  card: 'whole',
  cell: (row) => (
    <span className={styles.amount}>
      <CellDecimal
        label={called(words, row, words.t('Количество'))}
        path={path(words, row, 'count')}
        value={row.line.count ?? ''}
        invalid={row.faults.count !== undefined}
        onChange={(text) => words.latest.current.set(row.index, { count: text })}
      />
      <span className={styles.unit}>{words.t(row.good?.measure_name ?? '')}</span>
      <Left row={row} words={words} />
      {row.faults.count && <CellFault>{words.t(row.faults.count)}</CellFault>}
    </span>
  ),
})

export const stockedColumns = (words: Words): EditColumn<StockedRow>[] => [
  { key: 'number', title: words.t('Строка'), hidden: true, width: 32, card: 'head', cell: ({ index }) => index + 1 },
  goodColumn(words),
  stockColumn(words),
  countColumn(words),
  {
    key: 'remove',
    title: words.t('Удалить'),
    hidden: true,
    width: 42,
    card: 'head',
    cell: ({ index }) => (
      <ActionIcon
        type="button"
        variant="subtle"
        color="gray"
        className={styles.remove}
        aria-label={words.t('Удалить строку {{number}}', { number: index + 1 })}
        onClick={() => words.latest.current.remove(index)}
      >
        <Icon name="x" size={16} />
      </ActionIcon>
    ),
  },
]
