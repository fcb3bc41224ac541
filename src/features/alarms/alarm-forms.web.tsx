/** «Принять» with a word, and «Отложить» for some hours. */
import { call } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { notifySuccess } from '../../web/notify'
import { invalidateTags } from '../../web/query-client'
import { SelectField } from '../../web/ui/fields/select-field'
import { NoteField } from '../../web/ui/fields/text-fields'
import { FormModal } from '../../web/ui/form/form-modal'
import { alarmCalls, type AlarmRow } from './alarms.contract'
import { placeText } from './place-text.web'

interface FormProps {
  alarm: AlarmRow
  opened: boolean
  onClose: () => void
}

const useSubtitle = (alarm: AlarmRow) => {
  const { t } = useTranslation()
  return [alarm.kind_name, placeText(alarm, t)].filter(Boolean).join(': ')
}

export function AcceptForm({ alarm, ...window }: FormProps) {
  const { t } = useTranslation()
  const save = async ({ word }: { word: string }, { idempotencyKey }: { idempotencyKey: string }) => {
    await call(alarmCalls.acknowledge, { id: alarm.id, word }, { idempotencyKey, quiet: true })
    await invalidateTags(['alarms'])
    notifySuccess(t('Тревога принята'))
  }
  return (
    <FormModal
      {...window}
      title={t('Принять тревогу')}
      subtitle={useSubtitle(alarm)}
      icon="check"
      initial={{ word: '' }}
      submitText={t('Принять')}
      onSubmit={save}
    >
      {(form) => <NoteField {...form.getInputProps('word')} label={t('Что сделали')} />}
    </FormModal>
  )
}

const HOURS = [1, 2, 4, 8, 24, 72]

export function SnoozeForm({ alarm, ...window }: FormProps) {
  const { t } = useTranslation()
  const save = async ({ hours }: { hours: string }, { idempotencyKey }: { idempotencyKey: string }) => {
    await call(alarmCalls.snooze, { id: alarm.id, hours }, { idempotencyKey, quiet: true })
    await invalidateTags(['alarms'])
    notifySuccess(t('Тревога отложена'))
  }
  return (
    <FormModal
      {...window}
      title={t('Отложить тревогу')}
      subtitle={useSubtitle(alarm)}
      icon="clock"
      initial={{ hours: '2' }}
      submitText={t('Отложить')}
      onSubmit={save}
    >
      {(form) => (
        <SelectField
          {...form.getInputProps('hours')}
          label={t('На сколько часов')}
          hint={t('Если она не пройдёт, о ней скажут снова.')}
          data={HOURS.map((hours) => ({ value: hours, label: String(hours) }))}
        />
      )}
    </FormModal>
  )
}
