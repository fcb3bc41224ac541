import { useState, type ReactNode } from 'react'
import { SegmentedControl, Skeleton } from '@mantine/core'
import type { Column } from '../../shared/columns'
import { GoodLots } from '../../core/documents/lots/good-lots.web'
import { DocumentLink } from '../../core/documents/open/document-link.web'
import { rulesOf } from '../../core/documents/kinds/kinds.contract'
import { namedPeriodText } from '../../core/feeding/treated/cage-periods.web'
import type { GoodRow } from '../../core/goods/good.contract'
import type { Stocks } from '../../core/goods/arrival.web'
import { type LayerRow, valueCalls } from '../../core/goods/value/value.contract'
import { NBSP, NOTHING, showAmount, showCount, showRoubles, showNumber } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { useCall } from '../../web/query-client'
import { ErrorState } from '../../web/ui/error-state'
import { PlainTable } from '../../web/ui/table/plain-table'
import classes from './goods.module.css'

const METHODS = { fifo: 'По приходам (ФИФО)', avg: 'По средней за год' } as const
type Method = keyof typeof METHODS

const stockColumns: Column[] = [
  { key: 'stock', title: 'Склад', type: 'text' },
  { key: 'amount', title: 'Остаток', type: 'amount' },
  { key: 'min', title: 'Минимальный остаток', type: 'amount' },
  { key: 'days', title: 'Хватит на', type: 'count', unit: 'дн' },
  { key: 'value', title: 'Стоимость', type: 'money' },
]

const layerColumns: Column[] = [
  { key: 'datetime', title: 'Пришло', type: 'datetime' },
  { key: 'document', title: 'Документ', type: 'text' },
  { key: 'price', title: 'Цена', type: 'money' },
  { key: 'left', title: 'Осталось', type: 'amount' },
  { key: 'value', title: 'Стоимость', type: 'money' },
  { key: 'amount', title: 'Было', type: 'amount' },
  { key: 'stock', title: 'Склад', type: 'text' },
]

interface StockRow {
  stock_id: number
  stock: string
  amount: number
  value: number
}

/** Amounts by warehouse, including empty warehouses with a minimum. */
function stockRows(good: GoodRow, told: readonly StockRow[], stocks: Stocks) {
  const empty = good.stocks_below.filter((id) => !told.some(({ stock_id }) => stock_id === id))
  const named = empty.map((id) => ({ stock_id: id, stock: stocks?.find((one) => one.id === id)?.name ?? '' }))
  return [...told, ...named.map((one) => ({ ...one, amount: 0, value: 0 }))].map((row) => ({
    ...row,
    min: good.stocks_min[row.stock_id] ?? null,
    days: good.stocks_days[row.stock_id] ?? null,
  }))
}

/** Only what some warehouse has. */
const stockColumnsOf = ({ stocks_min, stocks_days }: GoodRow) =>
  stockColumns.filter(
    ({ key }) =>
      (key !== 'min' || Object.keys(stocks_min).length > 0) && (key !== 'days' || Object.keys(stocks_days).length > 0),
  )

interface StockTabProps {
  good: GoodRow
  stocks: Stocks
  /** 'DD.MM.YYYY'; now without one */
  date: string | undefined
  /** opens the movements of a warehouse */
  onStock: (stock: number) => void
}

