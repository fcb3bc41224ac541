/** Movements of a good or an item in a period: the one table for them on all pages. */
import { useEffect, useState, type ReactNode } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import { NO_RIGHT } from '../../shared/abilities'
import type { Column } from '../../shared/columns'
import type { AnswerOf } from '../../shared/contract'
import { dayOf, showDay } from '../../shared/dates'
import { filterNote } from '../../shared/sheets/sheet'
import { openOperation } from '../../core/documents/form/operation.web'
import { askRemoval } from '../../core/documents/journal/row-actions.web'
import type { OperationRow } from '../../core/documents/fields/form-model.web'
import type { AnyKindRules } from '../../core/documents/engine/kind-rules.contract'
import { contractOf, rulesOf, kindNamed, type KindName } from '../../core/documents/kinds/kinds.contract'
import { openDocument } from '../../core/documents/open/open-document.web'
import { movementCalls } from './movements/movement-calls.contract'
import type { MovementRow } from '../../core/goods/good.contract'
import { call } from '../../web/api'
import { NBSP, showAmount } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { readAll } from '../../web/pages/journal-page'
import { historyAction } from '../../web/pages/row-history'
import { notifyError } from '../../web/notify'
import { useCall } from '../../web/query-client'
import { useNow, useWriteGate } from '../../web/session'
import { FlagField } from '../../web/ui/fields/flag-field'
import { ALL } from '../../shared/sheets/filter-words'
import { PeriodPicker } from '../../web/ui/fields/period-picker'
import { presetPeriod, type Period } from '../../web/ui/fields/periods'
import { SelectField } from '../../web/ui/fields/select-field'
import { DataTable, type RowAction } from '../../web/ui/table/data-table'
import classes from './goods.module.css'

const moment: Column[] = [
  { key: 'datetime', title: 'Время', type: 'datetime' },
  { key: 'type_translation', title: 'Операция', type: 'text', words: true },
  { key: 'from', title: 'Откуда', type: 'text', unsorted: true },
  { key: 'to', title: 'Куда', type: 'text', unsorted: true },
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
  { key: 'good', title: 'Топливо', type: 'text', unsorted: true },
  { key: 'filled', title: 'Количество', type: 'text', unsorted: true },
]

interface Props {
  of: { type: 'good' | 'workshop_good' | 'item'; id: number; name: string }
  /** of the good, Russian */
  unit?: string
  /** translated, where nothing above says what it is */
  title?: string
  /** only what happened in this warehouse */
  place?: { id: number; name: string } | undefined
  /** further buttons beside the title */
  actions?: ReactNode
}

/** For one warehouse the change and the amount afterwards, which is the number that people ask about. */
const amountsOf = ({ unit, place }: Props): Column[] =>
  place
    ? [
        { key: 'stock_change', title: 'Изменение', type: 'amount', unit, unsorted: true },
        { key: 'stock_balance', title: 'Остаток', type: 'amount', unit, unsorted: true },
      ]
    : [{ key: 'count', title: 'Количество', type: 'amount', unit }]

/** Columns for a good; an item never comes with a waybill. */
const columnsOf = ({ of, ...props }: Props, withWaybill: boolean): Column[] =>
  of.type === 'item'
    ? [...moment, ...filled, ...entered]
    : [...moment, ...amountsOf({ of, ...props }), ...(withWaybill ? waybill : []), ...entered]

const isAbout = ({ goods, goodKind = 'good', fields }: AnyKindRules, type: Props['of']['type']): boolean =>
  type === 'item'
    ? !goods || 'item_id' in fields
    : goods !== undefined &&
      [goodKind]
        .flatMap((kind) => (typeof kind === 'string' ? [kind] : Object.values(kind)))
        .some((kind) => kind === 'any' || kind === type)

/** Code words of what can happen to such a thing. */
const wordsOf = (type: Props['of']['type']): string[] => {
  const moving = [...rulesOf.values()].filter((facts) => facts.movement && isAbout(facts, type))
  return [
    ...new Set(
      moving.flatMap(({ movement }) => [movement!, ...Object.values(movement!.byRole ?? {})].map((word) => word.type)),
    ),
  ]
}

