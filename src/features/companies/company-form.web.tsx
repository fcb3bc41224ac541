import type { Invited } from '../../core/lists/invitation-window.web'
import { addDays, dayOf, showDay } from '../../shared/dates'
import { call } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { notifySuccess } from '../../web/notify'
import { useNow, useUser } from '../../web/session'
import { zoneOptions } from '../../web/time-zones'
import { DayField } from '../../web/ui/fields/day-field'
import { FieldRow } from '../../web/ui/fields/field'
import { SelectField } from '../../web/ui/fields/select-field'
import { TextField } from '../../web/ui/fields/text-fields'
import { FormModal } from '../../web/ui/form/form-modal'
import { companyCalls, SUBSCRIPTION_TYPES, type CompanyRow } from './companies.contract'

interface CompanyFormProps {
  opened: boolean
  onClose: () => void
  /** without one a new farm is made */
  company?: CompanyRow
  onSaved: () => void
  onInvited: (invited: Invited) => void
}

type Values = Record<'name' | 'user_name' | 'email' | 'time_zone' | 'type' | 'end_date', string>

const TRIAL_DAYS = 30

const startOf = (company: CompanyRow | undefined, today: string, time_zone: string): Values => ({
  name: company?.name ?? '',
  user_name: '',
  email: '',
  time_zone,
  type: company?.type ?? 'trial',
  end_date: company?.end_date ?? showDay(addDays(today, TRIAL_DAYS)),
})

/** A farm's name and subscription; for a new one also its first user. */
export function CompanyForm({ opened, onClose, company, onSaved, onInvited }: CompanyFormProps) {
  const { t } = useTranslation()
  const today = dayOf(useNow())
  const { time_zone } = useUser().company
  const save = async ({ name, type, end_date, ...first }: Values, { idempotencyKey }: { idempotencyKey: string }) => {
    const options = { idempotencyKey, quiet: true }
    const subscription = { name, type, end_date } as { name: string; type: 'trial' | 'paid'; end_date: string }
    const made = company
      ? void (await call(companyCalls.update, { ...subscription, id: company.id }, options))
      : await call(companyCalls.create, { ...subscription, ...first }, options)
    notifySuccess(company ? t('Изменено!') : t('Сохранено!'))
    onSaved()
    if (made) onInvited({ name: first.user_name, invitation: made.invitation })
  }
  return (
    <FormModal<Values>
      title={company ? t('Изменить хозяйство') : t('Создать хозяйство')}
      subtitle={company?.name}
      icon={company ? 'edit' : 'plus'}
      opened={opened}
      onClose={onClose}
      schema={company ? companyCalls.update.input.omit({ id: true }) : companyCalls.create.input}
      initial={startOf(company, today, time_zone)}
      onSubmit={save}
    >
      {(form) => (
        <>
          <TextField {...form.getInputProps('name')} label={t('Название')} maxLength={200} />
          <FieldRow>
            <SelectField
              {...form.getInputProps('type')}
              label={t('Подписка')}
              data={Object.entries(SUBSCRIPTION_TYPES).map(([value, label]) => ({ value, label: t(label) }))}
            />
            <DayField {...form.getInputProps('end_date')} label={t('Действует до')} />
          </FieldRow>
          {!company && (
            <>
              <SelectField
                {...form.getInputProps('time_zone')}
                label={t('Часовой пояс хозяйства')}
                data={zoneOptions(time_zone, t)}
              />
              <TextField {...form.getInputProps('user_name')} label={t('Имя администратора')} maxLength={200} />
              <TextField
                {...form.getInputProps('email')}
                label={t('E-mail администратора')}
                hint={t('Администратор получит ссылку и сам задаст пароль.')}
                maxLength={200}
              />
            </>
          )}
        </>
      )}
    </FormModal>
  )
}
