import { call } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { notifySuccess } from '../../web/notify'
import { invalidateTags, useCall } from '../../web/query-client'
import { FieldRow } from '../../web/ui/fields/field'
import { FlagField } from '../../web/ui/fields/flag-field'
import { CountField, DecimalField } from '../../web/ui/fields/number-fields'
import { useCreators } from '../lists/create.web'
import { usePartners } from '../lists/partners.web'
import { feedBrandLibrary } from '../lists/libraries/feed-brand.contract'
import { optionsOf, SelectField } from '../../web/ui/fields/select-field'
import { TextField } from '../../web/ui/fields/text-fields'
import { type Form, FormModal } from '../../web/ui/form/form-modal'
import { callsOfKind, goodCalls } from './good-calls.contract'
import { type GoodKind, type GoodRow, MEASURES } from './good.contract'
import classes from './good-form.module.css'

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

const textsOf = (kind: GoodKind, good: GoodRow | undefined, name: string) => ({
  name: good?.name ?? name,
  type: good?.type ?? (kind === 'good' ? 'feed' : 'fillet'),
  measure: good?.measure ?? 'kg',
  weight: good?.weight ?? '',
  code: good?.code ?? '',
  feed_brand_id: String(good?.feed_brand_id ?? ''),
  withdrawal_days: good?.withdrawal_days ?? '',
  withdrawal_degree_days: good?.withdrawal_degree_days ?? '',
  pellet_size: good?.pellet_size ?? '',
  supplier_id: String(good?.supplier_id ?? ''),
  min_amount: good?.min_amount ?? '',
  by_stock: good && Object.keys(good.stocks_min).length > 0 ? '1' : '',
  min_amounts: { ...good?.stocks_min } as Record<string, number | string>,
})
type Texts = ReturnType<typeof textsOf>

/** With the switch off no warehouse has a minimum of its own. */
const fieldsOf = ({ by_stock, ...values }: Texts) => ({
  ...values,
  weight: values.measure === 'piece' ? values.weight : '',
  min_amounts: by_stock
    ? values.min_amounts
    : Object.fromEntries(Object.keys(values.min_amounts).map((id) => [id, null])),
})

/** A good: name, type, measure, code; the weight of a piece only for goods counted in pieces. */
export function GoodForm({ opened, onClose, kind, good, name = '', onCreated }: GoodFormProps) {
  const { t } = useTranslation()
  const calls = callsOfKind[kind]
  const types = useCall(calls.types, {}, { enabled: opened }).data ?? []
  const measures = useCall(goodCalls.measures, {}, { enabled: opened }).data ?? []
  const initial = textsOf(kind, good, name)
  const save = async (values: Texts, { idempotencyKey }: { idempotencyKey: string }) => {
    const fields = fieldsOf(values)
    const options = { idempotencyKey, quiet: true }
    const { id } = await (good
      ? call(calls.update, { ...fields, id: good.id }, options)
      : call(calls.create, fields, options))
    notifySuccess(good ? t('Изменено!') : t('Сохранено!'))
    void invalidateTags(['goods']).then(() => onCreated?.(id))
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
          {form.values.type === 'medicine' && <PeriodFields form={form} />}
          {form.values.type === 'feed' && <FeedFields form={form} opened={opened} />}
          <FieldRow>
            <DecimalField
              {...form.getInputProps('min_amount')}
              label={t('Минимальный остаток')}
              unit={t(MEASURES[form.values.measure].name)}
              hint={t('На всех складах вместе')}
            />
            <TextField {...form.getInputProps('code')} label={t('Код')} maxLength={50} />
          </FieldRow>
          <MinimumsOfStocks form={form} of={good} />
        </>
      )}
    </FormModal>
  )
}

/** How long fish are not to be sold after a treatment. */
function PeriodFields({ form }: { form: Form<Texts> }) {
  const { t } = useTranslation()
  return (
    <FieldRow>
      <CountField
        {...form.getInputProps('withdrawal_days')}
        label={t('Каренция, дней')}
        unit={t('дн')}
        hint={t('По инструкции. Считается более поздний срок')}
      />
      <CountField
        {...form.getInputProps('withdrawal_degree_days')}
        label={t('Каренция, градусо-дней')}
        unit={t('°дн')}
        hint={t('Если оба поля пусты — 500')}
      />
    </FieldRow>
  )
}

/** Brand, size of pellets, and who delivers it. */
function FeedFields({ form, opened }: { form: Form<Texts>; opened: boolean }) {
  const { t } = useTranslation()
  const brands = optionsOf(useCall(feedBrandLibrary.list, {}, { enabled: opened }).data) ?? []
  const creators = useCreators()
  return (
    <>
      <SelectField
        {...form.getInputProps('feed_brand_id')}
        onChange={(id) => form.setFieldValue('feed_brand_id', id ?? '')}
        label={t('Марка корма')}
        data={brands}
        clearable
        create={creators('feed_brand')}
      />
      <FieldRow>
        <DecimalField {...form.getInputProps('pellet_size')} label={t('Размер гранулы')} unit={t('мм')} />
        <SelectField
          {...form.getInputProps('supplier_id')}
          onChange={(id) => form.setFieldValue('supplier_id', id ?? '')}
          label={t('Поставщик')}
          data={usePartners('supplier')}
          clearable
          create={creators('counterparty')}
        />
      </FieldRow>
    </>
  )
}

/** A field for each warehouse; for archived ones only where there is a minimum. */
function MinimumsOfStocks({ form, of }: { form: Form<Texts>; of: GoodRow | undefined }) {
  const { t } = useTranslation()
  const stocks = useCall(goodCalls.allStocks, {}).data ?? []
  const unit = t(MEASURES[form.values.measure].name)
  return (
    <>
      <FlagField {...form.getInputProps('by_stock')} label={t('Минимальный остаток на отдельных складах')} />
      {form.values.by_stock && (
        <div className={classes.minimums}>
          {stocks
            .filter(({ id, archived }) => !archived || of?.stocks_min[id] !== undefined)
            .map(({ id, name }) => (
              <DecimalField key={id} {...form.getInputProps(`min_amounts.${id}`)} label={name} unit={unit} />
            ))}
        </div>
      )}
    </>
  )
}
