/** The lots of a good in all warehouses, in the order in which they are taken. */
import { groupBy } from '../../../shared/collections'
import type { Column } from '../../../shared/columns'
import { NBSP, showAmount } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { useCall } from '../../../web/query-client'
import { ErrorState } from '../../../web/ui/error-state'
import { RowSkeletons } from '../../../web/ui/skeletons'
import { PlainTable } from '../../../web/ui/table/plain-table'
import { DocumentLink } from '../open/document-link.web'
import { LOT_STATES, lotCalls, type LotRow, type LotState } from './lots.contract'
import { lotText } from './lots.web'
import styles from './lots.module.css'

const columns: Column[] = [
  { key: 'name', title: 'Партия', type: 'text' },
  { key: 'amount', title: 'Осталось', type: 'amount' },
  { key: 'best_before', title: 'Годна до', type: 'day' },
  { key: 'state', title: 'Срок', type: 'text' },
  { key: 'since', title: 'Поступила', type: 'datetime' },
  { key: 'price', title: 'Цена', type: 'money' },
]

/** State of a lot: an icon, a word and a colour. */
export function LotStateMark({ state }: { state: LotState }) {
  const { t } = useTranslation()
  const icon = { good: 'check', soon: 'clock', expired: 'alert', undated: 'minus' } as const
  return (
    <span className={styles.state} data-state={state}>
      <Icon name={icon[state]} size={14} />
      {t(LOT_STATES[state])}
    </span>
  )
}

interface GoodLotsProps {
  good: { id: number; measure_name: string }
  /** a day or a moment, in the format of calls; now by default */
  date?: string
}

/** By warehouse, of those that hold it and are open to the user. */
export function GoodLots({ good, date }: GoodLotsProps) {
  const { t } = useTranslation()
  const query = useCall(lotCalls.ofGood, { id: good.id, ...(date && { date }) })
  if (!query.data)
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <RowSkeletons rows={3} />
    )
  const unit = t(good.measure_name)
  const named = query.data.map((row) => ({ ...row, name: row.lot ?? lotText({ ...row, best_before: null }, t) }))
  const stocks = [...groupBy(named, ({ stock }) => stock)]
  if (stocks.length === 0) return <p>{t('Этого нет ни на одном складе')}</p>
  return (
    <div className={styles.lots}>
      {stocks.map(([stock, lots]) => (
        <section key={stock}>
          <h3>
            {stock}
            <span>
              {showAmount(Math.round(lots.reduce((sum, { amount }) => sum + amount * 1e6, 0)) / 1e6)}
              {NBSP}
              {unit}
            </span>
          </h3>
          <PlainTable
            columns={columns.map((column) =>
              column.key === 'amount' ? { ...column, unit: good.measure_name } : column,
            )}
            rows={lots}
            rowKey={({ operation_id, line }) => `${operation_id}:${line}`}
            renderCell={(row: LotRow, { key }) => {
              if (key === 'amount')
                return <DocumentLink id={row.operation_id}>{showAmount(row.amount, 3)}</DocumentLink>
              return key === 'state' ? <LotStateMark state={row.state} /> : undefined
            }}
          />
        </section>
      ))}
    </div>
  )
}
