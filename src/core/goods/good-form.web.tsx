import { call } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { notifySuccess } from '../../web/notify'
import { invalidateFacts, useCall } from '../../web/query-client'
import { FieldRow } from '../../web/ui/fields/field'
import { DecimalField } from '../../web/ui/fields/number-fields'
import { useCreators } from '../lists/create.web'
import { feedBrandLibrary } from '../lists/library.contract'
import { optionsOf, SelectField } from '../../web/ui/fields/select-field'
import { TextField } from '../../web/ui/fields/text-fields'
import { FormModal } from '../../web/ui/form/form-modal'
import { callsOfKind, goodCalls } from './good-calls.contract'
import { type GoodKind, type GoodRow, MEASURES } from './good.contract'

interface GoodFormProps {
  opened: boolean
  onClose: () => void
  kind: GoodKind
  /** without one a new good is created */
  good?: GoodRow
  /** what a new one is called at first */
  name?: string
  /** when the lists know it */
  onCreated?: (id: number) => void
}

const TITLES = {
  good: ['Создать расходник', 'Изменить расходник'],
  workshop_good: ['Создать продукцию', 'Изменить продукцию'],
} as const

/** A good: name, type, measure, code; the weight of a piece only where pieces are counted. */
export function GoodForm({ opened, onClose, kind, good, name = '', onCreated }: GoodFormProps) {
  const { t } = useTranslation()
  const calls = callsOfKind[kind]
  const types = useCall(calls.types, {}, { enabled: opened }).data ?? []
  const brands = optionsOf(useCall(feedBrandLibrary.list, {}, { enabled: opened }).data) ?? []
  const creators = useCreators()
  const measures = useCall(goodCalls.measures, {}, { enabled: opened }).data ?? []
  const initial = {
    name: good?.name ?? name,
    type: good?.type ?? (kind === 'good' ? 'feed' : 'fillet'),
    measure: good?.measure ?? 'kg',
    weight: good?.weight ?? '',
    code: good?.code ?? '',
    feed_brand_id: String(good?.feed_brand_id ?? ''),
    min_amount: good?.min_amount ?? '',
  }
  const save = async (values: typeof initial, { idempotencyKey }: { idempotencyKey: string }) => {
    const fields = { ...values, weight: values.measure === 'piece' ? values.weight : '' }
    const options = { idempotencyKey, quiet: true }
    const { id } = await (good
      ? call(calls.update, { ...fields, id: good.id }, options)
      : call(calls.create, fields, options))
    notifySuccess(good ? t('Изменено!') : t('Сохранено!'))
    void invalidateFacts(['goods']).then(() => onCreated?.(id))
  }
  return (
    <FormModal
      title={t(TITLES[kind][good ? 1 : 0])}
      subtitle={good?.name}
      icon="box"
      opened={opened}
      onClose={onClose}
      schema={calls.create.input}
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
          {form.values.type === 'feed' && (
            <SelectField
              {...form.getInputProps('feed_brand_id')}
              onChange={(id) => form.setFieldValue('feed_brand_id', id ?? '')}
              label={t('Марка корма')}
              data={brands}
              clearable
              create={creators('feed_brand')}
            />
          )}
          <FieldRow>
            <DecimalField
              {...form.getInputProps('min_amount')}
              label={t('Минимальный остаток')}
              unit={t(MEASURES[form.values.measure].name)}
              hint={t('На всех складах вместе')}
            />
            <TextField {...form.getInputProps('code')} label={t('Код')} maxLength={50} />
          </FieldRow>
        </>
      )}
    </FormModal>
  )
}
