/** Select for the item of a document, showing where each is now. */
import { unarchived } from '../../../../shared/collections'
import { useTranslation } from '../../../../web/i18n'
import { callKey, queryClient, useCall } from '../../../../web/query-client'
import { SelectField } from '../../../../web/ui/fields/select-field'
import { itemCalls, type ItemRow } from '../../../goods/item.contract'
import type { FieldsProps } from '../../fields/form-model.web'

/** As it was read last, outside of components. */
export const cachedItem = (id: string | undefined): ItemRow | undefined =>
  queryClient.getQueryData<ItemRow[]>(callKey(itemCalls.list, {}))?.find((item) => String(item.id) === id)

export const useItem = (id: string | undefined): ItemRow | undefined =>
  useCall(itemCalls.list, {}).data?.find((item) => String(item.id) === id)

interface Props extends FieldsProps {
  /** those that may be chosen, all unless said */
  among?: (item: ItemRow) => boolean
}

export function ItemField({ form, row, among = () => true }: Props) {
  const { t } = useTranslation()
  const items = useCall(itemCalls.list, {}).data ?? []
  const chosen = form.values.item_id
  const offered = unarchived(items).filter((item) => among(item) || String(item.id) === chosen)
  const place = (item: ItemRow) => item.stock_field ?? t('садок {{number}}', { number: item.cage_number ?? '' })
  const shown = items.find(({ id }) => String(id) === chosen)
  const options = offered.map((item) => ({
    value: item.id,
    label: item.name,
    // where the chosen one is stands below
    hint: item === shown ? undefined : place(item),
  }))
  const own =
    row && !options.some(({ value }) => value === row.item_id)
      ? [{ value: Number(row.item_id), label: String(row.item) }]
      : []
  return (
    <SelectField
      {...form.getInputProps('item_id')}
      onChange={(id) => form.setFieldValue('item_id', id ?? '')}
      label={t('Изделие')}
      hint={shown && t('Сейчас: {{place}}', { place: place(shown) })}
      data={[...options, ...own]}
      nothing={t('Сначала внесите изделие')}
    />
  )
}
