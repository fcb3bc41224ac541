import { useTranslation } from '../../../../web/i18n'
import { TextField } from '../../../../web/ui/fields/text-fields'
import { textsOf, type FieldsProps, type KindWeb } from '../../fields/form-model.web'
import { cachedItem, ItemField } from '../items/item-field.web'

function ItemOperationFields(props: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <ItemField {...props} />
      <TextField
        {...props.form.getInputProps('operation_name')}
        label={t('Операция')}
        placeholder={t('Замена масла, чистка, осмотр')}
        maxLength={200}
      />
    </>
  )
}

export const itemOperationForm: KindWeb = {
  editTitle: 'Редактирование операции с изделием',
  record: 'Записать операцию',
  initial: ({ row, preset }) => textsOf(row ?? preset, 'item_id', 'operation_name'),
  Fields: ItemOperationFields,
  unsavedRow: ({ item_id }) => ({ item: cachedItem(item_id)?.name ?? '' }),
  historyText: (row) => `${String(row.item)}, ${String(row.operation_name)}`,
  toastText: (row) => `${String(row.operation_name)}: ${String(row.item)}`,
}
