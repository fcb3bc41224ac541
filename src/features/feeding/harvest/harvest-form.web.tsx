import { type RefObject, useRef } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { addDays, dayOf, showDay } from '../../../shared/dates'
import { useCages } from '../../../core/cages/cage-cache.web'
import type { CageRow } from '../../../core/cages/cage.contract'
import { BalanceBox, signed } from '../../../core/documents/fields/balance.web'
import { groupKey, groupName } from '../../../core/documents/fields/form-model.web'
import { reasonsCall, SALE } from '../../../core/documents/kinds/withdrawal/withdrawal.contract'
import { useCreators } from '../../../core/lists/create.web'
import { usePartners } from '../../../core/lists/partners.web'
import { call } from '../../../web/api'
import { NBSP, showAverage, showCount, showKg, showNumber } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { invalidateTags, useCall } from '../../../web/query-client'
import { useNow } from '../../../web/session'
import { DayField } from '../../../web/ui/fields/day-field'
import { FieldRow } from '../../../web/ui/fields/field'
import { CountField, DecimalField } from '../../../web/ui/fields/number-fields'
import { SelectField } from '../../../web/ui/fields/select-field'
import { NoteField } from '../../../web/ui/fields/text-fields'
import { type Form, FormModal } from '../../../web/ui/form/form-modal'
import { NoteBox } from '../../../web/ui/note-box'
import { DAYS_AHEAD, harvestCalls, type HarvestRow, type Outlook } from './harvest.contract'

const textOf = (value: number | null | undefined) => (value ? String(value).replace('.', ',') : '')

const valuesOf = (row: HarvestRow | undefined, today: string) => ({
  date: row?.date ?? showDay(today),
  cage_id: textOf(row?.cage_id),
  generation_id: textOf(row?.generation_id),
  age_category_id: textOf(row?.age_category_id),
  count: textOf(row?.count),
  weight: textOf(row?.weight),
  reason: row?.reason ?? SALE,
  counterparty_id: textOf(row?.counterparty_id),
  note: row?.note ?? '',
})
type Values = ReturnType<typeof valuesOf>
type PartProps = { form: Form<Values> }

const TYPED_MS = 300

/** What the typed row would meet and leave; undefined while it is not whole. */
function useOutlook(values: Values, except: number | undefined): Outlook | undefined {
  const { date, cage_id, generation_id, age_category_id, count, weight } = values
  const typed = { date, cage_id, generation_id, age_category_id, count, weight, except_id: except }
  const [{ asked }] = useDebouncedValue({ asked: JSON.stringify(typed) }, TYPED_MS)
  const input = JSON.parse(asked) as typeof typed
  const whole = harvestCalls.outlook.input.safeParse(input).success && Boolean(input.count) !== Boolean(input.weight)
  const { data, isPlaceholderData } = useCall(harvestCalls.outlook, input as never, {
    enabled: whole,
    placeholderData: keepPreviousData,
    retry: false,
  })
  // what was seen of another row says nothing of this one
  return whole && !(isPlaceholderData && asked !== JSON.stringify(typed)) ? data : undefined
}

interface HarvestFormProps {
  opened: boolean
  onClose: () => void
  onSaved: () => void
  /** without one a new row is made */
  planned?: HarvestRow
}

const isShort = (seen: Outlook | undefined): boolean =>
  seen !== undefined && (seen.missing_count > 0 || seen.missing_weight > 0)

/** A row of the harvest plan: day, cage, kilograms or pieces, buyer. */
export function HarvestForm({ opened, onClose, onSaved, planned }: HarvestFormProps) {
  const { t } = useTranslation()
  const today = dayOf(useNow())
  // the question of the form is about what stands under it
  const seen = useRef<Outlook>(undefined)
  const save = async (values: Values, { idempotencyKey }: { idempotencyKey: string }) => {
    const options = { idempotencyKey, quiet: true }
    const fields = { ...values, over: isShort(seen.current) }
    await (
      planned
        ? call(harvestCalls.update, { ...fields, id: planned.id, version: planned.version }, options)
        : call(harvestCalls.create, fields, options)
    ).finally(() => void invalidateTags(['plans']))
    notifySuccess(planned ? t('Изменено!') : t('Сохранено!'))
    onSaved()
  }
  return (
    <FormModal<Values>
      title={planned ? t('Изменить строку плана вылова') : t('Запланировать вылов')}
      icon="lift"
      opened={opened}
      onClose={onClose}
      schema={harvestCalls.create.input}
      initial={valuesOf(planned, today)}
      onSubmit={save}
      question={() => (isShort(seen.current) ? { text: seen.current!.remarks[0]! } : null)}
      size={560}
    >
      {(form) => (
        <>
          <FieldRow>
            <DayField
              {...form.getInputProps('date')}
              label={t('День')}
              min={planned && planned.day < today ? planned.day : today}
              max={addDays(today, DAYS_AHEAD)}
            />
            <CageField form={form} />
          </FieldRow>
          <GroupField form={form} />
          <Amount form={form} />
          <Buyer form={form} />
          <NoteField {...form.getInputProps('note')} label={t('Примечание')} />
          <Ahead form={form} except={planned?.id} seen={seen} />
        </>
      )}
    </FormModal>
  )
}

