/** The lines of a document: a table to type into, on a phone a card for each line. */
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from '../../../web/i18n'
import { useConnectivity } from '../../../web/connectivity'
import { NBSP, showAmount } from '../../../web/format'
import { Icon } from '../../../web/icons'
import { CellFault, walkColumn } from '../../../web/ui/fields/cells'
import type { GoodRow } from '../../goods/good.contract'
import {
  goodsChanges,
  isBlank,
  linesIn,
  lineTexts,
  showMillionths,
  showMoney,
  totalsOf,
  unitOf,
  type LineTexts,
} from './document-lines.web'
import { mgOf } from './fish-math.web'
import type { FieldsProps, Values } from './form-model.web'
import { useGoods } from './goods.web'
import { LineRow } from './line-row.web'
import styles from './lines-field.module.css'

interface Options {
  /** goods of this type alone */
  type?: GoodRow['type']
  /** a price is typed too, and money summed */
  priced?: boolean
}

/** Goods to choose from, and what the lines change in the warehouses. */
function useLines({ form, row, foresee, formerGoods, block }: FieldsProps, type: Options['type']) {
  const { t } = useTranslation()
  const own = useMemo(
    () => row && { good: linesIn(lineTexts(row, 'good_id')).map((line) => Number(line.good_id)), stock: row.stock_id },
    [row],
  )
  const { goods, stocks, known } = useGoods(type, own)
  const byId = new Map(goods.map((good) => [String(good.id), good]))
  const there = (good: number, stock: number) => mgOf(byId.get(String(good))?.stocks_count[stock] ?? 0)
  const changes = known ? goodsChanges(foresee(form.values).goods, formerGoods, there) : []
  const short = changes.filter(({ before, after }) => after < 0 && after < before)
  // without a network the amounts are old: the server decides when the record reaches it
  const sure = useConnectivity() === 'online'
  const blocked = sure && short.length > 0
  useEffect(() => block(blocked ? t('Исправьте количество') : null), [blocked, block, t])
  return { goods, byId, stocks, known, changes, short }
}

const CELLS = 'input[data-path]'

/** Enter goes from cell to cell, at the end to a new line; the arrows go up and down a column. */
function walkCells(event: KeyboardEvent<HTMLElement>, add: () => void): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return walkColumn(event)
  const cells = [...event.currentTarget.querySelectorAll<HTMLInputElement>(CELLS)]
  const at = cells.indexOf(event.target as HTMLInputElement)
  if (at < 0) return
  // a list that is open takes the key for its own choice
  const chose = event.defaultPrevented
  event.preventDefault()
  if (!chose && cells[at]!.value === '' && cells[at]!.dataset.column === undefined) return
  const next = cells[at + 1]
  if (next) requestAnimationFrame(() => next.focus())
  else add()
}

/** A line that was added or removed leaves the cursor where one goes on. */
function useRows(form: UseFormReturnType<Values>, blank: LineTexts) {
  const box = useRef<HTMLDivElement>(null)
  const goal = useRef<string | null>(null)
  const lines = linesIn(form.values)
  useEffect(() => {
    if (goal.current === null) return
    box.current?.querySelector<HTMLElement>(goal.current)?.focus()
    goal.current = null
  }, [lines.length])
  return {
    box,
    lines,
    add: () => {
      goal.current = `[data-path="lines.${lines.length}.good_id"]`
      form.insertListItem('lines', blank)
      form.clearFieldError('lines')
    },
    remove: (index: number) => {
      goal.current = `[data-remove="${Math.max(0, Math.min(index, lines.length - 2))}"]`
      if (lines.length > 1) form.removeListItem('lines', index)
      else form.setFieldValue('lines.0', blank as never)
    },
  }
}

export function LinesField({ type, priced = false, ...props }: FieldsProps & Options) {
  const { t } = useTranslation()
  const { form } = props
  const { box, lines, add, remove } = useRows(form, { good_id: '', amount: '', ...(priced && { price: '' }) })
  const { goods, byId, stocks, known, changes, short } = useLines(props, type)
  const stock = props.form.values.stock_id ?? ''
  const options = goods.map((good) => {
    const amount = stock ? (good.stocks_count[stock] ?? 0) : good.total
    return { value: good.id, label: good.name, hint: `${showAmount(amount)}${NBSP}${t(good.measure_name)}` }
  })
  const addOne = () => (lines.length > 0 && isBlank(lines.at(-1)!) ? undefined : add())
  return (
    <div className={styles.field} data-priced={priced || undefined}>
      <div className={styles.head} aria-hidden="true">
        <span />
        <span>{t('Расходник')}</span>
        <span className={styles.right}>{t('Количество')}</span>
        {priced && <span className={styles.right}>{t('Цена, ₽')}</span>}
        {priced && <span className={styles.right}>{t('Сумма, ₽')}</span>}
        <span className={styles.right}>{t('Остаток')}</span>
      </div>
      <div
        ref={box}
        data-walk
        role="group"
        aria-label={t('Строки документа')}
        className={styles.lines}
        onKeyDown={(event) => walkCells(event, addOne)}
      >
        {lines.map((line, index) => (
          <LineRow
            key={index}
            {...{ form, line, index, options, priced, stocks }}
            good={byId.get(line.good_id ?? '')}
            there={stock ? (byId.get(line.good_id ?? '')?.stocks_count[stock] ?? 0) : null}
            nothing={known ? t('Сначала создайте расходник на складе') : t('Загрузка')}
            changes={changes.filter(({ good }) => String(good) === line.good_id)}
            short={short.find(
              ({ good }) =>
                String(good) === line.good_id && index === lines.findLastIndex((one) => one.good_id === line.good_id),
            )}
            onRemove={() => remove(index)}
          />
        ))}
      </div>
      {form.errors.lines && <CellFault>{t(String(form.errors.lines))}</CellFault>}
      <div className={styles.foot} data-path="lines">
        <Button type="button" variant="subtle" size="xs" leftSection={<Icon name="plus" size={16} />} onClick={add}>
          {t('Строка')}
        </Button>
        <Totals lines={lines} goods={byId} />
      </div>
    </div>
  )
}

function Totals({ lines, goods }: { lines: LineTexts[]; goods: Map<string, GoodRow> }) {
  const { t } = useTranslation()
  const { count, amounts, cost } = totalsOf(lines, (id) => unitOf(goods.get(id)))
  if (count === 0) return null
  const parts = [...amounts].map(([unit, amount]) => `${showMillionths(amount)}${NBSP}${t(unit)}`)
  return (
    <span className={styles.totals} aria-live="polite">
      <span>
        {t('Строк: {{count}}', { count })}
        {parts.length > 0 && ` · ${parts.join(', ')}`}
      </span>
      {cost !== null && (
        <b>
          {showMoney(cost)}
          {NBSP}₽
        </b>
      )}
    </span>
  )
}
