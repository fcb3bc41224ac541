import type { ReactNode } from 'react'
import { VisuallyHidden } from '@mantine/core'
import type { Ability } from '../../shared/abilities'
import type { Column } from '../../shared/columns'
import type { IconName } from '../../shared/icon-names'
import { openOperation } from '../../core/documents/form/operation.web'
import type { KindName } from '../../core/documents/kinds/kinds.contract'
import type { Stocks } from '../../core/goods/arrival.web'
import { callsOfKind, goodCalls } from '../../core/goods/good-calls.contract'
import { goodColumns, type GoodKind, type GoodRow } from '../../core/goods/good.contract'
import { GoodForm } from '../../core/goods/good-form.web'
import { valueCalls } from '../../core/goods/value/value.contract'
import { showAmount } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { useCall } from '../../web/query-client'
import { useUserSettings } from '../../web/session'
import { ALL } from '../../web/ui/fields/multi-select-field'
import { writeAddress } from '../../web/pages/crud-details'
import { CrudPage } from '../../web/pages/crud-page'
import { useListFilters } from '../../web/pages/list-filters'
import { optionsOf } from '../../web/ui/fields/select-field'
import { DETAILS, GoodDetails, TAB } from './good-details.web'
import classes from './goods.module.css'

interface Action {
  kind: KindName
  icon: IconName
  title: string
  /** something must lie somewhere */
  takes?: true
  /** stays in sight */
  often?: true
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
      { kind: 'receipt', icon: 'plus', title: 'Приход', often: true },
      { kind: 'writeOff', icon: 'minus', title: 'Списание', takes: true, often: true },
      { kind: 'move', icon: 'move', title: 'Перемещение', takes: true },
    ],
  },
  workshop_good: {
    title: 'Продукция цеха',
    name: 'workshop-goods',
    writing: 'access workshop',
    actions: [
      { kind: 'workshopReceipt', icon: 'plus', title: 'Приход', often: true },
      { kind: 'shipment', icon: 'lift', title: 'Отгрузка', takes: true, often: true },
      { kind: 'workshopWriteOff', icon: 'minus', title: 'Списание', takes: true },
      { kind: 'workshopMove', icon: 'move', title: 'Перемещение', takes: true },
    ],
  },
}

const columns: Column[] = [
  ...goodColumns,
  { key: 'value', title: 'Стоимость', type: 'money', optional: true, footer: true },
]

/** One warehouse chosen: what lies there instead of where everything lies. */
const oneStockColumns: Column[] = columns
  // what it is worth and how long it lasts is told of all warehouses
  .filter(({ key }) => !['stock_names', 'days_left', 'value'].includes(key))
  .map((column) => (column.key === 'total' ? { ...column, key: 'current_stock_count' } : column))

function shownGoods(goods: GoodRow[], { stock, type, below }: Record<'stock' | 'type' | 'below', string>): GoodRow[] {
  const chosen = goods.filter((good) => (type === ALL || good.type === type) && (below === ALL || good.below_min))
  if (stock === ALL) return chosen
  return chosen
    .filter((good) => (good.stocks_count[stock] ?? 0) > 0)
    .map((good) => ({ ...good, current_stock_count: good.stocks_count[stock] ?? 0 }))
}

/** What a document about one good of the page begins with: the warehouse that is shown, or the only one that holds it. */
function presetOf(good: GoodRow, stock: string, takes = false) {
  const held = Object.keys(good.stocks_count)
  const only = takes && held.length === 1 ? held[0] : undefined
  return { lines: [{ good_id: good.id }], stock_id: stock === ALL ? only : stock }
}

/** What a document begins with that is not about one good. */
const stockPreset = (stock: string) => (stock === ALL ? {} : { stock_id: stock })