/** The requested movements: period, search text, page and order. */
function useAsked({ of, place }: Props) {
  const today = dayOf(useNow())
  const [chosen, setChosen] = useState<Period | null>(null)
  const [type, setType] = useState<string>(ALL)
  const [sort, setSort] = useState('-datetime')
  const [{ page, perPage }, setPage] = useState({ page: 1, perPage: 10 })
  // for one warehouse the latest movements are wanted, which may be long ago
  const period = chosen ?? presetPeriod(of.type === 'item' || place ? 'Год' : '30 дней', today)
  const days = { start: showDay(period.start), end: showDay(period.end) }
  const input = {
    type: of.type,
    id: of.id,
    ...days,
    ...(place && { stocks_id: [place.id] }),
    ...(type !== ALL && { operation_type: type }),
    page,
    per_page: perPage,
    sort,
  }
  // another warehouse begins at its first page
  useEffect(() => setPage((known) => ({ ...known, page: 1 })), [place?.id])
  const first = () => setPage({ page: 1, perPage })
  return {
    input,
    period,
    days,
    type,
    setPeriod: (next: Period) => (setChosen(next), first()),
    setType: (next: string) => (setType(next), first()),
    setSort: (next: string) => (setSort(next), first()),
    setPage: (next: number, length: number) => setPage({ page: next, perPage: length }),
  }
}

type ShownMovement = MovementRow & { filled: string | null }
type Page = Exclude<AnswerOf<typeof movementCalls.list>, unknown[]>

export function MovementsTable(props: Props) {
  const { t } = useTranslation()
  const { of, title, place, actions } = props
  const asked = useAsked(props)
  const { input, days, type } = asked
  const [withWaybill, setWaybill] = useState('')
  const query = useCall(movementCalls.list, input, { placeholderData: keepPreviousData })
  const answer = query.data as Page | undefined
  const words = useCall(movementCalls.types, {}).data ?? {}
  const told = (row: MovementRow): ShownMovement => ({
    ...row,
    filled: row.good && `${showAmount(Math.abs(row.count))}${NBSP}${t(row.measure_name)}`,
  })
  return (
    <DataTable<ShownMovement>
      name={`${of.type}-transactions${place ? '-of-stock' : ''}`}
      title={title}
      titleLevel={2}
      exportTitle={`${t('Транзакции')} ${of.name}`}
      exportNote={[
        t('Период {{start}} – {{end}}', days),
        filterNote([t('Склад'), place?.name], [t('Операция'), type === ALL ? undefined : t(words[type] ?? '')]),
      ]
        .filter(Boolean)
        .join('. ')}
      columns={columnsOf(props, withWaybill !== '')}
      rows={answer?.rows.map(told)}
      total={answer?.total}
      footer={answer?.footer}
      sort={input.sort}
      onSort={asked.setSort}
      page={input.page}
      perPage={input.per_page}
      onPage={asked.setPage}
      fetchAll={async () => (await readAll<MovementRow>(movementCalls.list, input)).map(told)}
      loading={query.isFetching}
      error={answer ? undefined : query.error}
      onRetry={() => void query.refetch()}
      rowActions={useMovementActions()}
      onRowClick={({ id, kind }) => kindNamed(kind) && openDocument(id)}
      actions={actions}
      emptyText={t('Операций за указанный период не обнаружено.')}
      toolbar={
        <div className={classes.filters}>
          <PeriodPicker {...asked.period} onChange={asked.setPeriod} />
          <div className={classes.filter}>
            <SelectField
              prefix={t('Операция')}
              size="xs"
              data={[
                { value: ALL, label: t('[Все]') },
                ...wordsOf(of.type).map((value) => ({ value, label: t(words[value] ?? '') })),
              ]}
              value={type}
              onChange={(key) => asked.setType(key ?? ALL)}
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

/** Movements that can be changed here open in the form of their kind; the others say where to cancel them. */
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
    const kept = gate ?? (row.cancelable ? null : (row.cancel_hint ?? t(NO_RIGHT)))
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
