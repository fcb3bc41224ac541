/** The first feed of a farm in one form: the good and its warehouse are made where they are not there yet. */
import * as z from 'zod'
import * as f from '../../shared/fields'
import { dayOf, showDay } from '../../shared/dates'
import { call, failure, isApiError } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { notifySuccess } from '../../web/notify'
import { invalidateFacts } from '../../web/query-client'
import { useNow, useWriteGate } from '../../web/session'
import { FieldRow } from '../../web/ui/fields/field'
import { DecimalField } from '../../web/ui/fields/number-fields'
import { TextField } from '../../web/ui/fields/text-fields'
import { FormModal } from '../../web/ui/form/form-modal'
import { useGoods } from '../../core/documents/fields/goods.web'
import { receipt } from '../../core/documents/kinds/receipt/receipt.contract'
import { goodCalls } from '../../core/goods/good-calls.contract'
import { stockLibrary } from '../../core/lists/library.contract'

const schema = z.object({
  good: f.text(200),
  stock: f.text(200),
  amount: f.amount(),
  price: f.optional(f.roubles()),
})

interface Typed extends Record<string, unknown> {
  good: string
  stock: string
  amount: string
  price: string
}

/** A call whose errors stand under the fields of this form. */
async function under<T>(fields: Record<string, keyof Typed>, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!isApiError(error) || !error.errors) throw error
    const errors = Object.entries(error.errors).map(([name, texts]) => [fields[name] ?? name, texts])
    throw failure(error.url, error.status, { ...error, message: error.message, errors: Object.fromEntries(errors) })
  }
}

const sameName = (typed: string) => {
  const name = typed.trim().toLocaleLowerCase('ru')
  return (row: { name: string }) => row.name.toLocaleLowerCase('ru') === name
}

/** By its name: what is there is taken, so that an attempt after a refusal makes nothing twice. */
async function goodNamed(name: string, idempotencyKey: string): Promise<number> {
  const known = Object.values(await call(goodCalls.list, { type: 'feed' }, { quiet: true }))
  const own = known.find(sameName(name))
  const made = { name, type: 'feed', measure: 'kg' } as const
  return (own ?? (await call(goodCalls.create, made, { idempotencyKey, quiet: true }))).id
}

async function stockNamed(name: string, module: number | null, idempotencyKey: string): Promise<number> {
  const known = await call(goodCalls.allStocks, {}, { quiet: true })
  const own = known.find(sameName(name))
  const made = { name, location_id: module }
  return own ? own.id : (await call(stockLibrary.create, made, { idempotencyKey, quiet: true })).id
}

export interface FirstFeedRequest {
  /** whose warehouse it is: the only module; null where there are several */
  module: number | null
}

export function FirstFeed({ module, opened, onClose }: FirstFeedRequest & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { goods, stocks } = useGoods('feed')
  const gate = useWriteGate('write stocks')
  const today = showDay(dayOf(useNow()))
  const save = async ({ good, stock, amount, price }: Typed, { idempotencyKey: key }: { idempotencyKey: string }) => {
    const good_id = await under({ name: 'good' }, goodNamed(good, `${key}.good`))
    const stock_id = await under({ name: 'stock' }, stockNamed(stock, module, `${key}.stock`))
    // at the beginning of the day: whatever is fed today finds it there
    const moment = { date: today, time: '00:00' }
    await under(
      { 'lines.0.amount': 'amount', 'lines.0.price': 'price', 'lines.0.good_id': 'good', stock_id: 'stock' },
      call(receipt.create, { ...moment, stock_id, lines: [{ good_id, amount, price }] } as never, {
        idempotencyKey: key,
        quiet: true,
      }),
    )
    notifySuccess(t('Сохранено!'))
    void invalidateFacts(['lists', 'goods', 'places'])
  }
  return (
    <FormModal<Typed>
      title={t('Первый корм')}
      icon="box"
      opened={opened}
      onClose={onClose}
      schema={schema}
      initial={{
        good: goods[0]?.name ?? '',
        stock: [...stocks.values()][0] ?? t('Склад корма'),
        amount: '',
        price: '',
      }}
      onSubmit={save}
      disabledReason={gate ?? undefined}
    >
      {(form) => (
        <>
          <TextField
            {...form.getInputProps('good')}
            label={t('Корм')}
            placeholder={t('Например: Корм форелевый 6 мм')}
            maxLength={200}
            suggestions={goods.map(({ name }) => name)}
          />
          <TextField
            {...form.getInputProps('stock')}
            label={t('Склад')}
            maxLength={200}
            suggestions={[...stocks.values()]}
          />
          <FieldRow>
            <DecimalField {...form.getInputProps('amount')} label={t('Количество')} unit={t('кг')} />
            <DecimalField {...form.getInputProps('price')} label={t('Цена за кг')} unit="₽" />
          </FieldRow>
        </>
      )}
    </FormModal>
  )
}