/** «Остатки»: amount, value, warehouses and receipts. */
export function GoodStockTab({ good, stocks, date, onStock }: StockTabProps) {
  const { t } = useTranslation()
  const [method, setMethod] = useState<Method>('fifo')
  const query = useCall(valueCalls[good.kind].one, { id: good.id, method, ...(date && { date }) })
  const told = query.data
  const rows = told ? stockRows(good, told.stocks, stocks) : []
  const inUnit = (columns: Column[]) =>
    columns.map((column) => (column.type === 'amount' ? { ...column, unit: good.measure_name } : column))
  if (query.error && !told) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      <Facts good={good} value={told?.value} cost={told?.unit_cost} />
      {told?.warning && (
        <p className={classes.warning}>
          <Icon name="alert" size={16} />
          {t(told.warning)}
        </p>
      )}
      <Section
        title={t('По складам')}
        action={
          <SegmentedControl
            size="xs"
            aria-label={t('Стоимость')}
            value={method}
            onChange={(next) => setMethod(next as Method)}
            data={Object.entries(METHODS).map(([value, label]) => ({ value, label: t(label) }))}
          />
        }
      >
        {!told ? (
          <Skeleton height={72} />
        ) : rows.length === 0 ? (
          <p className={classes.quiet}>{t('Этого нет ни на одном складе')}</p>
        ) : (
          <PlainTable
            columns={inUnit(stockColumnsOf(good))}
            rows={rows}
            rowKey={({ stock_id }) => stock_id}
            renderCell={({ stock_id, amount }, { key }) =>
              key === 'amount' ? (
                <StockAmount
                  amount={amount}
                  below={good.stocks_below.includes(stock_id)}
                  onClick={() => onStock(stock_id)}
                />
              ) : undefined
            }
          />
        )}
      </Section>
      {told && told.stocks.length > 0 && (
        <Section title={t('По партиям')}>
          <GoodLots good={good} {...(date && { date })} />
        </Section>
      )}
      {method === 'fifo' && told && (
        <Section title={t('Из каких приходов остаток')}>
          <Layers layers={told.layers} columns={inUnit(layerColumns)} />
        </Section>
      )}
    </>
  )
}

/** Opens what happened to it there. */
function StockAmount({ amount, below, onClick }: { amount: number; below: boolean; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={classes.amount}
      data-below={below || undefined}
      title={t('Почему столько?')}
      onClick={onClick}
    >
      {below && <Icon name="alert" size={16} label={t('ниже минимума')} />}
      {showAmount(amount, 3)}
    </button>
  )
}

const Section = ({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) => (
  <section className={classes.section} aria-label={title}>
    <header>
      <h3>{title}</h3>
      {action}
    </header>
    {children}
  </section>
)

function Layers({ layers, columns }: { layers: LayerRow[] | null; columns: Column[] }) {
  const { t } = useTranslation()
  if (!layers) return <p className={classes.quiet}>{t('Приходы видны тем, кому доступны все склады.')}</p>
  if (layers.length === 0) return <p className={classes.quiet}>{t('Этого нет ни на одном складе')}</p>
  const rows = layers.map((layer) => ({ ...layer, document: documentText(layer, t) }))
  return (
    <PlainTable
      columns={columns}
      rows={rows}
      rowKey={({ operation_id, line }) => `${operation_id}:${line}`}
      renderCell={(row, { key }) =>
        key === 'document' ? (
          <DocumentLink id={row.operation_id}>{row.document}</DocumentLink>
        ) : key === 'price' && row.assumed ? (
          <span className={classes.assumed} title={t('Цены нет: взята цена предыдущего прихода')}>
            <Icon name="alert" size={14} label={t('Цены нет: взята цена предыдущего прихода')} />
            {showNumber(row.price, 2)}
          </span>
        ) : undefined
      }
    />
  )
}

/** «приход А-17, Биомар». */
function documentText({ kind, waybill_number, counterparty }: LayerRow, t: (text: string) => string): string {
  const noun = t(rulesOf.get(kind)?.inSentence ?? kind)
  return [waybill_number ? `${noun} ${waybill_number}` : noun, counterparty].filter(Boolean).join(', ')
}

/** What one wants to know at a glance. */
function Facts({ good, value, cost }: { good: GoodRow; value: number | undefined; cost: number | undefined }) {
  const { t } = useTranslation()
  const amount = (one: number) => `${showAmount(one)}${NBSP}${t(good.measure_name)}`
  const facts: [string, string][] = [
    [t('Остаток'), amount(good.total)],
    [t('Стоимость'), value === undefined ? NOTHING : showRoubles(value)],
    [t('Цена единицы'), cost === undefined ? NOTHING : showRoubles(cost)],
    [t('Хватит на'), good.days_left === null ? NOTHING : `${showCount(good.days_left)}${NBSP}${t('дн')}`],
    [t('Минимальный остаток'), good.min_amount === null ? NOTHING : amount(good.min_amount)],
    ...(good.type === 'medicine' ? [[t('Каренция'), namedPeriodText(good, t)] as [string, string]] : []),
  ]
  return (
    <dl className={classes.amounts}>
      {facts.map(([name, text], index) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-below={(index === 0 && good.below_min) || undefined}>
            {text}
            {index === 0 && good.below_min && (
              <small>
                <Icon name="alert" size={14} />
                {t('ниже минимума')}
              </small>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
