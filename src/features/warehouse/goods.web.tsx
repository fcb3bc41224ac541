import type { ReactNode } from 'react'
import { VisuallyHidden } from '@mantine/core'
import type { Ability } from '../../shared/abilities'
import { groupBy } from '../../shared/collections'
import type { Column } from '../../shared/columns'
import type { IconName } from '../../shared/icon-names'
import { openOperation } from '../../core/documents/form/operation.web'
import type { KindName } from '../../core/documents/kinds/kinds.contract'
import { lotCalls } from '../../core/documents/lots/lots.contract'
import type { Stocks } from '../../core/goods/arrival.web'
import { callsOfKind, goodCalls } from '../../core/goods/good-calls.contract'
import { goodColumns, type GoodKind, type GoodRow } from '../../core/goods/good.contract'
import { GoodForm } from '../../core/goods/good-form.web'
import { valueCalls } from '../../core/goods/value/value.contract'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { useCall } from '../../web/query-client'
import { useCan, useUserSettings } from '../../web/session'
import { ALL } from '../../shared/sheets/filter-words'
import { writeAddress } from '../../web/pages/crud-details'
import { CrudPage } from '../../web/pages/crud-page'
import { useFilters } from '../../web/filters/use-filters'
import { optionsOf } from '../../web/ui/fields/select-field'
import { usePhone } from '../../web/ui/use-phone'
import { belowText, byStock, isBelow, StockAmounts } from './amounts-of-stocks.web'
import { DETAILS, GoodDetails, PLACE, TAB } from './good-details.web'
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

const OF_CONSUMABLES = ['days_left', 'min_amount', 'withdrawal_days', 'withdrawal_degree_days']

/** For products of the workshop not how long they last, but until when they are good and their cost. */
const COLUMNS: Record<GoodKind, Column[]> = {
  good: [...goodColumns, { key: 'value', title: 'Стоимость', type: 'money', optional: true, footer: true }],
  workshop_good: [
    ...goodColumns
      .filter(({ key }) => !OF_CONSUMABLES.includes(key))
      .map((column) => (column.key === 'name' ? { ...column, title: 'Продукция' } : column)),
    { key: 'best_before', title: 'Годен до', type: 'day' },
    { key: 'value', title: 'Себестоимость', type: 'money', footer: true, yields: true },
  ],
}

const keyOf = (stock: number) => `stock_${stock}`

/** One column more for each warehouse, to be chosen. */
const withStocks = (columns: Column[], stocks: Stocks): Column[] => [
  ...columns,
  ...(stocks ?? []).map(({ id, name }): Column => ({
    key: keyOf(id),
    title: name,
    type: 'amount',
    optional: true,
    noZero: true,
  })),
]

const OF_STOCK: Record<string, string> = {
  total: 'current_stock_count',
  days_left: 'stock_days',
  min_amount: 'stock_min',
}

/** With a chosen warehouse: its amount instead of those of all. */
const ofOneStock = (columns: Column[]): Column[] =>
  columns
    // value and last good day are those of all warehouses
    .filter(({ key }) => !['stock_names', 'value', 'best_before'].includes(key))
    .map((column) => ({ ...column, key: OF_STOCK[column.key] ?? column.key }))

const amountsOf = ({ stocks_count }: GoodRow) =>
  Object.fromEntries(Object.entries(stocks_count).map(([id, amount]) => [keyOf(Number(id)), amount]))

/** As one warehouse has it. */
const inStock = (good: GoodRow, stock: string) => ({
  current_stock_count: good.stocks_count[stock] ?? 0,
  stock_days: good.stocks_days[stock] ?? null,
  stock_min: good.stocks_min[stock] ?? null,
})

function shownGoods(
  goods: GoodRow[],
  { stock, type, below = '' }: Record<'stock' | 'type', string> & { below?: string },
): GoodRow[] {
  const place = stock === ALL ? undefined : Number(stock)
  return goods
    .filter((good) => (type === ALL || good.type === type) && (!below || isBelow(good, place)))
    .filter((good) => place === undefined || good.stocks_count[place] || good.stocks_below.includes(place))
}

/** Initial values of a document about one good: the shown warehouse, or the only one that has it. */
function presetOf(good: GoodRow, stock: string, takes = false) {
  const held = Object.keys(good.stocks_count)
  const only = takes && held.length === 1 ? held[0] : undefined
  return { lines: [{ good_id: good.id }], stock_id: stock === ALL ? only : stock }
}

