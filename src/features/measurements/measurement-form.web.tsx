import { useTranslation, type TFunction } from '../../web/i18n'
import { toShown } from '../../web/ui/fields/decimal-text'
import { unarchived } from '../../shared/collections'
import { parseDay, showDay, timeOf } from '../../shared/dates'
import { call, isApiError } from '../../web/api'
import { notifyError, notifyKept, notifySuccess } from '../../web/notify'
import { correctRecord, record } from '../../web/offline/outbox/outbox'
import { undoRecord } from '../../web/offline/outbox/undo'
import type { OutboxRecord } from '../../web/offline/outbox/records'
import { useHold } from '../../web/offline/outbox/use-outbox'
import { useEarliest, useNow, useWriteGate } from '../../web/session'
import { DayField } from '../../web/ui/fields/day-field'
import { FieldRow } from '../../web/ui/fields/field'
import { DecimalField } from '../../web/ui/fields/number-fields'
import { SelectField } from '../../web/ui/fields/select-field'
import { TimeField } from '../../web/ui/fields/time-field'
import { firstTexts } from '../../web/ui/form/form-errors'
import { FormModal, type Form } from '../../web/ui/form/form-modal'
import { NoteBox } from '../../web/ui/note-box'
import type { CageRow } from '../../core/cages/cage.contract'
import type { MeasureParameter } from '../../core/lists/libraries/measure-parameter.contract'
import { useCreators } from '../../core/lists/create.web'
import { measurementCalls, type MeasurementRow } from '../../core/cages/measurement.contract'
import { LastReading } from './last-reading.web'
import { depthText, readingText } from './readings/measurement-words.web'
import { refreshMeasurements, useMissingParameter } from './readings/use-measurements.web'

interface MeasurementFormProps {
  opened: boolean
  onClose: () => void
  /** the reading to change; a new one without it */
  row?: MeasurementRow
  /** a record of the outbox: opens as it was typed */
  queued?: OutboxRecord
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

const NONE: readonly string[] = []

/** What was measured last in a module: the next reading is mostly the same parameter elsewhere. */
const last = new Map<number, Pick<Values, 'measure_parameter_id' | 'depth'>>()

function startOf({ row, queued, locationId, day, today, parameters }: MeasurementFormProps, now: string): Values {
  if (queued) return textsOf(queued.values)
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
  const offered = unarchived(parameters)
  const known = offered.find(({ id }) => String(id) === last.get(locationId)?.measure_parameter_id)
  const parameter = known ?? offered[0] ?? parameters[0]
  return {
    time: day === today ? timeOf(now) : '12:00',
    date: showDay(day),
    measure_parameter_id: String(parameter?.id ?? ''),
    depth: known ? last.get(locationId)!.depth : String(parameter?.depth[0] ?? ''),
    cage_id: '',
    value: '',
  }
}

const textsOf = (values: Record<string, unknown>): Values => {
  const text = (key: keyof Values) => String(values[key] ?? '')
  const [time, date, value, depth] = [text('time'), text('date'), text('value'), text('depth')]
  return { time, date, value, depth, measure_parameter_id: text('measure_parameter_id'), cage_id: text('cage_id') }
}

/** «Садок 7, Температура 12,5 °C»: text of a new reading while it waits for the network. */
function labelOf(values: Values, { parameters, cages, locationName }: MeasurementFormProps, t: TFunction): string {
  const parameter = parameters.find(({ id }) => String(id) === values.measure_parameter_id)
  const cage = cages.find(({ id }) => String(id) === values.cage_id)
  const place = cage ? t('Садок {{number}}', { number: cage.number }) : locationName
  return `${place}, ${parameter?.name ?? ''} ${toShown(values.value)} ${t(parameter?.beautifulSymbol ?? '')}`.trim()
}

/** A new reading is stored, or kept on this device. */
async function create(values: Values, idempotencyKey: string, props: MeasurementFormProps, t: TFunction) {
  const { locationId, queued } = props
  const sent = { ...values, location_id: locationId }
  const told = { label: labelOf(values, props, t), cages: values.cage_id ? [Number(values.cage_id)] : [] }
  const outcome = queued
    ? await correctRecord(queued.n, { values: sent, ...told })
    : await record(measurementCalls.create, sent, { idempotencyKey, kind: 'measurement', ...told })
  last.set(locationId, { measure_parameter_id: values.measure_parameter_id, depth: values.depth })
  if (!outcome.sent) {
    const { n } = outcome
    return notifyKept(t('Ждёт сети. {{what}}', { what: told.label }), { undo: () => undoRecord(n) })
  }
  const { id } = outcome.answer as { id: number }
  const undo = () => void call(measurementCalls.remove, { id }).then(refreshMeasurements, () => undefined)
  notifySuccess(t('Сохранено!'), { undo })
}

/** The call's schema is looser, because a card may be opened before anything is measured. */
const schema = measurementCalls.update.input.omit({ id: true })

/** «Новый замер» and the change of one. */
export function MeasurementForm(props: MeasurementFormProps) {
  const { t } = useTranslation()
  const { opened, onClose, row, queued, locationName, today, onSaved } = props
  const now = useNow()
  const gate = useWriteGate('create measurements')
  useHold(opened ? queued?.n : undefined)
  useMissingParameter(row ? [row.measure_parameter_name] : NONE)
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
    await (row ? update(row.id, values, idempotencyKey) : create(values, idempotencyKey, props, t))
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
      schema={schema}
      initial={startOf(props, now)}
      onSubmit={save}
      // what waits on this device is kept already
      draft={queued ? undefined : `measurement:${row ? `row ${row.id}` : props.locationId}`}
      disabledReason={gate ?? undefined}
    >
      {(form) => (
        <>
          {queued?.reason && (
            <NoteBox kind="danger">{t('Не принята: {{reason}}', { reason: t(queued.reason) })}</NoteBox>
          )}
          <Fields {...props} form={form} />
        </>
      )}
    </FormModal>
  )
}

interface FieldsProps extends Pick<MeasurementFormProps, 'row' | 'locationId' | 'today' | 'parameters' | 'cages'> {
  form: Form<Values>
}

function Fields({ form, row, locationId, today, parameters, cages }: FieldsProps) {
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
        <DayField {...form.getInputProps('date')} label={t('Дата')} min={useEarliest()} max={today} />
      </FieldRow>
      <SelectField
        {...form.getInputProps('measure_parameter_id')}
        onChange={chooseParameter}
        label={t('Параметр')}
        data={parameters.map(({ id, name, beautifulSymbol, archived }) => ({
          value: id,
          label: name,
          hint: t(beautifulSymbol),
          archived,
        }))}
        create={useCreators()('measure_parameter')}
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
      {!row && form.values.value === '' && (
        <LastReading
          locationId={locationId}
          place={form.values}
          today={today}
          onTake={(value) => form.setFieldValue('value', value)}
        />
      )}
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
