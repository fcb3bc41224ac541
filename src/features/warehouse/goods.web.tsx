import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod'
import type { Column } from '../../shared/columns'
import { filterNote } from '../../shared/sheet'
import { call } from '../../web/api'
import { invalidateFacts, useCall } from '../../web/query-client'
import { useCan, useWriteGate } from '../../web/session'
import type { RowAction } from '../../web/ui/table/data-table'
import { SearchedTable } from '../../web/ui/table/searched-table'
import { ALL } from '../../web/ui/fields/multi-select-field'
import { SelectField } from '../../web/ui/fields/select-field'
import { GateButton } from '../../web/ui/gate-button'
import { useRemove } from '../../web/ui/form/use-remove'
import { useUrlFilters } from '../../web/url-filters'
import type { Stocks } from '../../core/goods/arrival.web'
import { AddGood } from '../../core/goods/add-good.web'
import { goodCalls, goodColumns, type GoodRow } from '../../core/goods/good.contract'
import { GoodDetails } from './good-details.web'
import { GoodForm } from '../../core/goods/good-form.web'
import classes from './goods.module.css'

/** One warehouse chosen: what lies there instead of where everything lies. */
const oneStockColumns: Column[] = goodColumns
  .filter(({ key }) => key !== 'stock_names')
  .map((column) => (column.key === 'total' ? { ...column, key: 'current_stock_count' } : column))

const filterSchema = z.object({ stock: z.string().regex(/^-?\d+$/), type: z.string().max(20) })
const DEFAULTS = { stock: ALL, type: ALL }

type Shown = GoodRow & { current_stock_count?: number }

/** Which window is open over the page, and for which good. Kept while it closes, so that nothing flickers. */
interface Window {
  kind: 'form' | 'add' | 'details'
  opened: boolean
  good?: GoodRow
}

/** Consumables: what there is, how much lies in which warehouse, adding, and the movements of one. */
export function GoodsPage() {
  const { t } = useTranslation()
  const goods = useCall(goodCalls.list, {})
  const stocks = useCall(goodCalls.allStocks, {}).data
  const types = useCall(goodCalls.types, {}).data ?? []
  const [filters, setFilters] = useUrlFilters(filterSchema, DEFAULTS)
  const [window, setWindow] = useState<Window>({ kind: 'details', opened: false })
  const open = (kind: Window['kind'], good?: GoodRow) => setWindow({ kind, opened: true, good })
  const close = () => setWindow((was) => ({ ...was, opened: false }))
  const is = (kind: Window['kind']) => window.opened && window.kind === kind
  const rowActions = useGoodActions(open)
  const may = useCan()('write stocks')
  const gate = useWriteGate('write stocks')
  const rows = goods.data && shownGoods(Object.values(goods.data), filters)
  // the numbers in an open window are those of now, not of the click
  const good = window.good && (goods.data?.[window.good.id] ?? window.good)
  const create = may && (
    <GateButton reason={gate} onClick={() => open('form')}>
      {t('Создать')}
    </GateButton>
  )
  return (
    <>
      <SearchedTable<Shown>
        name={filters.stock === ALL ? 'goods' : 'goods-of-stock'}
        title={t('Расходники')}
        columns={filters.stock === ALL ? goodColumns : oneStockColumns}
        rows={rows}
        error={rows ? undefined : goods.error}
        onRetry={() => void goods.refetch()}
        startSort="name"
        rowActions={rowActions}
        onRowClick={(row) => open('details', row)}
        selectedId={is('details') ? window.good?.id : undefined}
        actions={create}
        emptyText={t('Нет данных для отображения')}
        emptyAction={filters.stock === ALL && filters.type === ALL ? create : undefined}
        exportNote={filterNote(
          [t('Склад'), stocks?.find(({ id }) => String(id) === filters.stock)?.name],
          [t('Вид'), t(types.find(({ id }) => String(id) === filters.type)?.name ?? '')],
        )}
        toolbar={<GoodFilters stocks={stocks} filters={filters} onChange={setFilters} />}
      />
      <GoodForm opened={is('form')} onClose={close} good={window.kind === 'form' ? good : undefined} />
      {good && <AddGood opened={is('add')} onClose={close} good={good} stocks={stocks} stockId={filters.stock} />}
      {good && (
        <GoodDetails
          opened={is('details')}
          onClose={close}
          good={good}
          stocks={stocks}
          onAdd={() => open('add', good)}
        />
      )}
    </>
  )
}

interface Filters {
  stock: string
  type: string
}

function shownGoods(goods: GoodRow[], { stock, type }: Filters): Shown[] {
  const ofType = goods.filter((good) => type === ALL || good.type === type)
  if (stock === ALL) return ofType
  return ofType
    .filter((good) => (good.stocks_count[stock] ?? 0) > 0)
    .map((good) => ({ ...good, current_stock_count: good.stocks_count[stock] }))
}

/** «Подробнее» is for everyone, the others for those who may write; a deletion that the server forbids says why. */
function useGoodActions(open: (kind: Window['kind'], good: GoodRow) => void) {
  const { t } = useTranslation()
  const remove = useRemove()
  const may = useCan()('write stocks')
  const gate = useWriteGate('write stocks')
  const gated = { disabled: gate !== null, disabledReason: gate ?? undefined }
  const removeGood = async (good: GoodRow) => {
    const gone = await remove({
      question: t('Вы уверены, что хотите удалить данный элемент?'),
      remove: () => call(goodCalls.remove, { id: good.id }),
    })
    if (gone) void invalidateFacts(['goods'])
  }
  return (good: GoodRow): RowAction[] => {
    const details: RowAction = { icon: 'list', title: t('Подробнее'), onClick: () => open('details', good) }
    if (!may) return [details]
    const kept = good.delete_disabled
      ? t(good.delete_disabled_reason ?? 'Вы не имеете прав для совершения данного действия.')
      : null
    return [
      details,
      { icon: 'plus', title: t('Приход'), onClick: () => open('add', good), ...gated },
      { icon: 'edit', title: t('Изменить'), onClick: () => open('form', good), ...gated },
      {
        icon: 'trash',
        title: t('Удалить'),
        onClick: () => void removeGood(good),
        disabled: gate !== null || kept !== null,
        disabledReason: gate ?? kept ?? undefined,
        danger: true,
      },
    ]
  }
}

interface GoodFiltersProps {
  stocks: Stocks
  filters: Filters
  onChange: (patch: Partial<Filters>) => void
}

function GoodFilters({ stocks, filters, onChange }: GoodFiltersProps) {
  const { t } = useTranslation()
  const types = useCall(goodCalls.types, {}).data ?? []
  const all = { value: ALL, label: t('[Все]') }
  return (
    <div className={classes.filters}>
      <SelectField
        prefix={t('Склад')}
        size="xs"
        data={[all, ...(stocks ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
        value={filters.stock}
        onChange={(stock) => onChange({ stock: stock ?? ALL })}
      />
      <SelectField
        prefix={t('Вид')}
        size="xs"
        data={[all, ...types.map(({ id, name }) => ({ value: id, label: t(name) }))]}
        value={filters.type}
        onChange={(type) => onChange({ type: type ?? ALL })}
      />
    </div>
  )
}
