/** Another password for a person. */
import { PasswordField } from '../../../web/ui/fields/password-field'
import * as z from 'zod'
import { newPassword, SAME_PASSWORDS } from '../../../shared/user'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { FormModal } from '../../../web/ui/form/form-modal'
import { NoteBox } from '../../../web/ui/note-box'
import { type Person, userCalls } from '../person/users.contract'

interface PasswordWindowProps {
  opened: boolean
  onClose: () => void
  person: Person | undefined
  onSaved: () => void
}

const twice = z.object(newPassword).refine(...SAME_PASSWORDS)

export function PasswordWindow({ opened, onClose, person, onSaved }: PasswordWindowProps) {
  const { t } = useTranslation()
  const save = async (values: { password: string; password_confirmation: string }) => {
    await call(userCalls.changePassword, { ...values, id: person!.id }, { quiet: true })
    notifySuccess(t('Пароль успешно изменен!'))
    onSaved()
  }
  const text = (error: unknown) => (typeof error === 'string' ? t(error) : undefined)
  return (
    <FormModal
      title={t('Изменение пароля')}
      subtitle={person?.name}
      icon="key"
      opened={opened}
      onClose={onClose}
      schema={twice}
      initial={{ password: '', password_confirmation: '' }}
      onSubmit={save}
    >
      {(form) => {
        const { error, ...password } = form.getInputProps('password')
        const { error: differs, ...again } = form.getInputProps('password_confirmation')
        return (
          <>
            <NoteBox>{t('На всех устройствах этого человека придётся войти заново.')}</NoteBox>
            <PasswordField
              {...password}
              error={text(error)}
              label={t('Новый пароль')}
              description={error ? undefined : t('Не менее 8 знаков')}
              autoComplete="new-password"
              required
            />
            <PasswordField
              {...again}
              error={text(differs)}
              label={t('Новый пароль ещё раз')}
              autoComplete="new-password"
              required
            />
          </>
        )
      }}
    </FormModal>
  )
}
