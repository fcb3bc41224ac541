import { PasswordField } from '../../../web/ui/fields/password-field'
import { useTranslation } from '../../../web/i18n'
import type { AccessFields } from './use-access-form.web'

export interface NewPassword extends Record<string, string> {
  password: string
  password_confirmation: string
}

/** A new password, typed twice; `first` when there was none before. */
export function NewPasswordFields<V extends NewPassword>({ form, first }: { form: AccessFields<V>; first?: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <PasswordField
        label={first ? t('Пароль') : t('Новый пароль')}
        description={form.errors.password ? undefined : t('Не менее 8 знаков')}
        autoComplete="new-password"
        required
        {...form.input('password')}
      />
      <PasswordField
        label={first ? t('Пароль ещё раз') : t('Новый пароль ещё раз')}
        autoComplete="new-password"
        required
        {...form.input('password_confirmation')}
      />
    </>
  )
}
