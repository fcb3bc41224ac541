import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod'
import { stockLibrary } from '../../core/lists/library.contract'
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
import { ITEM_TYPES, itemCalls, itemColumns, type ItemRow } from '../../core/goods/item.contract'
import { ItemForm } from './item-form.web'
import classes from './items.module.css'

const filterSchema = z.object({ stock: z.string().regex(/^-?\d+$/), type: z.string().max(20) })
const DEFAULTS = { stock: ALL, type: ALL }
type Filters = typeof DEFAULTS

const shownItems = (items: ItemRow[], { stock, type }: Filters) =>
  items.filter((item) => (stock === ALL || String(item.stock_id) === stock) && (type === ALL || item.type === type))

/** A net is named in the cages as well. */
const itemsChanged = () => invalidateFacts(['goods', 'places'])

/** Nets and other single things: where each is, what state it is in. */
export function ItemsPage() {
  const { t } = useTranslation()
  const items = useCall(itemCalls.list, {})
  const stocks = useCall(stockLibrary.list, {}).data
  const [filters, setFilters] = useUrlFilters(filterSchema, DEFAULTS)
  const [form, setForm] = useState<{ opened: boolean; item?: ItemRow }>({ opened: false })
  const may = useCan()('write stocks')
  const gate = useWriteGate('write stocks')
  const open = (item?: ItemRow) => setForm({ opened: true, item })
  const rowActions = useItemActions(open)
  const rows = items.data && shownItems(items.data, filters)
  const create = may && (
    <GateButton reason={gate} onClick={() => open()}>
      {t('Создать')}
    </GateButton>
  )
  const unfiltered = filters.stock === ALL && filters.type === ALL
  return (
    <>
      <SearchedTable<ItemRow>
        name="items"
        title={t('Изделия')}
        columns={itemColumns}
        rows={rows}
        error={rows ? undefined : items.error}
        onRetry={() => void items.refetch()}
        startSort="name"
        rowActions={may ? rowActions : undefined}
        onRowClick={gate ? undefined : open}
        actions={create}
        emptyText={t('Нет данных для отображения')}
        emptyAction={unfiltered ? create : undefined}
        exportNote={filterNote(
          [t('Склад'), stocks?.find(({ id }) => String(id) === filters.stock)?.name],
          [t('Вид'), filters.type !== ALL && t(ITEM_TYPES[filters.type as ItemRow['type']])],
        )}
        toolbar={<ItemFilters stocks={stocks} filters={filters} onChange={setFilters} />}
      />
      <ItemForm
        opened={form.opened}
        onClose={() => setForm((was) => ({ ...was, opened: false }))}
        item={form.item}
        stocks={stocks}
        stockId={filters.stock}
        onSaved={itemsChanged}
      />
    </>
  )
}

function useItemActions(open: (item: ItemRow) => void) {
  const { t } = useTranslation()
  const remove = useRemove()
  const gate = useWriteGate('write stocks')
  const removeItem = async (item: ItemRow) => {
    const gone = await remove({
      question: t('Вы уверены, что хотите удалить данный элемент?'),
      remove: () => call(itemCalls.remove, { id: item.id }),
    })
    if (gone) itemsChanged()
  }
  return (item: ItemRow): RowAction[] => {
    const kept = item.delete_disabled_reason && t(item.delete_disabled_reason)
    return [
      {
        icon: 'edit',
        title: t('Изменить'),
        onClick: () => open(item),
        disabled: gate !== null,
        disabledReason: gate ?? undefined,
      },
      {
        icon: 'trash',
        title: t('Удалить'),
        onClick: () => void removeItem(item),
        disabled: gate !== null || kept !== null,
        disabledReason: gate ?? kept ?? undefined,
        danger: true,
      },
    ]
  }
}

interface ItemFiltersProps {
  stocks: Stocks
  filters: Filters
  onChange: (patch: Partial<Filters>) => void
}

function ItemFilters({ stocks, filters, onChange }: ItemFiltersProps) {
  const { t } = useTranslation()
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
        data={[all, ...Object.entries(ITEM_TYPES).map(([value, name]) => ({ value, label: t(name) }))]}
        value={filters.type}
        onChange={(type) => onChange({ type: type ?? ALL })}
      />
    </div>
  )
}
