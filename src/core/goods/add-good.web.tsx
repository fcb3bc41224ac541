import { MILLIONTHS, parseDecimal } from '../../shared/numbers'
import { call } from '../../web/api'
import { NBSP, showAmount } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { notifySuccess } from '../../web/notify'
import { invalidateFacts, useCall } from '../../web/query-client'
import { useNow } from '../../web/session'
import { FieldRow } from '../../web/ui/fields/field'
import { ALL } from '../../web/ui/fields/multi-select-field'
import { DecimalField } from '../../web/ui/fields/number-fields'
import { NoteField, TextField } from '../../web/ui/fields/text-fields'
import { FormModal, type Form } from '../../web/ui/form/form-modal'
import { Arrival, arrivalAt, noStocks, type Stocks } from './arrival.web'
import type { ArrivalRequest } from './arrival-host.web'
import { goodCalls, MEASURES, type GoodRow } from './good.contract'

interface AddGoodProps {
  opened: boolean
  onClose: () => void
  good: GoodRow
  stocks: Stocks
  /** the warehouse that the page shows, or '-1' */
  stockId: string
  onSaved?: (stock: number) => void
}

/** «Внесение»: an amount arrives in a warehouse, at a moment, maybe with a waybill and a price. */
export function AddGood({ opened, onClose, good, stocks, stockId, onSaved }: AddGoodProps) {
  const { t } = useTranslation()
  const now = useNow()
  const missing = noStocks(stocks)
  const initial = {
    ...arrivalAt(now, stocks, stockId),
    count: '',
    price: '',
    waybill_number: '',
    note: '',
  }
  const save = async (values: typeof initial, { idempotencyKey }: { idempotencyKey: string }) => {
    await call(goodCalls.add, { ...values, id: good.id }, { idempotencyKey, quiet: true })
    notifySuccess(t('Сохранено!'))
    // it is chosen when the amounts are known
    void invalidateFacts(['goods']).then(() => onSaved?.(Number(values.stock)))
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
      disabledReason={missing && t(missing)}
    >
      {(form) => <AddFields form={form} good={good} stocks={stocks} />}
    </FormModal>
  )
}

/** The same over another page, which knows of no warehouses. */
export const AddGoodHere = (props: ArrivalRequest & Pick<AddGoodProps, 'opened' | 'onClose'>) => (
  <AddGood {...props} stocks={useCall(goodCalls.allStocks, {}).data} stockId={ALL} />
)

type AddValues = Record<'time' | 'date' | 'stock' | 'count' | 'price' | 'waybill_number' | 'note', string>

function AddFields({ form, good, stocks }: { form: Form<AddValues>; good: GoodRow; stocks: Stocks }) {
  const { t } = useTranslation()
  const amount = (id: number) => `${showAmount(good.stocks_count[id] ?? 0)}${NBSP}${t(good.measure_name)}`
  return (
    <>
      <Arrival form={form} stocks={stocks} hint={amount} />
      <FieldRow>
        <DecimalField
          {...form.getInputProps('count')}
          label={t(MEASURES[good.measure].volume)}
          unit={t(good.measure_name)}
          hint={<Balance good={good} stock={form.values.stock} count={form.values.count} />}
        />
        <DecimalField {...form.getInputProps('price')} label={t('Стоимость партии, всего')} unit="₽" decimals={2} />
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
