/** The first feed of a farm in one form: good and warehouse are created where they do not exist. */
import { dayOf, showDay } from '../../shared/dates'
import { call } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { notifySuccess } from '../../web/notify'
import { invalidateTags } from '../../web/query-client'
import { useNow, useWriteGate } from '../../web/session'
import { FieldRow } from '../../web/ui/fields/field'
import { DecimalField } from '../../web/ui/fields/number-fields'
import { TextField } from '../../web/ui/fields/text-fields'
import { FormModal } from '../../web/ui/form/form-modal'
import { useGoods } from '../../core/documents/fields/goods.web'
import { firstFeedCall } from './first-feed.contract'

const schema = firstFeedCall.input.pick({ good: true, stock: true, amount: true, price: true })

interface FirstFeedValues extends Record<string, unknown> {
  good: string
  stock: string
  amount: string
  price: string
}

export interface FirstFeedRequest {
  /** module of the warehouse: the only one; null when there are several */
  module: number | null
}

export function FirstFeed({ module, opened, onClose }: FirstFeedRequest & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { goods, stocks } = useGoods('feed')
  const gate = useWriteGate('write stocks')
  const today = showDay(dayOf(useNow()))
  const save = async (typed: FirstFeedValues, { idempotencyKey }: { idempotencyKey: string }) => {
    await call(firstFeedCall, { ...typed, location_id: module, date: today }, { idempotencyKey, quiet: true })
    notifySuccess(t('Сохранено!'))
    void invalidateTags(['lists', 'goods', 'places'])
  }
  return (
    <FormModal<FirstFeedValues>
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
