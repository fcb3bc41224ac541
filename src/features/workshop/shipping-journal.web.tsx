/** Shipments of the workshop by line: counterparty, amount and price. */
import type { Column } from '../../shared/columns'
import { useTranslation } from '../../web/i18n'
import { useWriteGate } from '../../web/session'
import { JournalPage } from '../../web/pages/journal-page'
import { GateButton } from '../../web/ui/gate-button'
import { WaitingRows } from '../../web/offline/list/waiting-rows'
import type { OperationRow } from '../../core/documents/fields/form-model.web'
import { openOperation } from '../../core/documents/form/operation.web'
import { useRowActions } from '../../core/documents/journal/row-actions.web'
import { openDocument } from '../../core/documents/open/open-document.web'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { useNamedFilters } from '../../core/cages/filter-options.web'
import { workshopCalls } from './workshop.contract'

const { shipment } = kinds

const columns: Column[] = [
  { key: 'time', title: 'Время', type: 'datetime' },
  { key: 'workshop_good_name', title: 'Продукция', type: 'text', fill: true },
  { key: 'type_translation', title: 'Вид', type: 'text', words: true, yields: true },
  { key: 'stock_from_name', title: 'Со склада', type: 'text' },
  { key: 'count', title: 'Количество', type: 'amount' },
  { key: 'measure_name', title: 'Ед.', type: 'text', words: true },
  { key: 'weight', title: 'Вес', type: 'amount', unit: 'кг', footer: true },
  { key: 'price', title: 'Цена', type: 'money', optional: true },
  { key: 'cost', title: 'Сумма', type: 'money', footer: true },
  { key: 'counterparty', title: 'Контрагент', type: 'text' },
  { key: 'waybill_number', title: 'Накладная', type: 'text', optional: true },
  { key: 'user_name', title: 'Пользователь', type: 'text', yields: true },
]

interface ShippedLine {
  id: number
  line: number
  document: OperationRow
}
type ShownLine = Omit<ShippedLine, 'id'> & { id: string }

/** Rows are lines of documents, so a document's id alone does not identify one. */
const shownAs = (row: ShippedLine): ShownLine => ({ ...row, id: `${row.id}:${row.line}` })

export function ShippingJournal() {
  const { t } = useTranslation()
  const gate = useWriteGate(shipment.ability)
  const actionsOf = useRowActions('shipment')
  const record = (
    <GateButton reason={gate} onClick={() => openOperation('shipment')}>
      {t('Отгрузка')}
    </GateButton>
  )
  return (
    <>
      <WaitingRows kinds={['shipment']} />
      <JournalPage<ShownLine, ShippedLine>
        title={shipment.journal}
        name="shipping-journal"
        columns={columns}
        list={workshopCalls.shipping}
        told={shownAs}
        locations={[]}
        cages={[]}
        placeless
        filters={useNamedFilters(['partners', 'stocks', 'shippedProducts', 'waybill'], 'workshop_good', {
          partners: 'Покупатель',
        })}
        rowActions={({ document }) => actionsOf(document)}
        onRowClick={({ document }) => openDocument(document.id)}
        actions={record}
        emptyAction={record}
      />
    </>
  )
}
