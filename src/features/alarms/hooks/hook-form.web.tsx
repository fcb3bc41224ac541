/** A program outside: its address, and of which alarms it is told. */
import * as z from 'zod'
import { ALARM_KINDS, type AlarmKind, ruleData } from '../../../shared/alarms/rules'
import { ALL, isAll } from '../../../shared/sheets/filter-words'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { invalidateTags } from '../../../web/query-client'
import { FlagField } from '../../../web/ui/fields/flag-field'
import { MultiSelectField } from '../../../web/ui/fields/multi-select-field'
import { TextField } from '../../../web/ui/fields/text-fields'
import { FormModal } from '../../../web/ui/form/form-modal'
import { hookCalls, type HookRow } from './hooks.contract'
import type { NewSecret } from './secret-window.web'

interface Values extends Record<string, unknown> {
  name: string
  address: string
  /** '1' or '' */
  on: string
  danger_only: string
  /** ['-1'] is all */
  kinds: string[]
}

const flagText = (flag: boolean) => (flag ? '1' : '')

const startOf = (hook: HookRow | undefined): Values => ({
  name: hook?.name ?? '',
  address: hook?.address ?? '',
  on: flagText(hook?.on ?? true),
  danger_only: flagText(hook?.danger_only ?? false),
  kinds: hook?.kinds ?? [ALL],
})

const sent = ({ name, address, on, danger_only, kinds }: Values) => ({
  ...{ name, address, on, danger_only },
  kinds: isAll(kinds) ? null : (kinds as AlarmKind[]),
})

const schema = z.preprocess((values) => sent(values as Values), hookCalls.create.input)

interface HookFormProps {
  /** without one a new program is added */
  hook: HookRow | undefined
  opened: boolean
  onClose: () => void
  onMade: (made: NewSecret) => void
}

export function HookForm({ hook, opened, onClose, onMade }: HookFormProps) {
  const { t } = useTranslation()
  const save = async (values: Values, { idempotencyKey }: { idempotencyKey: string }) => {
    const options = { idempotencyKey, quiet: true }
    const made = hook ? null : await call(hookCalls.create, sent(values), options)
    if (hook) await call(hookCalls.update, { id: hook.id, ...sent(values) }, options)
    await invalidateTags(['alarms'])
    notifySuccess(t('Сохранено!'))
    // in the turn in which the form closes, or that would take the focus from the secret
    if (made) onMade({ name: values.name, secret: made.secret })
  }
  return (
    <FormModal<Values>
      title={hook ? t('Настроить программу') : t('Добавить программу')}
      subtitle={hook?.name}
      icon="link"
      opened={opened}
      onClose={onClose}
      schema={schema}
      initial={startOf(hook)}
      onSubmit={save}
    >
      {(form) => (
        <>
          <TextField {...form.getInputProps('name')} label={t('Название')} maxLength={60} />
          <TextField
            {...form.getInputProps('address')}
            label={t('Адрес')}
            hint={t('https://… Сюда придёт POST с подписанным JSON.')}
            maxLength={500}
          />
          <FlagField {...form.getInputProps('on')} label={t('Включено')} />
          <FlagField {...form.getInputProps('danger_only')} label={t('Только опасные')} />
          <MultiSelectField
            {...form.getInputProps('kinds')}
            label={t('О каких тревогах')}
            data={ALARM_KINDS.map((kind) => ({ value: kind, label: t(ruleData(kind).title) }))}
          />
        </>
      )}
    </FormModal>
  )
}