function CageField({ form }: PartProps) {
  const { t } = useTranslation()
  const cages = useCages()
  return (
    <SelectField
      {...form.getInputProps('cage_id')}
      onChange={(id) => form.setValues({ cage_id: id ?? '', generation_id: '', age_category_id: '' })}
      label={t('Садок')}
      data={cages
        .filter(({ id, count }) => count > 0 || String(id) === form.values.cage_id)
        .map(({ id, number, color, count }) => ({
          value: id,
          label: number,
          color,
          hint: `${showCount(count)}${NBSP}${t('шт')}`,
        }))}
    />
  )
}

const cageOf = (cages: readonly CageRow[], id: string) => cages.find((cage) => String(cage.id) === id)

/** Only where there are several groups: without a choice fish are taken out of all. */
function GroupField({ form }: PartProps) {
  const { t } = useTranslation()
  const groups = cageOf(useCages(), form.values.cage_id)?.groups ?? []
  const { generation_id, age_category_id } = form.values
  if (groups.length < 2 && !generation_id) return null
  const choose = (key: string) => {
    const [generation = '', category = ''] = key.split(':')
    form.setValues({ generation_id: generation, age_category_id: category })
    form.clearFieldError('generation_id')
  }
  return (
    <SelectField
      {...form.getInputProps('generation_id')}
      label={t('Группа')}
      placeholder={t('весь садок')}
      data={groups.map((group) => ({
        value: groupKey(group),
        label: groupName(group),
        hint: `${showCount(group.count)}${NBSP}${t('шт')}`,
      }))}
      value={generation_id ? groupKey({ generation_id, age_category_id }) : ''}
      onChange={(key) => choose(key ?? '')}
      clearable
    />
  )
}

/** One of both: typing one empties the other. */
function Amount({ form }: PartProps) {
  const { t } = useTranslation()
  const type = (key: 'count' | 'weight', other: 'count' | 'weight') => (typed: string) => {
    form.setValues({ [key]: typed, ...(typed !== '' && { [other]: '' }) })
    form.clearFieldError(key)
    form.clearFieldError(other)
  }
  return (
    <FieldRow>
      <DecimalField
        {...form.getInputProps('weight')}
        onChange={type('weight', 'count')}
        label={t('Вес')}
        unit={t('кг')}
        hint={t('Или вес, или количество')}
      />
      <CountField {...form.getInputProps('count')} onChange={type('count', 'weight')} label={t('Количество')} />
    </FieldRow>
  )
}

function Buyer({ form }: PartProps) {
  const { t } = useTranslation()
  const creators = useCreators()
  const reasons = useCall(reasonsCall, {}, { staleTime: Infinity }).data?.withdrawal
  return (
    <FieldRow>
      <SelectField
        {...form.getInputProps('reason')}
        onChange={(reason) => form.setFieldValue('reason', reason ?? SALE)}
        label={t('Причина')}
        data={(reasons ?? [{ id: SALE, name: 'Продажа' }]).map(({ id, name }) => ({ value: id, label: t(name) }))}
      />
      <SelectField
        {...form.getInputProps('counterparty_id')}
        onChange={(id) => form.setFieldValue('counterparty_id', id ?? '')}
        label={t('Покупатель')}
        data={usePartners('buyer')}
        clearable
        create={creators('counterparty')}
      />
    </FieldRow>
  )
}

interface AheadProps extends PartProps {
  except: number | undefined
  seen: RefObject<Outlook | undefined>
}

/** What is expected on that day, what is left, and what speaks against it. */
function Ahead({ form, except, seen: told }: AheadProps) {
  const { t } = useTranslation()
  const seen = useOutlook(form.values, except)
  told.current = seen
  const number = cageOf(useCages(), form.values.cage_id)?.number ?? ''
  if (!seen) return null
  const line = (was: number, will: number, show: (value: number) => string, unit: string) => ({
    was: show(was),
    will: show(will),
    difference: signed(Math.round((will - was) * 100) / 100, show),
    unit,
  })
  const kg = (value: number) => showKg(value)
  const density = (value: number) => showNumber(value, 1)
  const band =
    seen.low === null || seen.high === null ? '' : ` (${showAverage(seen.low, 'kg')}–${showAverage(seen.high, 'kg')})`
  const average = `${showAverage(seen.expected_avg_weight, 'kg')}${NBSP}${t('кг')}${band}`
  return (
    <>
      {seen.remarks.map((remark, index) => (
        <NoteBox key={remark} kind={index === 0 && isShort(seen) ? 'danger' : 'warn'}>
          {remark}
        </NoteBox>
      ))}
      <BalanceBox
        caption={t('Садок {{number}} на {{date}}: ожидаемая навеска {{average}}', {
          number,
          date: form.values.date,
          average,
        })}
        lines={[
          line(seen.expected_count, seen.left_count, showCount, t('шт')),
          line(seen.expected_weight, seen.left_weight, kg, t('кг')),
          line(seen.density_before, seen.density_after, density, t('кг/м³')),
        ]}
        bad={isShort(seen)}
      />
    </>
  )
}
