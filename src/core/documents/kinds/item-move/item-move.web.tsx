import { useTranslation } from '../../../../web/i18n'
import { useCall } from '../../../../web/query-client'
import { optionsOf, SelectField } from '../../../../web/ui/fields/select-field'
import { goodCalls } from '../../../goods/good-calls.contract'
import { useCreators } from '../../../lists/create.web'
import { textsOf, type FieldsProps, type KindWeb } from '../../fields/form-model.web'
import { cachedItem, ItemField, useItem } from '../items/item-field.web'

function ItemMoveFields(props: FieldsProps) {
  const { t } = useTranslation()
  const { form, row } = props
  const stocks = useCall(goodCalls.allStocks, {}).data ?? []
  const item = useItem(form.values.item_id)
  // of a stored move it is the one that it left
  const left = row ? row.stock_id : item?.stock_id
  const offered = optionsOf(stocks.filter(({ id }) => id !== left || String(id) === form.values.to_stock_id)) ?? []
  const own =
    row && !offered.some(({ value }) => value === row.to_stock_id)
      ? [{ value: Number(row.to_stock_id), label: String(row.to_stock) }]
      : []
  return (
    <>
      <ItemField {...props} among={({ stock_id }) => stock_id !== null} />
      <SelectField
        {...form.getInputProps('to_stock_id')}
        onChange={(id) => form.setFieldValue('to_stock_id', id ?? '')}
        label={t('На склад')}
        data={[...offered, ...own]}
        nothing={t('Сначала создайте склад')}
        create={useCreators()('stock')}
      />
    </>
  )
}

export const itemMoveForm: KindWeb = {
  editTitle: 'Редактирование перемещения изделия',
  record: 'Записать перемещение',
  initial: ({ row, preset }) => textsOf(row ?? preset, 'item_id', 'to_stock_id'),
  Fields: ItemMoveFields,
  unsavedRow: ({ item_id }) => ({ item: cachedItem(item_id)?.name ?? '' }),
  historyText: (row) => `${String(row.item)}: ${String(row.stock)} → ${String(row.to_stock)}`,
  toastText: (row, t) => t('перемещение изделия: {{item}}', { item: String(row.item) }),
}
