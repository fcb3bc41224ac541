/** What left the workshop, line by line: to whom, how much, at what price. */
import type { Column } from '../../shared/columns'
import { parseDay, showDay } from '../../shared/dates'
import { MG_PER_KG } from '../../shared/numbers'
import { filterNote } from '../../shared/sheet'
import { useTranslation } from '../../web/i18n'
import { useCall } from '../../web/query-client'
import { useWriteGate } from '../../web/session'
import { useJournalFilters } from '../../web/pages/journal-filters'
import listClasses from '../../web/pages/list-filters.module.css'
import { isAll, ALL, MultiSelectField } from '../../web/ui/fields/multi-select-field'
import { PeriodPicker } from '../../web/ui/fields/period-picker'
import { optionsOf } from '../../web/ui/fields/select-field'
import { GateButton } from '../../web/ui/gate-button'
import { DataTable } from '../../web/ui/table/data-table'
import { WaitingRows } from '../../web/offline/list/waiting-rows'
import type { OperationRow } from '../../core/documents/fields/form-model.web'
import { openOperation } from '../../core/documents/form/operation.web'
import { useRowActions } from '../../core/documents/journal/row-actions.web'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { workshopGoodCalls } from '../../core/goods/good-calls.contract'
import { libraries } from '../../core/lists/library.contract'
import { workshopCalls } from './workshop.contract'

const { shipment } = kinds

const columns: Column[] = [
  { key: 'time', title: 'Время', type: 'datetime' },
  { key: 'workshop_good_name', title: 'Продукция', type: 'text', fill: true },
  { key: 'type_translation', title: 'Вид', type: 'text', words: true },
  { key: 'stock_from_name', title: 'Со склада', type: 'text' },
  { key: 'count', title: 'Количество', type: 'amount' },
  { key: 'measure_name', title: 'Ед.', type: 'text', words: true },
  { key: 'weight', title: 'Вес', type: 'amount', unit: 'кг', footer: true },
  { key: 'price', title: 'Цена', type: 'money', optional: true },
  { key: 'cost', title: 'Сумма', type: 'money', footer: true },
  { key: 'counterparty', title: 'Контрагент', type: 'text' },
  { key: 'waybill_number', title: 'Накладная', type: 'text', optional: true },
  { key: 'user_name', title: 'Пользователь', type: 'text' },
]

const SEVERAL = { goods: [ALL], partners: [ALL] }
const listed = (value: string | string[] | undefined) => [value ?? ALL].flat()
const asked = (ids: string[]) => (isAll(ids) ? undefined : ids)

/** The filters of the address: products and buyers, in words for paper as well. */
function useFilters() {
  const { t } = useTranslation()
  const { filters, set } = useJournalFilters('-time', SEVERAL)
  const options = {
    goods: optionsOf(Object.values(useCall(workshopGoodCalls.list, {}).data ?? {})) ?? [],
    partners: optionsOf(useCall(libraries.counterparty.list, {}).data) ?? [],
  }
  const chosen = { goods: listed(filters.extra.goods), partners: listed(filters.extra.partners) }
  const namesOf = (key: 'goods' | 'partners') =>
    options[key]
      .filter(({ value }) => chosen[key].includes(String(value)))
      .map(({ label }) => label)
      .join(', ')
  const field = (key: 'goods' | 'partners', prefix: string) => (
    <MultiSelectField
      prefix={prefix}
      size="xs"
      data={options[key]}
      value={chosen[key]}
      onChange={(ids) => set({ [key]: ids })}
    />
  )
  const { start, end } = filters
  return {
    input: { start, end, workshop_good_ids: asked(chosen.goods), counterparty_ids: asked(chosen.partners) },
    note: [
      t('Период {{start}} – {{end}}', { start, end }),
      filterNote([t('Продукция'), namesOf('goods')], [t('Контрагент'), namesOf('partners')]),
    ]
      .filter(Boolean)
      .join('. '),
    bar: (
      <>
        <PeriodPicker
          start={parseDay(start)!}
          end={parseDay(end)!}
          onChange={(next) => set({ start: showDay(next.start), end: showDay(next.end) })}
        />
        <div className={listClasses.filters}>
          {field('goods', t('Продукция'))}
          {field('partners', t('Контрагент'))}
        </div>
      </>
    ),
  }
}

export function ShippingJournal() {
  const { t } = useTranslation()
  const { input, note, bar } = useFilters()
  const gate = useWriteGate(shipment.ability)
  const query = useCall(workshopCalls.shipping, input)
  // a line is changed in the document it stands in
  const { start, end } = input
  const documents = useCall(shipment.list, { start, end }).data as OperationRow[] | undefined
  const byId = new Map(documents?.map((row) => [row.id, row]))
  const rows = query.data?.map((line, index) => ({ ...line, id: index + 1, document: line.id }))
  // in whole milligrams and kopecks
  const sumOf = (key: 'weight' | 'cost', scale: number) =>
    (rows ?? []).reduce((sum, row) => sum + Math.round((row[key] ?? 0) * scale), 0) / scale
  const actionsOf = useRowActions('shipment')
  const record = (
    <GateButton reason={gate} onClick={() => openOperation('shipment')}>
      {t('Отгрузка')}
    </GateButton>
  )
  return (
    <>
      <WaitingRows kinds={['shipment']} />
      <DataTable<NonNullable<typeof rows>[number]>
        name="shipping-journal"
        title={t(shipment.journal)}
        columns={columns}
        rows={rows}
        footer={{ weight: sumOf('weight', MG_PER_KG), cost: sumOf('cost', 100) }}
        loading={query.isFetching}
        error={query.data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        startSort="-time"
        rowActions={(row) => {
          const document = byId.get(row.document)
          return document ? actionsOf(document) : []
        }}
        actions={record}
        emptyText={t('Операций за указанный период не обнаружено.')}
        emptyAction={record}
        exportNote={note}
        toolbar={bar}
      />
    </>
  )
}
