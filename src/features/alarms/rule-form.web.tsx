/** The window of a rule: its thresholds, who is told, and what it would have done in a year. */
import { useMemo } from 'react'
import { type AlarmKind, ruleData } from '../../shared/alarms/rules'
import * as z from 'zod'
import { isAll } from '../../shared/sheets/filter-words'
import { call } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { notifySuccess } from '../../web/notify'
import { invalidateTags, useCall } from '../../web/query-client'
import { FieldRow } from '../../web/ui/fields/field'
import { FlagField } from '../../web/ui/fields/flag-field'
import { MultiSelectField } from '../../web/ui/fields/multi-select-field'
import { CountField, DecimalField } from '../../web/ui/fields/number-fields'
import { type Form, FormModal } from '../../web/ui/form/form-modal'
import { alarmCalls, type RuleRow } from './alarms.contract'
import { WouldHaveRung } from './would-have-rung.web'

interface Values extends Record<string, unknown> {
  on: string
  terms: Record<string, string>
  letters: string
  push: string
  people: string[]
  repeat_hours: string
}

const flagText = (flag: boolean) => (flag ? '1' : '')

const valuesOf = ({ on, terms, letters, push, people, repeat_hours, checked_at }: RuleRow): Values => ({
  // whoever opens one that was never on wants it on
  on: flagText(on || checked_at === null),
  terms: Object.fromEntries(Object.entries(terms).map(([key, value]) => [key, String(value)])),
  letters: flagText(letters),
  push: flagText(push),
  people: people.map(String),
  repeat_hours: String(repeat_hours ?? ''),
})

interface RuleFormProps {
  rule: RuleRow
  opened: boolean
  onClose: () => void
}

export function RuleForm({ rule, opened, onClose }: RuleFormProps) {
  const { t } = useTranslation()
  const { kind } = rule
  const { title, about, icon } = ruleData(kind)
  const everybody = useCall(alarmCalls.people, {}, { enabled: opened }).data ?? []
  const inputOf = (values: Values) => ({
    ...values,
    kind,
    people: isAll(values.people) ? everybody.map(({ id }) => id) : values.people.map(Number),
  })
  const schema = useMemo(() => {
    const whole = (values: unknown) => ({ ...(values as Values), kind, people: [] })
    return z.preprocess(whole, alarmCalls.save.input)
  }, [kind])
  const save = async (values: Values, { idempotencyKey }: { idempotencyKey: string }) => {
    await call(alarmCalls.save, inputOf(values), { idempotencyKey, quiet: true })
    await invalidateTags(['alarms'])
    notifySuccess(t('Сохранено!'))
  }
  return (
    <FormModal<Values>
      title={t(title)}
      subtitle={t(about)}
      icon={icon}
      opened={opened}
      onClose={onClose}
      schema={schema}
      initial={valuesOf(rule)}
      onSubmit={save}
      size={640}
    >
      {(form) => (
        <>
          <FlagField {...form.getInputProps('on')} label={t('Включено')} />
          <Terms kind={kind} form={form} />
          <WouldHaveRung kind={kind} terms={form.values.terms} />
          <FieldRow>
            <FlagField {...form.getInputProps('letters')} label={t('Письмом')} />
            <FlagField {...form.getInputProps('push')} label={t('На устройство')} />
          </FieldRow>
          {(form.values.letters || form.values.push) && (
            <>
              <MultiSelectField
                {...form.getInputProps('people')}
                label={t('Кому')}
                hint={t('Каждый узнаёт только о своих модулях и складах. Колокольчик говорит всем.')}
                data={everybody.map(({ id, name }) => ({ value: String(id), label: name }))}
              />
              <CountField
                {...form.getInputProps('repeat_hours')}
                label={t('Повторять каждые')}
                unit={t('ч')}
                hint={t('Пока тревога идёт и её никто не принял. Пусто — сказать один раз.')}
              />
            </>
          )}
        </>
      )}
    </FormModal>
  )
}

/** Two in a row. */
function Terms({ kind, form }: { kind: AlarmKind; form: Form<Values> }) {
  const { t } = useTranslation()
  const fields = Object.entries(ruleData(kind).terms)
  const rows = fields.flatMap((field, index) =>
    index % 2 === 0 ? [[field, ...fields.slice(index + 1, index + 2)]] : [],
  )
  return rows.map((row) => (
    <FieldRow key={row[0]![0]} long>
      {row.map(([key, { title, unit, whole, min }]) => {
        const props = { ...form.getInputProps(`terms.${key}`), label: t(title), unit: unit && t(unit) }
        return whole ? (
          <CountField key={key} {...props} />
        ) : (
          <DecimalField key={key} {...props} signed={min < 0} decimals={2} />
        )
      })}
    </FieldRow>
  ))
}
