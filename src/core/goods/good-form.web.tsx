import { call } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { notifySuccess } from '../../web/notify'
import { invalidateFacts, useCall } from '../../web/query-client'
import { FieldRow } from '../../web/ui/fields/field'
import { DecimalField } from '../../web/ui/fields/number-fields'
import { SelectField } from '../../web/ui/fields/select-field'
import { TextField } from '../../web/ui/fields/text-fields'
import { FormModal } from '../../web/ui/form/form-modal'
import { goodCalls, type GoodRow } from './good.contract'

interface GoodFormProps {
  opened: boolean
  onClose: () => void
  /** without one a new good is created */
  good?: GoodRow
}

/** A consumable: name, type, measure, code; the weight of a piece only where pieces are counted. */
export function GoodForm({ opened, onClose, good }: GoodFormProps) {
  const { t } = useTranslation()
  const types = useCall(goodCalls.types, {}, { enabled: opened }).data ?? []
  const measures = useCall(goodCalls.measures, {}, { enabled: opened }).data ?? []
  const initial = {
    name: good?.name ?? '',
    type: good?.type ?? 'feed',
    measure: good?.measure ?? 'kg',
    weight: good?.weight ?? '',
    code: good?.code ?? '',
  }
  const save = async (values: typeof initial, { idempotencyKey }: { idempotencyKey: string }) => {
    const fields = { ...values, weight: values.measure === 'piece' ? values.weight : '' }
    const options = { idempotencyKey, quiet: true }
    await (good ? call(goodCalls.update, { ...fields, id: good.id }, options) : call(goodCalls.create, fields, options))
    notifySuccess(good ? t('Изменено!') : t('Сохранено!'))
    void invalidateFacts(['goods'])
  }
  return (
    <FormModal
      title={good ? t('Изменить расходник') : t('Создать расходник')}
      subtitle={good?.name}
      icon="box"
      opened={opened}
      onClose={onClose}
      schema={goodCalls.create.input}
      initial={initial}
      onSubmit={save}
    >
      {(form) => (
        <>
          <TextField {...form.getInputProps('name')} label={t('Название')} maxLength={200} />
          <FieldRow>
            <SelectField
              {...form.getInputProps('type')}
              label={t('Вид')}
              data={types.map(({ id, name }) => ({ value: id, label: t(name) }))}
            />
            <SelectField
              {...form.getInputProps('measure')}
              label={t('Единица измерения')}
              data={measures.map(({ id, name }) => ({ value: id, label: t(name) }))}
            />
          </FieldRow>
          {form.values.measure === 'piece' && (
            <DecimalField {...form.getInputProps('weight')} label={t('Вес штуки')} unit={t('кг')} />
          )}
          <TextField {...form.getInputProps('code')} label={t('Код')} maxLength={50} />
        </>
      )}
    </FormModal>
  )
}