/** Initial values of a document that is not about one good. */
const stockPreset = (stock: string) => (stock === ALL ? {} : { stock_id: stock })

function useGoodsFilters(kind: GoodKind, stocks: Stocks) {
  const { t } = useTranslation()
  const types = useCall(callsOfKind[kind].types, {}).data
  return useFilters([
    { key: 'stock', title: 'Склад', as: 'one', options: optionsOf(stocks) },
    { key: 'type', title: 'Вид', as: 'one', options: types?.map(({ id, name }) => ({ value: id, label: t(name) })) },
    { key: 'date', title: 'Остатки на', as: 'day', placeholder: t('сейчас') },
    ...(kind === 'good' ? [{ key: 'below' as const, title: 'Ниже минимума', as: 'flag' as const }] : []),
  ])
}

/** Good → the first day on which some of it expires, for users who may see that. */
function useBestBefore(kind: GoodKind) {
  const enabled = useCan()('read stocks') && kind === 'workshop_good'
  const lots = useCall(lotCalls.expiring, {}, { enabled }).data ?? []
  return new Map(
    [...groupBy(lots, ({ good_id }) => good_id)].map(([good, of]) => [
      good,
      of.map(({ best_before }) => best_before!).sort()[0],
    ]),
  )
}

/** Good → roubles of what the user may see. Fetched when somebody looks at that column. */
function useValues(kind: GoodKind, table: string, input: { date?: string }) {
  const [settings] = useUserSettings()
  const chosen = settings['table-columns'][table]
  const enabled = chosen?.length ? chosen.includes('value') : kind === 'workshop_good'
  const rows = useCall(valueCalls[kind].all, input, { enabled }).data?.rows ?? []
  return new Map(rows.map(({ good_id, value }) => [good_id, value]))
}

/** The warehouse whose amount a column shows; undefined is all of them, null no amount. */
function stockOf({ key }: Column, stock: string): number | undefined | null {
  if (key === 'total') return undefined
  if (key === 'current_stock_count') return Number(stock)
  const [, id] = /^stock_(\d+)$/.exec(key) ?? []
  return id === undefined ? null : Number(id)
}

/** An amount links to its movements; one below the minimum is marked. */
function useAmountCell(stocks: Stocks, stock: string) {
  const { t } = useTranslation()
  const phone = usePhone()
  return (row: GoodRow, column: Column, look: ReactNode) => {
    if (phone && column.key === 'stock_names') return <StockAmounts good={row} stocks={stocks} />
    const place = stockOf(column, stock)
    if (place === null) return look
    const below = belowText(row, stocks, t, place)
    return (
      <button
        type="button"
        className={classes.amount}
        data-below={below !== undefined || undefined}
        title={below ?? t(place === undefined ? 'Движение' : 'Почему столько?')}
        onClick={(event) => {
          event.stopPropagation()
          writeAddress({ [DETAILS]: row.id, [TAB]: 'movements', [PLACE]: place })
        }}
      >
        {below && <Icon name="alert" size={16} />}
        {look}
        {below && <VisuallyHidden>{below}</VisuallyHidden>}
      </button>
    )
  }
}

/** Goods, their amounts by warehouse, actions, and movements of one. */
const goodsPage = (kind: GoodKind) => {
  const { title, name, writing, actions } = PAGES[kind]
  const calls = callsOfKind[kind]
  return function GoodsPage() {
    const { t } = useTranslation()
    const stocks = useCall(goodCalls.allStocks, {}).data
    const filters = useGoodsFilters(kind, stocks)
    const { stock, date } = filters.values
    const input = date ? { date } : {}
    const table = stock === ALL ? name : `${name}-of-stock`
    const values = useValues(kind, table, input)
    const bestBefore = useBestBefore(kind)
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
          columns: stock === ALL ? withStocks(COLUMNS[kind], stocks) : ofOneStock(COLUMNS[kind]),
          title: t(title),
          startSort: 'name',
          wrapCell: useAmountCell(stocks, stock),
        }}
        primary={{ title: t('Приход'), run: () => openOperation(actions[0].kind, { preset: stockPreset(stock) }) }}
        filters={filters}
        shown={(goods) =>
          shownGoods(goods, filters.values).map((good) => ({
            ...good,
            ...amountsOf(good),
            ...(stock !== ALL && inStock(good, stock)),
            stock_names: byStock(good, stocks, t),
            best_before: bestBefore.get(good.id) ?? null,
            value: values.get(good.id) ?? null,
          }))
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
        detailsKeys={[DETAILS, TAB, PLACE]}
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
