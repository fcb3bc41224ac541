import { useState } from 'react'
import { SegmentedControl } from '@mantine/core'
import * as z from 'zod'
import type { Column } from '../../shared/columns'
import { dayOf, showDay } from '../../shared/dates'
import { call } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { invalidateFacts, useCall } from '../../web/query-client'
import { useCan, useNow, useWriteGate } from '../../web/session'
import { DataTable, type RowAction } from '../../web/ui/table/data-table'
import { GateButton } from '../../web/ui/gate-button'
import { PeriodPicker } from '../../web/ui/fields/period-picker'
import { presetPeriod, type Period } from '../../web/ui/fields/periods'
import { Panel } from '../../web/ui/overlay/window'
import { useUrlFilters } from '../../web/url-filters'
import { useRemove } from '../../web/ui/form/use-remove'
import type { Stocks } from '../../core/goods/arrival.web'
import { callsOfKind, goodCalls } from '../../core/goods/good-calls.contract'
import { type GoodRow, type MovementRow } from '../../core/goods/good.contract'
import { GoodChartTab } from './good-chart-tab.web'
import { GoodStockTab } from './good-stock-tab.web'
import classes from './goods.module.css'

const WRITING = { good: 'write stocks', workshop_good: 'access workshop' } as const

const columns: Column[] = [
  { key: 'datetime', title: 'Время', type: 'datetime' },
  { key: 'type_translation', title: 'Операция', type: 'text', words: true },
  { key: 'from', title: 'Откуда', type: 'text' },
  { key: 'to', title: 'Куда', type: 'text' },
  { key: 'count', title: 'Количество', type: 'amount' },
  { key: 'counterparty', title: 'Контрагент', type: 'text', optional: true },
  { key: 'waybill_number', title: 'Накладная', type: 'text', optional: true },
  { key: 'waybill_date', title: 'Дата накладной', type: 'text', optional: true },
  { key: 'waybill_price_per_unit', title: 'Цена', type: 'amount', unit: '₽', optional: true },
  { key: 'waybill_price', title: 'Сумма', type: 'amount', unit: '₽', optional: true, footer: true },
  { key: 'user', title: 'Пользователь', type: 'text' },
  { key: 'note', title: 'Примечание', type: 'text' },
]

/** in the address: the good whose details are open, and what of them is in sight */
export const DETAILS = 'good'
export const TAB = 'tab'

const TABS = { stock: 'Остатки', movements: 'Движение', chart: 'График' } as const
type Tab = keyof typeof TABS
const tabSchema = z.object({ tab: z.enum(['stock', 'movements', 'chart']) })
const FIRST_TAB: { tab: Tab } = { tab: 'stock' }

interface GoodDetailsProps {
  opened: boolean
  onClose: () => void
  good: GoodRow
  stocks: Stocks
  /** the warehouse that the page shows, or ALL */
  stock: string
  /** the day that it shows, 'DD.MM.YYYY'; now without one */
  date: string | undefined
  onAdd: () => void
}

/** «Подробнее»: what lies where and what it is worth, every movement in a period, how the balance went. */
export function GoodDetails({ opened, onClose, good, stocks, stock, date, onAdd }: GoodDetailsProps) {
  const { t } = useTranslation()
  const [{ tab }, setTab] = useUrlFilters(tabSchema, FIRST_TAB)
  return (
    <Panel
      opened={opened}
      onClose={onClose}
      addressed
      side="right"
      size={880}
      title={good.name}
      subtitle={date && t('Остатки на {{date}}', { date })}
      icon="box"
    >
      <div className={classes.details}>
        <SegmentedControl
          className={classes.tabs}
          aria-label={t('Подробнее')}
          value={tab}
          onChange={(next) => setTab({ tab: next as Tab }, { replace: true })}
          data={Object.entries(TABS).map(([value, label]) => ({ value, label: t(label) }))}
        />
        {tab === 'stock' && <GoodStockTab good={good} date={date} />}
        {tab === 'movements' && <Transactions good={good} stock={stock} stocks={stocks} onAdd={onAdd} />}
        {tab === 'chart' && <GoodChartTab good={good} stocks={stocks} stock={stock} />}
      </div>
    </Panel>
  )
}

type TransactionsProps = Pick<GoodDetailsProps, 'good' | 'stock' | 'stocks' | 'onAdd'>

function Transactions({ good, stock, stocks, onAdd }: TransactionsProps) {
  const { t } = useTranslation()
  const place = stocks?.find(({ id }) => String(id) === stock)?.name
  const [chosen, setChosen] = useState<Period | null>(null)
  const period = chosen ?? presetPeriod('30 дней', dayOf(useNow()))
  const query = useCall(callsOfKind[good.kind].transactions, {
    id: good.id,
    start: showDay(period.start),
    end: showDay(period.end),
  })
  const writing = WRITING[good.kind]
  const gate = useWriteGate(writing)
  const may = useCan()(writing)
  const rowActions = useTransactionActions()
  return (
    <DataTable<MovementRow>
      name="good-transactions"
      title={t('Транзакции')}
      titleLevel={2}
      exportTitle={`${t('Транзакции')} ${good.name}`}
      exportNote={t('Период {{start}} – {{end}}', { start: showDay(period.start), end: showDay(period.end) })}
      columns={columns.map((column) => (column.key === 'count' ? { ...column, unit: good.measure_name } : column))}
      rows={query.data?.filter((row) => !place || [row.stock, row.from, row.to].includes(place))}
      loading={query.isFetching}
      error={query.data ? undefined : query.error}
      onRetry={() => void query.refetch()}
      startSort="-datetime"
      rowActions={may ? rowActions : undefined}
      actions={
        may && (
          <GateButton reason={gate} onClick={onAdd}>
            {t('Приход')}
          </GateButton>
        )
      }
      emptyText={t('Операций за указанный период не обнаружено.')}
      toolbar={<PeriodPicker {...period} onChange={setChosen} />}
    />
  )
}

/** Only an adding is deleted here; the others say where to cancel them. */
function useTransactionActions() {
  const { t } = useTranslation()
  const remove = useRemove()
  const gate = useWriteGate()
  const removeRow = async (row: MovementRow) => {
    const gone = await remove({
      question: t('Вы уверены, что хотите удалить данную операцию?'),
      remove: () => call(goodCalls.removeTransaction, { id: row.id }),
    })
    if (gone) void invalidateFacts(['goods'])
  }
  return (row: MovementRow): RowAction[] => {
    const reason =
      gate ?? (row.cancelable ? null : t(row.cancel_hint ?? 'Вы не имеете прав для совершения данного действия.'))
    return [
      {
        icon: 'trash',
        title: t('Удалить'),
        onClick: () => void removeRow(row),
        disabled: reason !== null,
        disabledReason: reason ?? undefined,
        danger: true,
      },
    ]
  }
}