function useGoodsFilters(kind: GoodKind, stocks: Stocks) {
  const { t } = useTranslation()
  const types = useCall(callsOfKind[kind].types, {}).data
  return useListFilters([
    { key: 'stock', title: 'Склад', options: optionsOf(stocks) },
    { key: 'type', title: 'Вид', options: types?.map(({ id, name }) => ({ value: id, label: t(name) })) },
    { key: 'date', title: 'Остатки на', as: 'day' },
    { key: 'below', title: 'Ниже минимума', as: 'flag' },
  ])
}

/** Good → roubles of what the user may see of it. Asked for when someone looks at that column. */
function useValues(kind: GoodKind, table: string, input: { date?: string }) {
  const [settings] = useUserSettings()
  const enabled = settings['table-columns'][table]?.includes('value') === true
  const rows = useCall(valueCalls[kind].all, input, { enabled }).data?.rows ?? []
  return new Map(rows.map(({ good_id, value }) => [good_id, value]))
}

const AMOUNTS = ['total', 'current_stock_count']

/** An amount opens its movements; one below the minimum is marked. */
function useAmountCell() {
  const { t } = useTranslation()
  return (row: GoodRow, column: Column, look: ReactNode) => {
    if (!AMOUNTS.includes(column.key)) return look
    const below = row.below_min
      ? t('Ниже минимума: {{amount}} {{unit}}', { amount: showAmount(row.min_amount!), unit: t(row.measure_name) })
      : undefined
    return (
      <button
        type="button"
        className={classes.amount}
        data-below={row.below_min || undefined}
        title={below ?? t('Движение')}
        onClick={(event) => {
          event.stopPropagation()
          writeAddress({ [DETAILS]: row.id, [TAB]: 'movements' })
        }}
      >
        {below && <Icon name="alert" size={16} />}
        {look}
        {below && <VisuallyHidden>{below}</VisuallyHidden>}
      </button>
    )
  }
}

/** What there is, how much lies in which warehouse, what happens to it, and the movements of one. */
const goodsPage = (kind: GoodKind) => {
  const { title, name, writing, actions } = PAGES[kind]
  const calls = callsOfKind[kind]
  return function GoodsPage() {
    const { t } = useTranslation()
    const stocks = useCall(goodCalls.allStocks, {}).data
    const filters = useGoodsFilters(kind, stocks)
    const { stock, date } = filters.values
    const input = date === ALL ? {} : { date }
    const table = stock === ALL ? name : `${name}-of-stock`
    const values = useValues(kind, table, input)
    const act = ({ kind, takes }: Action, good: GoodRow) =>
      openOperation(kind, { preset: presetOf(good, stock, takes) })
    return (
      <CrudPage<GoodRow>
        list={calls.list}
        input={input}
        remove={calls.remove}
        archiving={calls.archiving}
        importing={calls.importing}
        ability={writing}
        entity={kind}
        changes={['goods']}
        table={{
          name: table,
          columns: stock === ALL ? columns : oneStockColumns,
          title: t(title),
          startSort: 'name',
          wrapCell: useAmountCell(),
        }}
        primary={{ title: t('Приход'), run: () => openOperation(actions[0].kind, { preset: stockPreset(stock) }) }}
        filters={filters}
        shown={(goods) =>
          shownGoods(goods, filters.values).map((good) => ({ ...good, value: values.get(good.id) ?? null }))
        }
        rowActions={(row) =>
          actions.map((action) => ({
            icon: action.icon,
            often: action.often,
            title: t(action.title),
            onClick: () => act(action, row),
            disabled: action.takes && row.total === 0,
            disabledReason: t('Этого нет ни на одном складе'),
          }))
        }
        detailsKeys={[DETAILS, TAB]}
        windows={{
          form: ({ row, ...shown }) => <GoodForm {...shown} kind={kind} good={row} />,
          details: ({ row, ...shown }) =>
            row && (
              <GoodDetails
                {...shown}
                good={row}
                stocks={stocks}
                stock={stock}
                date={input.date}
                onAdd={() => act(actions[0], row)}
              />
            ),
        }}
      />
    )
  }
}

export const GoodsPage = goodsPage('good')
export const WorkshopGoodsPage = goodsPage('workshop_good')
