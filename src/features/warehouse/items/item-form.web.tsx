import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { dayOf, showDay, timeOf } from '../../../shared/dates'
import { call } from '../../../web/api'
import { notifySuccess } from '../../../web/notify'
import { useNow } from '../../../web/session'
import { DayField } from '../../../web/ui/fields/day-field'
import { FieldRow } from '../../../web/ui/fields/field'
import { SelectField } from '../../../web/ui/fields/select-field'
import { NoteField, TextField } from '../../../web/ui/fields/text-fields'
import { TimeField } from '../../../web/ui/fields/time-field'
import { FormModal, type Form } from '../../../web/ui/form-modal'
import { NoteBox } from '../../../web/ui/note-box'
import { ITEM_CONDITIONS, ITEM_TYPES, itemCalls, NET, type ItemRow } from './item.contract'

export interface Stock {
  id: number
  name: string
}

interface ItemFormProps {
  opened: boolean
  onClose: () => void
  /** without one a new item enters a warehouse */
  item?: ItemRow
  stocks: Stock[]
  /** the warehouse that the page shows, or '-1' */
  stockId: string
  onSaved: () => void
}

type Values = Record<'name' | 'type' | 'condition' | 'code' | 'stock' | 'date' | 'time' | 'note', string>

function startOf(item: ItemRow | undefined, stocks: Stock[], stockId: string, now: string): Values {
  const known = stocks.some(({ id }) => String(id) === stockId)
  return {
    name: item?.name ?? '',
    type: item?.type ?? NET,
    condition: item?.condition ?? 'new',
    code: item?.code ?? '',
    stock: known ? stockId : stocks.length === 1 ? String(stocks[0]!.id) : '',
    date: showDay(dayOf(now)),
    time: timeOf(now),
    note: '',
  }
}

/** A new thing with the warehouse and the moment it came; of an old one what it is, for its place changes by a transaction. */
export function ItemForm({ opened, onClose, item, stocks, stockId, onSaved }: ItemFormProps) {
  const { t } = useTranslation()
  const now = useNow()
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
      disabledReason={!item && stocks.length === 0 ? t('Сначала создайте склад') : undefined}
    >
      {(form) => (
        <>
          {!item && <Arrival form={form} stocks={stocks} today={dayOf(now)} />}
          <TextField {...form.getInputProps('name')} label={t('Название')} maxLength={200} />
          <FieldRow>
            <SelectField {...form.getInputProps('type')} label={t('Вид')} data={wordOptions(ITEM_TYPES, t)} />
            <SelectField
              {...form.getInputProps('condition')}
              label={t('Состояние')}
              data={wordOptions(ITEM_CONDITIONS, t)}
            />
          </FieldRow>
          <TextField {...form.getInputProps('code')} label={t('Код')} maxLength={50} />
          {!item && <NoteField {...form.getInputProps('note')} label={t('Примечание')} />}
        </>
      )}
    </FormModal>
  )
}

const wordOptions = (words: Record<string, string>, t: (text: string) => string) =>
  Object.entries(words).map(([value, name]) => ({ value, label: t(name) }))

/** When it came, and where to. */
function Arrival({ form, stocks, today }: { form: Form<Values>; stocks: Stock[]; today: string }) {
  const { t } = useTranslation()
  return (
    <>
      <FieldRow>
        <TimeField {...form.getInputProps('time')} label={t('Время')} />
        <DayField {...form.getInputProps('date')} label={t('Дата')} max={today} />
      </FieldRow>
      {stocks.length === 0 && (
        <NoteBox kind="warn">
          {t('Складов ещё нет.')} <Link to={'/lib/stocks' as never}>{t('Создать склад')}</Link>
        </NoteBox>
      )}
      <SelectField
        {...form.getInputProps('stock')}
        label={t('Склад')}
        data={stocks.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </>
  )
}
