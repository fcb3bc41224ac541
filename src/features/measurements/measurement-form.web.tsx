import { useTranslation } from 'react-i18next'
import { parseDay, showDay, timeOf } from '../../shared/dates'
import { call, isApiError } from '../../web/api'
import { notifyError, notifySuccess } from '../../web/notify'
import { useNow, useWriteGate } from '../../web/session'
import { DayField } from '../../web/ui/fields/day-field'
import { FieldRow } from '../../web/ui/fields/field'
import { DecimalField } from '../../web/ui/fields/number-fields'
import { SelectField } from '../../web/ui/fields/select-field'
import { TimeField } from '../../web/ui/fields/time-field'
import { firstTexts } from '../../web/ui/form-errors'
import { FormModal, type Form } from '../../web/ui/form-modal'
import type { CageRow } from '../cages/cage.contract'
import type { MeasureParameter } from './measure-parameter.contract'
import { measurementCalls, type MeasurementRow } from './measurement.contract'
import { depthText, readingText } from './measurement-words.web'
import { refreshMeasurements } from './use-measurements.web'

interface MeasurementFormProps {
  opened: boolean
  onClose: () => void
  /** the reading to change; a new one without it */
  row?: MeasurementRow
  locationId: number
  locationName: string
  /** the day on screen, 'YYYY-MM-DD' */
  day: string
  today: string
  parameters: readonly MeasureParameter[]
  cages: readonly CageRow[]
  /** a reading of that day was stored */
  onSaved: (day: string) => void
}

type Values = Record<'time' | 'date' | 'measure_parameter_id' | 'depth' | 'cage_id' | 'value', string>

/** What was measured last in a module: the next reading is mostly the same one elsewhere. */
const last = new Map<number, Pick<Values, 'measure_parameter_id' | 'depth'>>()

function startOf({ row, locationId, day, today, parameters }: MeasurementFormProps, now: string): Values {
  if (row) {
    return {
      time: row.time,
      date: row.date,
      measure_parameter_id: String(row.measure_parameter_id),
      depth: String(row.depth),
      cage_id: String(row.cage_id ?? ''),
      value: readingText(row.value).replace(',', '.'),
    }
  }
  const known = parameters.find(({ id }) => String(id) === last.get(locationId)?.measure_parameter_id)
  const parameter = known ?? parameters[0]
  return {
    time: day === today ? timeOf(now) : '12:00',
    date: showDay(day),
    measure_parameter_id: String(parameter?.id ?? ''),
    depth: known ? last.get(locationId)!.depth : String(parameter?.depth[0] ?? ''),
    cage_id: '',
    value: '',
  }
}

/** «Новый замер» and the change of one. */
export function MeasurementForm(props: MeasurementFormProps) {
  const { t } = useTranslation()
  const { opened, onClose, row, locationId, locationName, today, parameters, cages, onSaved } = props
  const now = useNow()
  const gate = useWriteGate('create measurements')
  const create = async (values: Values, idempotencyKey: string) => {
    const { id } = await call(
      measurementCalls.create,
      { ...values, location_id: locationId },
      { idempotencyKey, quiet: true },
    )
    last.set(locationId, { measure_parameter_id: values.measure_parameter_id, depth: values.depth })
    const undo = () => void call(measurementCalls.remove, { id }).then(refreshMeasurements, () => undefined)
    notifySuccess(t('Сохранено!'), { undo })
  }
  const update = async (id: number, values: Values, idempotencyKey: string) => {
    try {
      await call(measurementCalls.update, { ...values, id }, { idempotencyKey, quiet: true })
      notifySuccess(t('Изменено!'))
    } catch (error) {
      const first = isApiError(error) ? Object.values(firstTexts(error.errors))[0] : undefined
      if (first) notifyError(t(first))
      throw error
    }
  }
  const save = async (values: Values, { idempotencyKey }: { idempotencyKey: string }) => {
    await (row ? update(row.id, values, idempotencyKey) : create(values, idempotencyKey))
    void refreshMeasurements()
    onSaved(parseDay(values.date) ?? today)
  }
  return (
    <FormModal
      title={row ? t('Замер № {{n}}', { n: row.id }) : t('Новый замер')}
      subtitle={locationName}
      icon="temp"
      opened={opened}
      onClose={onClose}
      schema={row ? measurementCalls.update.input.omit({ id: true }) : measurementCalls.create.input}
      initial={startOf(props, now)}
      onSubmit={save}
      disabledReason={gate ?? undefined}
    >
      {(form) => <Fields form={form} row={row} today={today} parameters={parameters} cages={cages} />}
    </FormModal>
  )
}

interface FieldsProps extends Pick<MeasurementFormProps, 'row' | 'today' | 'parameters' | 'cages'> {
  form: Form<Values>
}

function Fields({ form, row, today, parameters, cages }: FieldsProps) {
  const { t } = useTranslation()
  const parameter = parameters.find(({ id }) => String(id) === form.values.measure_parameter_id)
  const depths = depthsOf(parameter, row)
  const chooseParameter = (id: string | null) => {
    form.setFieldValue('measure_parameter_id', id ?? '')
    const next = parameters.find((one) => String(one.id) === id)
    if (next && !depthsOf(next, row).some((depth) => String(depth) === form.values.depth))
      form.setFieldValue('depth', String(next.depth[0] ?? ''))
  }
  return (
    <>
      <FieldRow>
        <TimeField {...form.getInputProps('time')} label={t('Время')} />
        <DayField {...form.getInputProps('date')} label={t('Дата')} max={today} />
      </FieldRow>
      <SelectField
        {...form.getInputProps('measure_parameter_id')}
        onChange={chooseParameter}
        label={t('Параметр')}
        data={parameters.map(({ id, name, beautifulSymbol }) => ({ value: id, label: name, hint: t(beautifulSymbol) }))}
      />
      <FieldRow>
        <SelectField
          {...form.getInputProps('depth')}
          onChange={(depth) => form.setFieldValue('depth', depth ?? '')}
          label={t('Глубина')}
          data={depths.map((depth) => ({ value: String(depth), label: depthText(t, depth) }))}
        />
        <DecimalField
          {...form.getInputProps('value')}
          label={t('Значение')}
          unit={parameter && t(parameter.beautifulSymbol)}
          signed
        />
      </FieldRow>
      <SelectField
        {...form.getInputProps('cage_id')}
        onChange={(cage) => form.setFieldValue('cage_id', cage ?? '')}
        label={t('Садок')}
        hint={t('Без садка замер относится ко всему модулю')}
        clearable
        data={cages.map(({ id, number, color }) => ({ value: id, label: number, color }))}
      />
    </>
  )
}

/** The depths of a parameter, and that of the edited reading when it is no longer among them. */
function depthsOf(parameter: MeasureParameter | undefined, row: MeasurementRow | undefined): number[] {
  const own = row && row.measure_parameter_id === parameter?.id ? [row.depth] : []
  return [...new Set([...(parameter?.depth ?? []), ...own])].sort((one, other) => one - other)
}
