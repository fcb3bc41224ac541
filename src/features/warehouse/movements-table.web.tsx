/** What happened to a good or an item in a period: the one table of movements, wherever it stands. */
import { useState, type ReactNode } from 'react'
import type { Column } from '../../shared/columns'
import { dayOf, showDay } from '../../shared/dates'
import { filterNote } from '../../shared/sheet'
import { contractOf } from '../../core/documents/form/operation-write.web'
import { openOperation } from '../../core/documents/form/operation.web'
import { askRemoval } from '../../core/documents/journal/row-actions.web'
import type { OperationRow } from '../../core/documents/fields/form-model.web'
import { kindNamed, type KindName } from '../../core/documents/kinds/kinds.contract'
import { openDocument } from '../../core/documents/open/open-document.web'
import { movementCalls } from '../../core/documents/movements/movement-calls.contract'
import type { MovementRow } from '../../core/goods/good.contract'
import { call } from '../../web/api'
import { NBSP, showAmount } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { historyAction } from '../../web/pages/row-history'
import { notifyError } from '../../web/notify'
import { useCall } from '../../web/query-client'
import { useNow, useWriteGate } from '../../web/session'
import { FlagField } from '../../web/ui/fields/flag-field'
import { ALL } from '../../web/ui/fields/multi-select-field'
import { PeriodPicker } from '../../web/ui/fields/period-picker'
import { presetPeriod, type Period } from '../../web/ui/fields/periods'
import { SelectField } from '../../web/ui/fields/select-field'
import { DataTable, type RowAction } from '../../web/ui/table/data-table'
import classes from './goods.module.css'

const moment: Column[] = [
  { key: 'datetime', title: 'Время', type: 'datetime' },
  { key: 'type_translation', title: 'Операция', type: 'text', words: true },
  { key: 'from', title: 'Откуда', type: 'text' },
  { key: 'to', title: 'Куда', type: 'text' },
]
const waybill: Column[] = [
  { key: 'counterparty', title: 'Контрагент', type: 'text' },
  { key: 'waybill_number', title: 'Накладная', type: 'text' },
  { key: 'waybill_date', title: 'Дата накладной', type: 'text' },
  { key: 'waybill_price_per_unit', title: 'Цена', type: 'money' },
  { key: 'waybill_price', title: 'Сумма', type: 'money', footer: true },
]
const entered: Column[] = [
  { key: 'user', title: 'Пользователь', type: 'text', yields: true },
  { key: 'note', title: 'Примечание', type: 'text' },
  { key: 'created_datetime', title: 'Создано', type: 'datetime' },
]
/** Of an item, what it was filled with. */
const filled: Column[] = [
  { key: 'good', title: 'Топливо', type: 'text' },
  { key: 'filled', title: 'Количество', type: 'text' },
]

interface Props {
  of: { type: 'good' | 'workshop_good' | 'item'; id: number; name: string }
  /** of the good, Russian */
  unit?: string
  /** translated, where nothing above says what it is */
  title?: string
  /** only what happened in this warehouse, by its name */
  place?: string | undefined
  /** further buttons beside the title */
  actions?: ReactNode
}

/** What is shown of a good; of an item nothing came with a waybill. */
const columnsOf = ({ of, unit }: Props, withWaybill: boolean): Column[] =>
  of.type === 'item'
    ? [...moment, ...filled, ...entered]
    : [
        ...moment,
        { key: 'count', title: 'Количество', type: 'amount', unit },
        ...(withWaybill ? waybill : []),
        ...entered,
      ]

