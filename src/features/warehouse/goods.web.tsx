import type { Column } from '../../shared/columns'
import { AddGood } from '../../core/goods/add-good.web'
import { goodCalls, goodColumns, type GoodRow } from '../../core/goods/good.contract'
import { GoodForm } from '../../core/goods/good-form.web'
import { useTranslation } from '../../web/i18n'
import { useCall } from '../../web/query-client'
import { ALL } from '../../web/ui/fields/multi-select-field'
import { CrudPage } from '../../web/pages/crud-page'
import { useListFilters } from '../../web/pages/list-filters'
import { optionsOf } from '../../web/ui/fields/select-field'
import { GoodDetails } from './good-details.web'

/** One warehouse chosen: what lies there instead of where everything lies. */
const oneStockColumns: Column[] = goodColumns
  .filter(({ key }) => key !== 'stock_names')
  .map((column) => (column.key === 'total' ? { ...column, key: 'current_stock_count' } : column))

function shownGoods(goods: GoodRow[], { stock, type }: Record<'stock' | 'type', string>): GoodRow[] {
  const ofType = goods.filter((good) => type === ALL || good.type === type)
  if (stock === ALL) return ofType
  return ofType
    .filter((good) => (good.stocks_count[stock] ?? 0) > 0)
    .map((good) => ({ ...good, current_stock_count: good.stocks_count[stock] }))
}

/** Consumables: what there is, how much lies in which warehouse, adding, and the movements of one. */
export function GoodsPage() {
  const { t } = useTranslation()
  const stocks = useCall(goodCalls.allStocks, {}).data
  const types = useCall(goodCalls.types, {}).data
  const filters = useListFilters([
    { key: 'stock', title: 'Склад', options: optionsOf(stocks) },
    { key: 'type', title: 'Вид', options: types?.map(({ id, name }) => ({ value: id, label: t(name) })) },
  ])
  const { stock } = filters.values
  return (
    <CrudPage<GoodRow>
      list={goodCalls.list}
      remove={goodCalls.remove}
      archiving={goodCalls.archiving}
      ability="write stocks"
      changes={['goods']}
      table={{
        name: stock === ALL ? 'goods' : 'goods-of-stock',
        columns: stock === ALL ? goodColumns : oneStockColumns,
        title: t('Расходники'),
        startSort: 'name',
      }}
      filters={filters}
      shown={(goods) => shownGoods(goods, filters.values)}
      rowActions={(row, open) => [{ icon: 'plus', title: t('Приход'), onClick: () => open('add', row) }]}
      windows={{
        form: ({ row, ...shown }) => <GoodForm {...shown} good={row} />,
        add: ({ row, opened, onClose }) =>
          row && <AddGood opened={opened} onClose={onClose} good={row} stocks={stocks} stockId={stock} />,
        details: ({ row, open, ...shown }) =>
          row && <GoodDetails {...shown} good={row} stocks={stocks} onAdd={() => open('add', row)} />,
      }}
    />
  )
}
