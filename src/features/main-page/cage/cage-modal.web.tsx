import * as z from 'zod'
import { isHugeVolume } from '../../../shared/ledger/warnings'
import { call } from '../../../web/api'
import { NBSP, showNumber } from '../../../web/format'
import { useTranslation, type TFunction } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { useCompanySettings, useWriteGate } from '../../../web/session'
import { FieldRow } from '../../../web/ui/fields/field'
import { CountField, DecimalField } from '../../../web/ui/fields/number-fields'
import { SelectField } from '../../../web/ui/fields/select-field'
import { TextField } from '../../../web/ui/fields/text-fields'
import { FormModal, type Form, type Question } from '../../../web/ui/form/form-modal'
import { useCreators } from '../../../core/lists/create.web'
import { NUMBER_MOST, numberAfter, numbersFrom, ROW_MOST } from '../../../shared/fish/cage-numbers'
import { CAGE_TYPES, cageCalls, type CageRow } from '../../../core/cages/cage.contract'
import { replaceCages, useCages, useLocations } from '../../../core/cages/cage-cache.web'
import { CageGroups } from './cage-groups.web'
import { compareNumbers } from '../../../core/cages/cage-state.web'
import { showLimit, type Unit } from '../../../core/cages/cage-words.web'
import { ColorField } from './color-field.web'
import { NetField } from './net-field.web'

interface CageValues extends Record<string, unknown> {
  location_id: number | string | null
  number: string
  /** of a row of new cages, all alike */
  count: string
  cage_type_id: number | string | null
  code: string
  color: number
  volume: number | string
  density_limit: number | string | null
  net_id: number | string | null
}

interface CageModalProps {
  opened: boolean
  onClose: () => void
  /** null creates a new one */
  cage: CageRow | null
  /** the module offered for a new cage */
  locationId: number | null
  unit: Unit
  onCreated: (cage: CageRow) => void
}

/** A new cage like the last one of its module, with the next number. */
const fresh = (locationId: number | null, last: CageRow | undefined): CageValues => ({
  location_id: locationId,
  number: last ? (numberAfter(last.number) ?? '') : '1',
  count: '1',
  cage_type_id: last?.cage_type_id ?? 1,
  code: '',
  color: last?.color ?? 1,
  volume: last?.volume ?? '',
  density_limit: '',
  net_id: null,
})

const stored = (cage: CageRow): CageValues => ({
  location_id: cage.location_id,
  number: cage.number,
  count: '1',
  cage_type_id: cage.cage_type_id,
  code: cage.code ?? '',
  color: cage.color,
  volume: cage.volume,
  density_limit: cage.own_density_limit ?? '',
  net_id: cage.net_id,
})

const formSchema = z.object({ ...cageCalls.create.input.shape, count: cageCalls.createRow.input.shape.count })

const rowText = (t: TFunction, numbers: string[] | null) =>
  numbers
    ? t('садки {{first}} – {{last}}', { first: numbers[0], last: numbers.at(-1) })
    : t('номер заканчивается цифрой')

interface CageFieldsProps {
  form: Form<CageValues>
  cage: CageRow | null
  companyLimit: number
  unit: Unit
}

function CageFields({ form, cage, companyLimit, unit }: CageFieldsProps) {
  const { t } = useTranslation()
  const { number, count } = form.values
  const inRow = Number(count) > 1
  const numbers = inRow ? numbersFrom(number.trim(), Math.min(Number(count), ROW_MOST)) : null
  const options = (rows: readonly { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      {cage && <CageGroups cage={cage} unit={unit} />}
      <FieldRow>
        <TextField label={t('Номер')} maxLength={NUMBER_MOST} data-autofocus {...form.getInputProps('number')} />
        {!cage && (
          <CountField
            label={t('Сколько садков')}
            hint={inRow && rowText(t, numbers)}
            {...form.getInputProps('count')}
          />
        )}
        {!inRow && <TextField label={t('Код')} maxLength={50} {...form.getInputProps('code')} />}
      </FieldRow>
      <FieldRow>
        <SelectField
          label={t('Модуль')}
          data={options(useLocations())}
          create={useCreators()('location')}
          {...form.getInputProps('location_id')}
        />
        <SelectField
          label={t('Форма')}
          data={options(CAGE_TYPES.map((type) => ({ ...type, name: t(type.name) })))}
          {...form.getInputProps('cage_type_id')}
        />
      </FieldRow>
      <FieldRow>
        <DecimalField label={t('Объём')} unit={t('м³')} decimals={1} {...form.getInputProps('volume')} />
        <DecimalField
          label={t('Предел плотности')}
          unit={t('кг/м³')}
          decimals={1}
          placeholder={showLimit(companyLimit)}
          hint={t('Пусто: предел хозяйства, {{limit}} кг/м³', { limit: showLimit(companyLimit) })}
          {...form.getInputProps('density_limit')}
        />
      </FieldRow>
      {!inRow && <NetField {...form.getInputProps('net_id')} cage={cage} />}
      <ColorField value={form.values.color} onChange={(color) => form.setFieldValue('color', color)} />
    </>
  )
}

/** A volume far beyond every other is asked about. */
function volumeQuestion(
  typed: CageValues['volume'],
  cage: CageRow | null,
  cages: readonly CageRow[],
  t: TFunction,
): Question | null {
  const volume = Number(String(typed).replace(',', '.'))
  const others = cages.filter(({ id }) => id !== cage?.id).map((one) => one.volume)
  const largest = others.length > 0 ? Math.max(...others) : null
  if (volume === cage?.volume || !isHugeVolume(volume, largest)) return null
  const shown = (value: number | null) => `${showNumber(value)}${NBSP}${t('м³')}`
  const volumes = { volume: shown(volume), largest: shown(largest) }
  const text =
    largest === null
      ? t('Объём {{volume}} необычно велик для садка.', volumes)
      : t('Объём {{volume}}, а самый большой садок фермы {{largest}}.', volumes)
  return { text }
}

/** Creates or edits a cage. The server finds a place on the map for a new one. */
export function CageModal({ opened, onClose, cage, locationId, unit, onCreated }: CageModalProps) {
  const { t } = useTranslation()
  const companyLimit = useCompanySettings()['density-limit']
  const gate = useWriteGate(cage ? 'update cages' : 'create cages')
  const cages = useCages()
  const last = cages
    .filter(({ location_id }) => location_id === locationId)
    .sort(compareNumbers)
    .at(-1)
  const submit = async (values: CageValues, options: { idempotencyKey: string }) => {
    const { count, ...one } = values
    const saved = cage
      ? [await call(cageCalls.update, { id: cage.id, ...one }, options)]
      : Number(count) > 1
        ? await call(cageCalls.createRow, values, options)
        : [await call(cageCalls.create, one, options)]
    replaceCages(saved)
    if (!cage) onCreated(saved[0]!)
    notifySuccess(cage ? t('Изменено!') : t('Сохранено!'))
  }
  return (
    <FormModal
      icon="cages"
      title={cage ? t('Садок {{number}}', { number: cage.number }) : t('Создать садок')}
      opened={opened}
      onClose={onClose}
      schema={formSchema}
      initial={cage ? stored(cage) : fresh(locationId, last)}
      onSubmit={submit}
      disabledReason={gate ?? undefined}
      question={({ volume }) => volumeQuestion(volume, cage, cages, t)}
    >
      {(form) => <CageFields form={form} cage={cage} companyLimit={companyLimit} unit={unit} />}
    </FormModal>
  )
}
