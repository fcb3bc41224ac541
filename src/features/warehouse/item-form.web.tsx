import { call } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { notifySuccess } from '../../web/notify'
import { useCall } from '../../web/query-client'
import { useNow } from '../../web/session'
import { FieldRow } from '../../web/ui/fields/field'
import { SelectField } from '../../web/ui/fields/select-field'
import { NoteField, TextField } from '../../web/ui/fields/text-fields'
import { FormModal } from '../../web/ui/form/form-modal'
import { Arrival, arrivalAt, noStocks, type Stocks } from '../../core/goods/arrival.web'
import { itemCalls, NET, type ItemRow } from '../../core/goods/item.contract'

interface ItemFormProps {
  opened: boolean
  onClose: () => void
  /** without one a new item enters a warehouse */
  item?: ItemRow
  stocks: Stocks
  /** the warehouse that the page shows, or '-1' */
  stockId: string
  onSaved: () => void
}

type Values = Record<'name' | 'type' | 'condition' | 'code' | 'stock' | 'date' | 'time' | 'note', string>

const startOf = (item: ItemRow | undefined, stocks: Stocks, stockId: string, now: string): Values => ({
  name: item?.name ?? '',
  type: item?.type ?? NET,
  condition: item?.condition ?? 'new',
  code: item?.code ?? '',
  ...arrivalAt(now, stocks, stockId),
  note: '',
})

/**
 * A new item with its warehouse and moment; for an existing one only its properties, since transactions change its
 * place.
 */
export function ItemForm({ opened, onClose, item, stocks, stockId, onSaved }: ItemFormProps) {
  const { t } = useTranslation()
  const now = useNow()
  const missing = item ? undefined : noStocks(stocks)
  const types = useCall(itemCalls.types, {}).data
  const conditions = useCall(itemCalls.conditions, {}).data
  const save = async (values: Values, { idempotencyKey }: { idempotencyKey: string }) => {
    const options = { idempotencyKey, quiet: true }
    const { stock, date, time, note, ...own } = values
    await (item
      ? call(itemCalls.update, { ...own, id: item.id } as never, options)
      : call(itemCalls.create, { ...own, stock, date, time, note } as never, options))
    notifySuccess(item ? t('Изменено!') : t('Сохранено!'))
    onSaved()
  }
  return (
    <FormModal<Values>
      title={item ? t('Изменить изделие') : t('Внести изделие')}
      subtitle={item?.name}
      icon={item ? 'edit' : 'plus'}
      opened={opened}
      onClose={onClose}
      schema={item ? itemCalls.update.input.omit({ id: true }) : itemCalls.create.input}
      initial={startOf(item, stocks, stockId, now)}
      onSubmit={save}
      disabledReason={missing && t(missing)}
    >
      {(form) => (
        <>
          {!item && <Arrival form={form} stocks={stocks} />}
          <TextField {...form.getInputProps('name')} label={t('Название')} maxLength={200} />
          <FieldRow>
            <SelectField {...form.getInputProps('type')} label={t('Вид')} data={namedOptions(types, t)} />
            <SelectField
              {...form.getInputProps('condition')}
              label={t('Состояние')}
              data={namedOptions(conditions, t)}
            />
          </FieldRow>
          <TextField {...form.getInputProps('code')} label={t('Код')} maxLength={50} />
          {!item && <NoteField {...form.getInputProps('note')} label={t('Примечание')} />}
        </>
      )}
    </FormModal>
  )
}

const namedOptions = (list: readonly { id: string; name: string }[] = [], t: (text: string) => string) =>
  list.map(({ id, name }) => ({ value: id, label: t(name) }))
