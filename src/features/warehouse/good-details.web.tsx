import { useState } from 'react'
import type { Column } from '../../shared/columns'
import { dayOf, showDay } from '../../shared/dates'
import { call } from '../../web/api'
import { showAmount } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { invalidateFacts, useCall } from '../../web/query-client'
import { useCan, useNow, useWriteGate } from '../../web/session'
import { DataTable, type RowAction } from '../../web/ui/table/data-table'
import { GateButton } from '../../web/ui/gate-button'
import { PeriodPicker } from '../../web/ui/fields/period-picker'
import { presetPeriod, type Period } from '../../web/ui/fields/periods'
import { Panel } from '../../web/ui/overlay/window'
import { useRemove } from '../../web/ui/form/use-remove'
import type { Stocks } from '../../core/goods/arrival.web'
import { callsOfKind, goodCalls } from '../../core/goods/good-calls.contract'
import { type GoodRow, type MovementRow } from '../../core/goods/good.contract'
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

interface GoodDetailsProps {
  opened: boolean
  onClose: () => void
  good: GoodRow
  stocks: Stocks
  onAdd: () => void
}

/** «Подробнее»: what lies where now, and every movement of the good in a period. */
export function GoodDetails({ opened, onClose, good, stocks, onAdd }: GoodDetailsProps) {
  return (
    <Panel opened={opened} onClose={onClose} side="right" size={880} title={good.name} icon="box">
      <div className={classes.details}>
        <Amounts good={good} stocks={stocks} />
        <Transactions good={good} onAdd={onAdd} />
      </div>
    </Panel>
  )
}

function Amounts({ good, stocks }: { good: GoodRow; stocks: Stocks }) {
  const { t } = useTranslation()
  const held = (stocks ?? []).filter(({ id }) => (good.stocks_count[id] ?? 0) > 0)
  const cells = [
    { id: 0, name: t('Всего'), amount: good.total },
    ...held.map((stock) => ({ ...stock, amount: good.stocks_count[stock.id] })),
  ]
  return (
    <dl className={classes.amounts}>
      {cells.map(({ id, name, amount }) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd>
            {showAmount(amount)} <span className={classes.unit}>{t(good.measure_name)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Transactions({ good, onAdd }: { good: GoodRow; onAdd: () => void }) {
  const { t } = useTranslation()
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
      rows={query.data}
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
