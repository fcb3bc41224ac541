/** The window of a rule: what it waits for in plain words, and the day it would choose. */
import { useMemo } from 'react'
import * as z from 'zod'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { cageCalls } from '../../../core/cages/cage.contract'
import { useGoods } from '../../../core/documents/fields/goods.web'
import { dayOf, showDay } from '../../../shared/dates'
import { RULE_KINDS, SINCE } from '../../../shared/task-statuses'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { invalidateTags, useCall } from '../../../web/query-client'
import { useCan, useNow, useUser } from '../../../web/session'
import { DayField } from '../../../web/ui/fields/day-field'
import { FieldRow } from '../../../web/ui/fields/field'
import { CountField, DecimalField } from '../../../web/ui/fields/number-fields'
import { SelectField } from '../../../web/ui/fields/select-field'
import { NoteField, TextField } from '../../../web/ui/fields/text-fields'
import { type Form, FormModal } from '../../../web/ui/form/form-modal'
import { NoteBox } from '../../../web/ui/note-box'
import { taskCalls } from '../common/tasks.contract'
import { RULE_KIND_NAMES, ruleCalls, type RuleKind, type RuleRow, SINCE_NAMES } from './rules.contract'

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value).replace('.', ','))

const GRAMS = 1000

const valuesOf = (rule: RuleRow | undefined, today: string, own: number) => ({
  title: rule?.title ?? '',
  kind: rule?.kind ?? ('every' as RuleKind),
  cage_id: textOf(rule?.cage_id),
  good_id: textOf(rule?.good_id),
  grams: textOf(rule?.weight && Math.round(rule.weight * GRAMS)),
  degree_days: textOf(rule?.degree_days),
  since: textOf(rule ? rule.since : SINCE_NAMES[0]),
  days: textOf(rule ? rule.days : 7),
  starts_on: showDay(rule?.starts_on ?? today),
  executor_id: textOf(rule ? rule.executor_id : own),
  note: rule?.note ?? '',
})
type Values = ReturnType<typeof valuesOf>

const inputOf = ({ grams, ...values }: Values) => ({ ...values, weight: grams ? Number(grams) / GRAMS : null })

interface RuleFormProps {
  opened: boolean
  onClose: () => void
  rule: RuleRow | undefined
}

export function RuleForm({ opened, onClose, rule }: RuleFormProps) {
  const { t } = useTranslation()
  const user = useUser()
  const today = dayOf(useNow())
  const schema = useMemo(() => z.preprocess((values) => inputOf(values as Values), ruleCalls.create.input), [])
  const save = async (values: Values, { idempotencyKey }: { idempotencyKey: string }) => {
    const options = { idempotencyKey, quiet: true }
    const input = inputOf(values) as never as Parameters<typeof call<typeof ruleCalls.create>>[1]
    await (rule
      ? call(ruleCalls.update, { ...input, id: rule.id, version: rule.version }, options)
      : call(ruleCalls.create, input, options))
    notifySuccess(rule ? t('Изменено!') : t('Сохранено!'))
    void invalidateTags(['tasks'])
  }
  return (
    <FormModal<Values>
      title={rule ? t('Правило') : t('Новое правило')}
      icon="clock"
      opened={opened}
      onClose={onClose}
      schema={schema}
      initial={valuesOf(rule, today, user.id)}
      onSubmit={save}
      size={560}
    >
      {(form) => (
        <>
          <TextField {...form.getInputProps('title')} label={t('Что сделать')} maxLength={200} />
          <SelectField
            {...form.getInputProps('kind')}
            onChange={(kind) => form.setFieldValue('kind', (kind ?? 'every') as RuleKind)}
            label={t('Когда')}
            data={RULE_KIND_NAMES.map((kind) => ({ value: kind, label: t(RULE_KINDS[kind]) }))}
          />
          <Terms form={form} />
          <Executor form={form} />
          <NoteField {...form.getInputProps('note')} label={t('Примечание')} />
          <Preview values={form.values} />
        </>
      )}
    </FormModal>
  )
}

type PartProps = { form: Form<Values> }

/** The fields of its kind. */
function Terms({ form }: PartProps) {
  const { t } = useTranslation()
  const { kind, since } = form.values
  const start = (label: string) => <DayField {...form.getInputProps('starts_on')} label={label} />
  if (kind === 'feed') return <FeedField form={form} />
  if (kind === 'every')
    return (
      <FieldRow>
        <CountField {...form.getInputProps('days')} label={t('Через сколько дней')} unit={t('дн')} />
        {start(t('Первый день'))}
      </FieldRow>
    )
  return (
    <>
      <CageField form={form} />
      {kind === 'weight' && (
        <DecimalField
          {...form.getInputProps('grams')}
          data-path="weight"
          error={form.errors.weight}
          label={t('Навеска')}
          unit={t('г')}
        />
      )}
      {kind === 'degree_days' && (
        <FieldRow>
          <CountField {...form.getInputProps('degree_days')} label={t('Градусо-дней')} unit={t('°дней')} />
          <SelectField
            {...form.getInputProps('since')}
            label={t('После операции')}
            data={SINCE_NAMES.map((name) => ({ value: name, label: t(SINCE[name]) }))}
            clearable
          />
        </FieldRow>
      )}
      {kind === 'degree_days' && !since && start(t('Считать со дня'))}
      {kind === 'net' && (
        <FieldRow>
          <CountField {...form.getInputProps('days')} label={t('Сколько дней')} unit={t('дн')} />
          {start(t('Если дель не записана, считать со дня'))}
        </FieldRow>
      )}
    </>
  )
}

function CageField({ form }: PartProps) {
  const { t } = useTranslation()
  const cages = useCall(cageCalls.list, {}).data ?? []
  return (
    <SelectField
      {...form.getInputProps('cage_id')}
      label={t('Садок')}
      data={cages.map(({ id, number, color }) => ({ value: id, label: number, color }))}
    />
  )
}

function FeedField({ form }: PartProps) {
  const { t } = useTranslation()
  const { goods } = useGoods('feed')
  return (
    <SelectField
      {...form.getInputProps('good_id')}
      label={t('Корм')}
      data={goods.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

function Executor({ form }: PartProps) {
  const { t } = useTranslation()
  const user = useUser()
  const executors = useCall(taskCalls.executors, {}).data ?? [{ id: user.id, name: user.name }]
  const closed = !useCan()('view users')
  return (
    <div title={closed ? t('У вас нет разрешения на просмотр пользователей') : undefined}>
      <SelectField
        {...form.getInputProps('executor_id')}
        label={t('Исполнитель')}
        data={executors.map(({ id, name }) => ({ value: id, label: name }))}
        disabled={closed}
        clearable
      />
    </div>
  )
}

const TYPED_MS = 400

/** «Поставит на 14.12.2026» */
function Preview({ values }: { values: Values }) {
  const { title: _, executor_id: __, note: ___, ...terms } = inputOf(values)
  const [asked] = useDebouncedValue(JSON.stringify(terms), TYPED_MS)
  const input = JSON.parse(asked) as never
  const whole = ruleCalls.preview.input.safeParse(input).success
  const { data, error } = useCall(ruleCalls.preview, input, {
    enabled: whole,
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (!whole || error || !data) return null
  return <NoteBox kind={data.day ? undefined : 'warn'}>{data.text}</NoteBox>
}
