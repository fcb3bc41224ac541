import { useState } from 'react'
import { Stack } from '@mantine/core'
import type { Column } from '../../shared/columns'
import { showInstant } from '../../shared/dates'
import { openOperation } from '../../core/documents/form/operation.web'
import type { OperationRow } from '../../core/documents/fields/form-model.web'
import { useRowActions } from '../../core/documents/journal/row-actions.web'
import { movementCalls } from './movements/movement-calls.contract'
import type { ItemRow } from '../../core/goods/item.contract'
import { NOTHING } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { useCall } from '../../web/query-client'
import { useCan, useWriteGate } from '../../web/session'
import { GateButton } from '../../web/ui/gate-button'
import { Panel } from '../../web/ui/overlay/window'
import { DataTable } from '../../web/ui/table/data-table'
import { Tabs } from '../../web/ui/tabs'
import { MovementsTable } from './movements-table.web'
import classes from './goods.module.css'

interface ItemDetailsProps {
  opened: boolean
  onClose: () => void
  item: ItemRow
}

/** «Подробнее»: where the item is, and its history. */
export function ItemDetails({ opened, onClose, item }: ItemDetailsProps) {
  const { t } = useTranslation()
  const [tab, choose] = useState<'movements' | 'operations'>('movements')
  return (
    <Panel opened={opened} onClose={onClose} side="right" size={880} title={item.name} icon="box">
      <Stack gap="lg">
        <Facts item={item} />
        <Tabs
          label={t('История изделия')}
          tabs={{ movements: t('Транзакции'), operations: t('Операции') }}
          current={tab}
          onChoose={choose}
        >
          {tab === 'movements' ? (
            <MovementsTable of={{ type: 'item', id: item.id, name: item.name }} />
          ) : (
            <Operations item={item} />
          )}
        </Tabs>
      </Stack>
    </Panel>
  )
}

function Facts({ item }: { item: ItemRow }) {
  const { t } = useTranslation()
  const place = item.stock_field ?? t('садок {{number}}', { number: item.cage_number ?? t('другого модуля') })
  const facts = [
    [t('Где'), place],
    [t('С какого времени'), item.since ? showInstant(item.since) : NOTHING],
    [t('Вид'), t(item.type_translation)],
    [t('Состояние'), t(item.condition_translation)],
    [t('Код'), item.code ?? NOTHING],
  ]
  return (
    <dl className={classes.amounts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const columns: Column[] = [
  { key: 'datetime', title: 'Время', type: 'datetime' },
  { key: 'operation_name', title: 'Операция', type: 'text', fill: true },
  { key: 'note', title: 'Примечание', type: 'text' },
  { key: 'user', title: 'Пользователь', type: 'text', yields: true },
  { key: 'created_datetime', title: 'Создано', type: 'datetime', yields: true },
]

/** What was done to it, in people's own words. */
function Operations({ item }: { item: ItemRow }) {
  const { t } = useTranslation()
  const query = useCall(movementCalls.operations, { id: item.id })
  const gate = useWriteGate('write stocks')
  const may = useCan()('write stocks')
  const record = may && (
    <GateButton reason={gate} onClick={() => openOperation('itemOperation', { preset: { item_id: item.id } })}>
      {t('Записать операцию')}
    </GateButton>
  )
  return (
    <DataTable<OperationRow>
      name="item-operations"
      exportTitle={`${t('Операции')} ${item.name}`}
      columns={columns}
      rows={query.data}
      loading={query.isFetching}
      error={query.data ? undefined : query.error}
      onRetry={() => void query.refetch()}
      startSort="-datetime"
      rowActions={useRowActions('itemOperation')}
      actions={record}
      emptyText={t('Операций с изделием ещё не было.')}
    />
  )
}
