import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { dayOf, showDay, timeOf } from '../../../shared/dates'
import { MILLIONTHS, parseDecimal } from '../../../shared/numbers'
import { call } from '../../../web/api'
import { NBSP, showAmount } from '../../../web/format'
import { notifySuccess } from '../../../web/notify'
import { useCompanySettings, useNow } from '../../../web/session'
import { DayField } from '../../../web/ui/fields/day-field'
import { FieldRow } from '../../../web/ui/fields/field'
import { DecimalField } from '../../../web/ui/fields/number-fields'
import { SelectField } from '../../../web/ui/fields/select-field'
import { NoteField, TextField } from '../../../web/ui/fields/text-fields'
import { TimeField } from '../../../web/ui/fields/time-field'
import { FormModal, type Form } from '../../../web/ui/form-modal'
import { NoteBox } from '../../../web/ui/note-box'
import { goodCalls, MEASURES, type GoodRow } from './good.contract'
import { goodsChanged, type Stock } from './goods-cache.web'

interface AddGoodProps {
  opened: boolean
  onClose: () => void
  good: GoodRow
  stocks: Stock[]
  /** the warehouse that the page shows, or '-1' */
  stockId: string
}

/** «Внесение»: an amount arrives in a warehouse, at a moment, maybe with a waybill and a price. */
export function AddGood({ opened, onClose, good, stocks, stockId }: AddGoodProps) {
  const { t } = useTranslation()
  const now = useNow()
  const known = stocks.some(({ id }) => String(id) === stockId)
  const initial = {
    time: timeOf(now),
    date: showDay(dayOf(now)),
    stock: known ? stockId : stocks.length === 1 ? String(stocks[0]!.id) : '',
    count: '',
    price: '',
    waybill_number: '',
    note: '',
  }
  const save = async (values: typeof initial, { idempotencyKey }: { idempotencyKey: string }) => {
    await call(goodCalls.add, { ...values, id: good.id }, { idempotencyKey, quiet: true })
    notifySuccess(t('Сохранено!'))
    goodsChanged()
  }
  return (
    <FormModal
      title={t('Внесение')}
      subtitle={good.name}
      icon="plus"
      opened={opened}
      onClose={onClose}
      schema={goodCalls.add.input.omit({ id: true })}
      initial={initial}
      onSubmit={save}
      disabledReason={stocks.length === 0 ? t('Сначала создайте склад') : undefined}
    >
      {(form) => <AddFields form={form} good={good} stocks={stocks} today={dayOf(now)} />}
    </FormModal>
  )
}

type AddValues = Record<'time' | 'date' | 'stock' | 'count' | 'price' | 'waybill_number' | 'note', string>

function AddFields({
  form,
  good,
  stocks,
  today,
}: {
  form: Form<AddValues>
  good: GoodRow
  stocks: Stock[]
  today: string
}) {
  const { t } = useTranslation()
  const settings = useCompanySettings()
  const earliest = settings['minimal-operation-date-enabled']
    ? (settings['minimal-operation-date'] ?? undefined)
    : undefined
  const amounts = (id: number) => `${showAmount(good.stocks_count[id] ?? 0)}${NBSP}${t(good.measure_name)}`
  return (
    <>
      <FieldRow>
        <TimeField {...form.getInputProps('time')} label={t('Время')} />
        <DayField {...form.getInputProps('date')} label={t('Дата')} min={earliest} max={today} />
      </FieldRow>
      {stocks.length === 0 && (
        <NoteBox kind="warn">
          {t('Складов ещё нет.')} <Link to={'/lib/stocks' as never}>{t('Создать склад')}</Link>
        </NoteBox>
      )}
      <SelectField
        {...form.getInputProps('stock')}
        label={t('Склад')}
        data={stocks.map(({ id, name }) => ({ value: id, label: name, hint: amounts(id) }))}
      />
      <FieldRow>
        <DecimalField
          {...form.getInputProps('count')}
          label={t(MEASURES[good.measure].volume)}
          unit={t(good.measure_name)}
          hint={<Balance good={good} stock={form.values.stock} count={form.values.count} />}
        />
        <DecimalField {...form.getInputProps('price')} label={t('Стоимость')} unit="₽" decimals={2} />
      </FieldRow>
      <TextField {...form.getInputProps('waybill_number')} label={t('Номер накладной')} maxLength={100} />
      <NoteField {...form.getInputProps('note')} label={t('Примечание')} />
    </>
  )
}

/** «было 1 200 → станет 1 250 кг», as one types. */
function Balance({ good, stock, count }: { good: GoodRow; stock: string; count: string }) {
  const { t } = useTranslation()
  const added = parseDecimal(count, 6)
  if (!stock || !added) return null
  const was = good.stocks_count[stock] ?? 0
  const becomes = (Math.round(was * MILLIONTHS) + added) / MILLIONTHS
  const unit = t(good.measure_name)
  return t('было {{was}} → станет {{becomes}} {{unit}}', { was: showAmount(was), becomes: showAmount(becomes), unit })
}
