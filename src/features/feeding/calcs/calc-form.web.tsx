import { ALL } from '../../../shared/sheets/filter-words'
import { calcCalls, type CalcRow, STRATEGY_NAMES } from '../../../core/feeding/calcs.contract'
import { dayOf, showDay } from '../../../shared/dates'
import { STRATEGIES, type Strategy } from '../../../shared/feeding/strategies'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { invalidateTags } from '../../../web/query-client'
import { useNow } from '../../../web/session'
import { DayField } from '../../../web/ui/fields/day-field'
import { FieldRow } from '../../../web/ui/fields/field'
import { MultiSelectField } from '../../../web/ui/fields/multi-select-field'
import { DecimalField } from '../../../web/ui/fields/number-fields'
import { SelectField } from '../../../web/ui/fields/select-field'
import { TextField } from '../../../web/ui/fields/text-fields'
import { type Form, FormModal } from '../../../web/ui/form/form-modal'
import { useCageOptions, useCalcLists } from './calc-options.web'

interface CalcFormProps {
  opened: boolean
  onClose: () => void
  onSaved?: () => void
  /** without one a new calculation is created */
  calc?: CalcRow
  /** what a new one is for */
  cages?: readonly number[]
}

const listed = (ids: readonly number[] | undefined): string[] => (ids?.length ? ids.map(String) : [ALL])

const valuesOf = (calc: CalcRow | undefined, cages: readonly number[] | undefined, today: string) => ({
  name: calc?.name ?? '',
  feed_type_id: calc ? String(calc.feed_type_id) : '',
  measure_parameter_id: String(calc?.measure_parameter_id ?? ''),
  location_ids: listed(calc?.location_ids),
  age_category_ids: listed(calc?.age_category_ids),
  cage_ids: listed(calc?.cage_ids ?? cages),
  start: calc?.start ?? showDay(today),
  end: calc?.end ?? '',
  temp_prediction_strategy: (calc?.temp_prediction_strategy ?? 'PreviousStrategy') as Strategy,
  temp_prediction_strategy_data: calc?.temp_prediction_strategy_data ?? ('' as number | string),
})
type Values = ReturnType<typeof valuesOf>

/** What only FixedStrategy asks is sent with it alone. */
const inputOf = (values: Values) => ({
  ...values,
  temp_prediction_strategy_data:
    values.temp_prediction_strategy === 'FixedStrategy' ? values.temp_prediction_strategy_data : '',
})

/** A calculation: its feed, the cages it is for, its period and where temperatures are known from. */
export function CalcForm({ opened, onClose, onSaved, calc, cages }: CalcFormProps) {
  const { t } = useTranslation()
  const today = dayOf(useNow())
  const save = async (values: Values, { idempotencyKey }: { idempotencyKey: string }) => {
    const options = { idempotencyKey, quiet: true }
    const input = inputOf(values)
    await (calc
      ? call(calcCalls.update, { ...input, id: calc.id, version: calc.version }, options)
      : call(calcCalls.create, input, options))
    notifySuccess(calc ? t('Изменено!') : t('Сохранено!'))
    onSaved?.()
    void invalidateTags(['lists'])
  }
  return (
    <FormModal
      title={calc ? t('Изменить расчёт кормления') : t('Создать расчёт кормления')}
      subtitle={calc?.name}
      icon="feed"
      opened={opened}
      onClose={onClose}
      schema={calcCalls.create.input}
      initial={valuesOf(calc, cages, today)}
      onSubmit={save}
      size={560}
    >
      {(form) => (
        <>
          <TextField {...form.getInputProps('name')} label={t('Название')} maxLength={100} />
          <Places form={form} />
          <FieldRow>
            <DayField {...form.getInputProps('start')} label={t('Начало')} />
            <DayField {...form.getInputProps('end')} label={t('Конец')} hint={t('Пусто — действует и дальше')} />
          </FieldRow>
          <Temperature form={form} />
        </>
      )}
    </FormModal>
  )
}

interface PartProps {
  form: Form<Values>
}

/** Feed and cages. Cages that newly chosen modules and categories leave out are not chosen any more. */
function Places({ form }: PartProps) {
  const { t } = useTranslation()
  const { feeds, locations, categories } = useCalcLists()
  const { location_ids, age_category_ids, cage_ids } = form.values
  const { options, left } = useCageOptions(location_ids, age_category_ids, cage_ids)
  const narrow = (patch: Partial<Pick<Values, 'location_ids' | 'age_category_ids'>>) => {
    const next = { location_ids, age_category_ids, ...patch }
    form.setValues({ ...patch, cage_ids: left(next.location_ids, next.age_category_ids) })
  }
  return (
    <>
      <SelectField {...form.getInputProps('feed_type_id')} label={t('Корм')} data={feeds} />
      <FieldRow>
        <MultiSelectField
          {...form.getInputProps('location_ids')}
          onChange={(ids) => narrow({ location_ids: ids })}
          label={t('Модули')}
          data={locations}
        />
        <MultiSelectField
          {...form.getInputProps('age_category_ids')}
          onChange={(ids) => narrow({ age_category_ids: ids })}
          label={t('Категории')}
          data={categories}
        />
      </FieldRow>
      <MultiSelectField {...form.getInputProps('cage_ids')} label={t('Садки')} data={options} />
    </>
  )
}

function Temperature({ form }: PartProps) {
  const { t } = useTranslation()
  const { parameters } = useCalcLists()
  return (
    <>
      <SelectField
        {...form.getInputProps('measure_parameter_id')}
        label={t('Источник температуры')}
        hint={t(
          'Для садков других модулей берётся параметр с тем же названием. Без источника — первая температура модуля',
        )}
        data={parameters}
        clearable
      />
      <FieldRow>
        <SelectField
          {...form.getInputProps('temp_prediction_strategy')}
          label={t('Прогноз температуры')}
          data={STRATEGIES.map((value) => ({ value, label: t(STRATEGY_NAMES[value]) }))}
        />
        {form.values.temp_prediction_strategy === 'FixedStrategy' && (
          <DecimalField
            {...form.getInputProps('temp_prediction_strategy_data')}
            label={t('Заданная температура')}
            unit={t('°C')}
            signed
          />
        )}
      </FieldRow>
    </>
  )
}
