/** The lines of a document: an editable table, on a phone a card for each line. */
import { useEffect, useMemo, useRef } from 'react'
import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from '../../../../web/i18n'
import { useConnectivity } from '../../../../web/connectivity'
import { NBSP, showAmount } from '../../../../web/format'
import { Icon } from '../../../../web/icons'
import { CellFault } from '../../../../web/ui/grid-edit/cells'
import { EditGrid } from '../../../../web/ui/grid-edit/edit-grid'
import type { GoodKind, GoodRow } from '../../../goods/good.contract'
import { useGoodCreator } from '../../../goods/sheet/good-windows.web'
import { NewNames } from '../../../goods/sheet/new-names.web'
import { NamedInSheet } from '../../../goods/sheet/unknown-good.web'
import { usePasting } from '../../../goods/sheet/use-pasting.web'
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
} from '../document-lines.web'
import { NextLot } from '../../lots/lots.web'
import { toMg } from '../../../../shared/numbers'
import { vatIn } from '../../engine/goods-lines.contract'
import type { FieldsProps, Values } from '../form-model.web'
import { useGoods } from '../goods.web'
import { lineColumns, type Line, type Offer } from './line-columns.web'
import styles from './lines-field.module.css'

interface Options {
  /** goods of this type alone */
  type?: GoodRow['type']
  /** consumables unless said */
  kind?: GoodKind
  /** also has fields for the lot and the last good day */
  lots?: boolean
  /** they leave the warehouse: shows which lot goes first, among unexpired ones or all */
  takes?: 'fresh' | 'any'
  /** a price is typed too, and money summed */
  priced?: boolean
  /** amounts offered for the line with this index */
  offer?: (good: GoodRow, index: number) => Offer[]
}

/** The goods to choose from, and the changes in warehouses by the lines. */
function useLines({ form, row, previewEffect, formerGoods, block }: FieldsProps, { type, kind }: Options) {
  const { t } = useTranslation()
  const own = useMemo(
    () => row && { good: linesIn(lineTexts(row, 'good_id')).map((line) => Number(line.good_id)), stock: row.stock_id },
    [row],
  )
  const { goods, stocks, known } = useGoods(type, own, kind)
  const byId = new Map(goods.map((good) => [String(good.id), good]))
  const there = (good: number, stock: number) => toMg(byId.get(String(good))?.stocks_count[stock] ?? 0)
  const changes = known ? goodsChanges(previewEffect(form.values).goods, formerGoods, there) : []
  // whether a reduced receipt is still enough, only the server knows
  const short = changes.filter(({ amount, after }) => amount < 0 && after < 0)
  // without a network amounts are old: the server decides when it gets the record
  const sure = useConnectivity() === 'online'
  const blocked = sure && short.length > 0
  useEffect(() => block(blocked ? t('Исправьте количество') : null), [blocked, block, t])
  return { goods, byId, stocks, known, changes, short }
}

/** Adding or removing a line moves the focus to where typing continues. */
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
  // lets rows that are not rendered again call the current handlers
  const latest = useRef(handlers)
  latest.current = handlers
  const add = () => {
    goal.current = `[data-path="lines.${lines.length}.good_id"]`
    form.insertListItem('lines', blank)
    form.clearFieldError('lines')
  }
  return { box, lines, add, latest }
}

interface TypedLines extends Pick<Options, 'offer'> {
  lines: LineTexts[]
  errors: Record<string, unknown>
  stock: string
}

/** What stands in each line beside what is typed. */
function linesOf(
  { lines, errors, stock, offer }: TypedLines,
  { byId, stocks, changes, short }: ReturnType<typeof useLines>,
): Line[] {
  const last = new Map(lines.map(({ good_id }, index) => [good_id, index]))
  return lines.map((line, index) => {
    const good = byId.get(line.good_id ?? '')
    const moved = changes.filter((change) => change.good === good?.id)
    const there = toMg(good?.stocks_count[stock] ?? 0)
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
      offers: (good && offer?.(good, index)) ?? [],
    }
  })
}

export function LinesField({
  type,
  kind = 'good',
  priced = false,
  lots = false,
  takes,
  offer,
  ...props
}: FieldsProps & Options) {
  const { t } = useTranslation()
  const { form } = props
  const blank = { good_id: '', amount: '', ...(priced && { price: '' }), ...(lots && { lot: '', best_before: '' }) }
  const { box, lines, add, latest } = useRows(form, blank)
  const known = useLines(props, { type, kind })
  const supplier = form.values.with_waybill ? (form.values.counterparty_id ?? '') : ''
  const sheets = usePasting({ form, blank, kind, goods: known.goods, supplier })
  const create = useGoodCreator(kind)
  const stock = form.values.stock_id ?? ''
  const { date, time } = form.values
  const moment = useMemo(() => ({ date, time, except: props.row?.id }), [date, time, props.row])
  const nothing = known.known ? t('Сначала создайте расходник на складе') : t('Загрузка')
  const columns = useMemo(() => {
    const options = known.goods.map((good) => {
      const amount = stock ? (good.stocks_count[stock] ?? 0) : good.total
      return {
        value: good.id,
        label: good.name,
        alias: good.code,
        hint: `${showAmount(amount)}${NBSP}${t(good.measure_name)}`,
      }
    })
    return lineColumns({
      good: kind === 'workshop_good' ? t('Продукция') : t('Расходник'),
      priced,
      lots,
      options,
      nothing,
      create,
      named: ({ line }) =>
        line.named && (
          <NamedInSheet
            name={line.named}
            unit={line.named_unit ?? ''}
            good={known.byId.get(line.good_id ?? '')}
            goods={known.goods}
            onChoose={(id) => sheets.latest.current.choose(line.named!, id)}
            onCreate={create && (() => sheets.latest.current.create([line]))}
          />
        ),
      beside: takes && ((good) => <NextLot {...moment} good={good} stock={stock} expiredFirst={takes === 'any'} />),
      onChange: (...change) => latest.current.change(...change),
      onRemove: (index) => latest.current.remove(index),
      t,
    })
    // stays the same function while the permission does not change
  }, [known.goods, stock, priced, lots, takes, moment, nothing, create === undefined, latest, t])
  return (
    <div className={styles.field} ref={box}>
      <EditGrid
        className={styles.lines}
        label={t('Строки документа')}
        rows={linesOf({ lines, errors: form.errors, stock, offer }, known)}
        rowKey={({ index }) => index}
        columns={columns}
        onEnd={() => (isBlank(lines.at(-1) ?? {}) ? undefined : add())}
        onPaste={sheets.paste}
      />
      {create && <NewNames lines={lines} onCreate={sheets.create} />}
      {form.errors.lines && <CellFault>{t(String(form.errors.lines))}</CellFault>}
      <div className={styles.foot} data-path="lines">
        <Button type="button" variant="subtle" size="xs" leftSection={<Icon name="plus" size={16} />} onClick={add}>
          {t('Строка')}
        </Button>
        <Totals lines={lines} goods={known.byId} rate={form.values.with_waybill ? (form.values.vat_rate ?? '') : ''} />
      </div>
    </div>
  )
}

/** `rate` of VAT in percent, '' when not given. */
function Totals({ lines, goods, rate }: { lines: LineTexts[]; goods: Map<string, GoodRow>; rate: string }) {
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
      {cost !== null && Number(rate) > 0 && (
        <span>{t('в том числе НДС {{sum}} ₽', { sum: showMoney(vatIn(cost, rate)) })}</span>
      )}
      {cost !== null && (
        <b>
          {showMoney(cost)}
          {NBSP}₽
        </b>
      )}
    </span>
  )
}
