import { useState } from 'react'
import { goodCalls } from '../../core/goods/good-calls.contract'
import { GoodLots, LotStateMark } from '../../core/documents/lots/good-lots.web'
import { expiringColumns, type ExpiringRow, lotCalls } from '../../core/documents/lots/lots.contract'
import { openOperation } from '../../core/documents/form/operation.web'
import type { GoodKind } from '../../core/goods/good.contract'
import { useTranslation } from '../../web/i18n'
import { useWriteGate } from '../../web/session'
import type { RowAction } from '../../web/ui/table/view/view'
import { useCall } from '../../web/query-client'
import { useFilters } from '../../web/filters/use-filters'
import { ALL } from '../../shared/sheets/filter-words'
import { optionsOf } from '../../web/ui/fields/select-field'
import { Panel } from '../../web/ui/overlay/window'
import { SearchedTable } from '../../web/ui/table/searched-table'

const PERIODS = [7, 30, 90, 180] as const
/** What has expired is thrown away, by whoever may. */
function useWriteOff() {
  const { t } = useTranslation()
  const gates = { good: useWriteGate('write stocks'), workshop_good: useWriteGate('access workshop') }
  return ({ kind, good_id, stock_id, amount, state, lot }: ExpiringRow): RowAction[] => {
    if (state !== 'expired') return []
    const gate = gates[kind as GoodKind]
    const note = lot ? t('Истёк срок годности, партия {{lot}}', { lot }) : t('Истёк срок годности')
    return [
      {
        icon: 'minus',
        title: t('Списать'),
        worded: true,
        disabled: gate !== null,
        disabledReason: gate ?? undefined,
        onClick: () =>
          openOperation(kind === 'good' ? 'writeOff' : 'workshopWriteOff', {
            preset: { stock_id, lines: [{ good_id, amount }], note },
          }),
      },
    ]
  }
}

/** Goods that expire in the next days, and expired goods in stock. */
export function BestBeforePage() {
  const { t } = useTranslation()
  const stocks = useCall(goodCalls.allStocks, {}).data
  const filters = useFilters([
    {
      key: 'days',
      title: 'Срок',
      as: 'one',
      options: [
        { value: 'expired', label: t('истёк') },
        ...PERIODS.map((days) => ({ value: days, label: t('до {{days}} дней', { days }) })),
      ],
    },
    { key: 'stock', title: 'Склад', as: 'one', options: optionsOf(stocks) },
  ])
  const { days, stock } = filters.values
  const query = useCall(lotCalls.expiring, {
    ...(days !== ALL && { days: days === 'expired' ? 0 : days }),
    ...(stock !== ALL && { stocks_id: [stock] }),
  })
  const rows = days === 'expired' ? query.data?.filter(({ state }) => state === 'expired') : query.data
  const writeOff = useWriteOff()
  const [chosen, choose] = useState<ExpiringRow>()
  const [opened, open] = useState(false)
  return (
    <>
      <SearchedTable<ExpiringRow>
        name="best-before"
        title={t('Сроки годности')}
        columns={expiringColumns}
        rows={rows}
        loading={query.isFetching && !query.isSuccess}
        error={rows ? undefined : query.error}
        onRetry={() => void query.refetch()}
        startSort="best_before"
        rowActions={writeOff}
        renderCell={(row, { key }) =>
          key === 'state_name' ? (
            <LotStateMark state={row.state} />
          ) : key === 'days_left' && row.days_left !== null ? (
            row.days_left < 0 ? (
              t('просрочен {{count}} дней', { count: -row.days_left })
            ) : (
              t('{{count}} дней', { count: row.days_left })
            )
          ) : undefined
        }
        onRowClick={(row) => {
          choose(row)
          open(true)
        }}
        toolbar={filters.bar}
        exportNote={filters.note}
        emptyText={t('Ничего с таким сроком годности на складах нет. Срок указывают в строке прихода.')}
      />
      <Panel opened={opened} onClose={() => open(false)} side="right" size={720} title={chosen?.good ?? ''} icon="box">
        {chosen && <GoodLots good={{ id: chosen.good_id, measure_name: chosen.measure_name }} />}
      </Panel>
    </>
  )
}
