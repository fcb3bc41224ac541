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
  // where it brings less than before the server says what of it was taken since
  const short = changes.filter(({ amount, after }) => amount < 0 && after < 0)
  // without a network the amounts are old: the server decides when the record reaches it
  const sure = useConnectivity() === 'online'
  const blocked = sure && short.length > 0
  useEffect(() => block(blocked ? t('Исправьте количество') : null), [blocked, block, t])
  return { goods, byId, stocks, known, changes, short }
}

const CELLS = 'input[data-path]'

/** Enter goes from cell to cell, at the end to a new line; the arrows go up and down a column. */
function walkCells(
  event: KeyboardEvent<HTMLElement>,
  goodAt: (path: string) => string | undefined,
  add: () => void,
): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return walkColumn(event)
  const cells = [...event.currentTarget.querySelectorAll<HTMLInputElement>(CELLS)]
  const at = cells.indexOf(event.target as HTMLInputElement)
  if (at < 0) return
  // a list that is open takes the key for its own choice
  const chose = event.defaultPrevented
  event.preventDefault()
  const { path = '' } = cells[at]!.dataset
  if (!chose && path.endsWith('.good_id') && goodAt(path) === '') return
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
  const handlers = {
    change: (index: number, key: string, text: string) => form.setFieldValue(`lines.${index}.${key}`, text as never),
    remove: (index: number) => {
      goal.current = `[data-remove="${Math.max(0, Math.min(index, lines.length - 2))}"]`
      if (lines.length > 1) form.removeListItem('lines', index)
      else form.setFieldValue('lines.0', blank as never)
    },
  }
  // rows that are not drawn anew still do what is right now
  const latest = useRef(handlers)
  latest.current = handlers
  const add = () => {
    goal.current = `[data-path="lines.${lines.length}.good_id"]`
    form.insertListItem('lines', blank)
    form.clearFieldError('lines')
  }
  return { box, lines, add, latest }
}

/** What stands in each line beside what is typed. */
function lineProps(
  { lines, errors, stock }: { lines: LineTexts[]; errors: Record<string, unknown>; stock: string },
  { byId, stocks, changes, short }: ReturnType<typeof useLines>,
) {
  const last = new Map(lines.map(({ good_id }, index) => [good_id, index]))
  return lines.map((line, index) => {
    const good = byId.get(line.good_id ?? '')
    const moved = changes.filter((change) => change.good === good?.id)
    const there = mgOf(good?.stocks_count[stock] ?? 0)
    const still = good && stock ? [{ good: good.id, stock: Number(stock), amount: 0, before: there, after: there }] : []
    return {
      line,
      index,
      unit: unitOf(good),
      faults: Object.fromEntries(
        Object.keys(line).map((key) => [key, errors[`lines.${index}.${key}`] as string | undefined]),
      ),
      changes: (moved.length > 0 ? moved : still).map((one) => ({ ...one, name: stocks.get(String(one.stock)) })),
      short: index === last.get(line.good_id) ? short.find((change) => change.good === good?.id) : undefined,
    }
  })
}

export function LinesField({ type, priced = false, ...props }: FieldsProps & Options) {
  const { t } = useTranslation()
  const { values, errors } = props.form
  const { box, lines, add, latest } = useRows(props.form, { good_id: '', amount: '', ...(priced && { price: '' }) })
  const known = useLines(props, type)
  const stock = values.stock_id ?? ''
  const options = useMemo(
    () =>
      known.goods.map((good) => {
        const amount = stock ? (good.stocks_count[stock] ?? 0) : good.total
        return { value: good.id, label: good.name, hint: `${showAmount(amount)}${NBSP}${t(good.measure_name)}` }
      }),
    [known.goods, stock, t],
  )
  const addOne = () => (isBlank(lines.at(-1) ?? {}) ? undefined : add())
  const goodAt = (path: string) => lines[Number(path.split('.')[1])]?.good_id
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
        onKeyDown={(event) => walkCells(event, goodAt, addOne)}
      >
        {lineProps({ lines, errors, stock }, known).map((line) => (
          <LineRow
            key={line.index}
            {...line}
            priced={priced}
            options={options}
            nothing={known.known ? t('Сначала создайте расходник на складе') : t('Загрузка')}
            onChange={(...change) => latest.current.change(...change)}
            onRemove={(index) => latest.current.remove(index)}
          />
        ))}
      </div>
      {errors.lines && <CellFault>{t(String(errors.lines))}</CellFault>}
      <div className={styles.foot} data-path="lines">
        <Button type="button" variant="subtle" size="xs" leftSection={<Icon name="plus" size={16} />} onClick={add}>
          {t('Строка')}
        </Button>
        <Totals lines={lines} goods={known.byId} />
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
