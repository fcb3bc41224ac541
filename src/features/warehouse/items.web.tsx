import { stockLibrary } from '../../core/lists/libraries/stock.contract'
import { ITEM_TYPES, itemCalls, itemColumns, type ItemRow } from '../../core/goods/item.contract'
import { openOperation } from '../../core/documents/form/operation.web'
import { useTranslation, type TFunction } from '../../web/i18n'
import { useCall } from '../../web/query-client'
import { ALL } from '../../shared/sheets/filter-words'
import { CrudPage } from '../../web/pages/crud-page'
import { useFilters } from '../../web/filters/use-filters'
import { optionsOf } from '../../web/ui/fields/select-field'
import type { RowAction } from '../../web/ui/table/data-table'
import { ItemDetails } from './item-details.web'
import { ItemForm } from './item-form.web'

/** Actions of an item, besides those of every row. */
const actionsOf =
  (t: TFunction) =>
  ({ id: item_id, refilled, cage_number, stock_id }: ItemRow): RowAction[] => {
    const preset = { item_id }
    return [
      ...(refilled
        ? [
            {
              icon: 'fuel' as const,
              title: t('Заправка'),
              often: true,
              onClick: () => openOperation('refill', { preset }),
            },
          ]
        : []),
      {
        icon: 'move',
        title: t('Перемещение'),
        often: true,
        onClick: () => openOperation('itemMove', { preset }),
        disabled: stock_id === null,
        disabledReason: t('Дель в садке {{number}}: снимите её в окне садка', { number: cage_number ?? '' }),
      },
      { icon: 'gear', title: t('Операция'), often: true, onClick: () => openOperation('itemOperation', { preset }) },
    ]
  }

/** Nets and other single items: where each is, and its state. */
export function ItemsPage() {
  const { t } = useTranslation()
  const stocks = useCall(stockLibrary.list, {}).data
  const types = Object.entries(ITEM_TYPES).map(([value, name]) => ({ value, label: t(name) }))
  const filters = useFilters([
    { key: 'stock', title: 'Склад', as: 'one', options: optionsOf(stocks) },
    { key: 'type', title: 'Вид', as: 'one', options: types },
  ])
  const { stock, type } = filters.values
  return (
    <CrudPage<ItemRow>
      list={itemCalls.list}
      remove={itemCalls.remove}
      archiving={itemCalls.archiving}
      ability="write stocks"
      entity="item"
      // a net is named in the cages as well
      changes={['goods', 'places']}
      table={{ name: 'items', title: t('Изделия'), columns: itemColumns, startSort: 'name' }}
      filters={filters}
      shown={(items) =>
        items.filter(
          (item) => (stock === ALL || String(item.stock_id) === stock) && (type === ALL || item.type === type),
        )
      }
      rowActions={actionsOf(t)}
      windows={{
        form: ({ row, ...shown }) => <ItemForm {...shown} item={row} stocks={stocks} stockId={stock} />,
        details: ({ row, ...shown }) => row && <ItemDetails {...shown} item={row} />,
      }}
    />
  )
}