export function MovementsTable(props: Props) {
  const { t } = useTranslation()
  const { of, title, place, actions } = props
  const [chosen, setChosen] = useState<Period | null>(null)
  const period = chosen ?? presetPeriod(of.type === 'item' ? 'Год' : '30 дней', dayOf(useNow()))
  const [wanted, setType] = useState<string>(ALL)
  const [withWaybill, setWaybill] = useState('')
  const days = { start: showDay(period.start), end: showDay(period.end) }
  const query = useCall(movementCalls.list, { type: of.type, id: of.id, ...days })
  const types = new Map(query.data?.map(({ type, type_translation }) => [type, t(type_translation)]))
  const type = types.has(wanted) ? wanted : ALL
  const rows = query.data
    ?.filter((row) => type === ALL || row.type === type)
    .filter((row) => !place || [row.stock, row.from, row.to].includes(place))
    .map((row) => ({ ...row, filled: row.good && `${showAmount(Math.abs(row.count))}${NBSP}${t(row.measure_name)}` }))
  return (
    <DataTable<MovementRow>
      name={`${of.type}-transactions`}
      title={title}
      titleLevel={2}
      exportTitle={`${t('Транзакции')} ${of.name}`}
      exportNote={[
        t('Период {{start}} – {{end}}', days),
        filterNote([t('Склад'), place], [t('Операция'), types.get(type)]),
      ]
        .filter(Boolean)
        .join('. ')}
      columns={columnsOf(props, withWaybill !== '')}
      rows={rows}
      loading={query.isFetching}
      error={query.data ? undefined : query.error}
      onRetry={() => void query.refetch()}
      startSort="-datetime"
      rowActions={useMovementActions()}
      onRowClick={({ id, kind }) => kindNamed(kind) && openDocument(id)}
      actions={actions}
      emptyText={t('Операций за указанный период не обнаружено.')}
      toolbar={
        <div className={classes.filters}>
          <PeriodPicker {...period} onChange={setChosen} />
          <div className={classes.filter}>
            <SelectField
              prefix={t('Операция')}
              size="xs"
              data={[{ value: ALL, label: t('[Все]') }, ...[...types].map(([value, label]) => ({ value, label }))]}
              value={type}
              onChange={(key) => setType(key ?? ALL)}
            />
          </div>
          {of.type !== 'item' && (
            <FlagField label={t('Накладные')} value={withWaybill} onChange={(on) => setWaybill(String(on))} />
          )}
        </div>
      }
    />
  )
}

/** The document of a movement, as its journal has it. */
async function documentOf(kind: KindName, { id, datetime }: MovementRow): Promise<OperationRow | undefined> {
  const rows = (await call(contractOf(kind).list, { start: datetime, end: datetime })) as OperationRow[]
  return rows.find((row) => row.id === id)
}

/** What may be changed from here opens in the form of its kind; the rest says where it is cancelled. */
function useMovementActions(): (row: MovementRow) => RowAction[] {
  const { t } = useTranslation()
  const gate = useWriteGate()
  const withDocument = (row: MovementRow, act: (kind: KindName, document: OperationRow) => void) => {
    const kind = kindNamed(row.kind)
    if (!kind) return
    void documentOf(kind, row)
      .then((document) =>
        document ? act(kind, document) : notifyError(t('Операция не найдена: возможно, её уже удалили.')),
      )
      // the calls themselves tell what went wrong
      .catch(() => undefined)
  }
  return (row) => {
    const fixed = gate ?? (row.editable ? null : t('Редактирование недоступно из этого раздела'))
    const kept =
      gate ?? (row.cancelable ? null : t(row.cancel_hint ?? 'Вы не имеете прав для совершения данного действия.'))
    return [
      historyAction({ entity: row.kind, id: row.id }, t),
      {
        icon: 'edit',
        title: t('Изменить'),
        onClick: () => withDocument(row, (kind, document) => openOperation(kind, { row: document })),
        disabled: fixed !== null,
        disabledReason: fixed ?? undefined,
      },
      {
        icon: 'trash',
        title: t('Удалить'),
        onClick: () => withDocument(row, (kind, document) => void askRemoval(kind, document)),
        disabled: kept !== null,
        disabledReason: kept ?? undefined,
        danger: true,
      },
    ]
  }
}
