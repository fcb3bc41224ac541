import type { Ability } from '../../shared/abilities'
import type { Column } from '../../shared/columns'
import type { IconName } from '../../shared/icon-names'
import { openOperation } from '../../core/documents/form/operation.web'
import type { KindName } from '../../core/documents/kinds/kinds.contract'
import { callsOfKind, goodCalls } from '../../core/goods/good-calls.contract'
import { goodColumns, type GoodKind, type GoodRow } from '../../core/goods/good.contract'
import { GoodForm } from '../../core/goods/good-form.web'
import { useTranslation } from '../../web/i18n'
import { useCall } from '../../web/query-client'
import { ALL } from '../../web/ui/fields/multi-select-field'
import { CrudPage } from '../../web/pages/crud-page'
import { useListFilters } from '../../web/pages/list-filters'
import { optionsOf } from '../../web/ui/fields/select-field'
import { GoodDetails } from './good-details.web'

interface Action {
  kind: KindName
  icon: IconName
  title: string
  /** something must lie somewhere */
  takes?: true
}

interface PageOf {
  title: string
  name: string
  writing: Ability
  /** of a row, beside editing and deleting */
  actions: readonly [Action, ...Action[]]
}

const PAGES: Record<GoodKind, PageOf> = {
  good: {
    title: 'Расходники',
    name: 'goods',
    writing: 'write stocks',
    actions: [
      { kind: 'receipt', icon: 'plus', title: 'Приход' },
      { kind: 'writeOff', icon: 'minus', title: 'Списание', takes: true },
      { kind: 'move', icon: 'move', title: 'Перемещение', takes: true },
    ],
  },
  workshop_good: {
    title: 'Продукция цеха',
    name: 'workshop-goods',
    writing: 'access workshop',
    actions: [
      { kind: 'workshopReceipt', icon: 'plus', title: 'Приход' },
      { kind: 'shipment', icon: 'lift', title: 'Отгрузка', takes: true },
      { kind: 'workshopWriteOff', icon: 'minus', title: 'Списание', takes: true },
      { kind: 'workshopMove', icon: 'move', title: 'Перемещение', takes: true },
    ],
  },
}

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

/** What a document about one good of the page begins with: the warehouse that is shown, or the only one that holds it. */
function presetOf(good: GoodRow, stock: string, takes = false) {
  const held = Object.keys(good.stocks_count)
  const only = takes && held.length === 1 ? held[0] : undefined
  return { lines: [{ good_id: good.id }], stock_id: stock === ALL ? only : stock }
}

/** What there is, how much lies in which warehouse, what happens to it, and the movements of one. */
const goodsPage = (kind: GoodKind) => {
  const { title, name, writing, actions } = PAGES[kind]
  const calls = callsOfKind[kind]
  return function GoodsPage() {
    const { t } = useTranslation()
    const stocks = useCall(goodCalls.allStocks, {}).data
    const types = useCall(calls.types, {}).data
    const filters = useListFilters([
      { key: 'stock', title: 'Склад', options: optionsOf(stocks) },
      { key: 'type', title: 'Вид', options: types?.map(({ id, name }) => ({ value: id, label: t(name) })) },
    ])
    const { stock } = filters.values
    const act = ({ kind, takes }: Action, good: GoodRow) =>
      openOperation(kind, { preset: presetOf(good, stock, takes) })
    return (
      <CrudPage<GoodRow>
        list={calls.list}
        remove={calls.remove}
        archiving={calls.archiving}
        ability={writing}
        changes={['goods']}
        table={{
          name: stock === ALL ? name : `${name}-of-stock`,
          columns: stock === ALL ? goodColumns : oneStockColumns,
          title: t(title),
          startSort: 'name',
        }}
        filters={filters}
        shown={(goods) => shownGoods(goods, filters.values)}
        rowActions={(row) =>
          actions.map((action) => ({
            icon: action.icon,
            title: t(action.title),
            onClick: () => act(action, row),
            disabled: action.takes && row.total === 0,
            disabledReason: t('Этого нет ни на одном складе'),
          }))
        }
        windows={{
          form: ({ row, ...shown }) => <GoodForm {...shown} kind={kind} good={row} />,
          details: ({ row, ...shown }) =>
            row && <GoodDetails {...shown} good={row} stocks={stocks} onAdd={() => act(actions[0], row)} />,
        }}
      />
    )
  }
}

export const GoodsPage = goodsPage('good')
export const WorkshopGoodsPage = goodsPage('workshop_good')
