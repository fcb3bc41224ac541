import { PasswordInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from '../../../web/i18n'

export interface NewPassword extends Record<string, string> {
  password: string
  password_confirmation: string
}

/** A new password, twice; `first` when there was none before. */
export function NewPasswordFields<V extends NewPassword>({
  form,
  first,
}: {
  form: UseFormReturnType<V>
  first?: boolean
}) {
  const { t } = useTranslation()
  return (
    <>
      <PasswordInput
        label={first ? t('Пароль') : t('Новый пароль')}
        description={form.errors.password ? undefined : t('Не менее 8 знаков')}
        autoComplete="new-password"
        required
        {...form.getInputProps('password')}
        error={form.errors.password && t(String(form.errors.password))}
      />
      <PasswordInput
        label={first ? t('Пароль ещё раз') : t('Новый пароль ещё раз')}
        autoComplete="new-password"
        required
        {...form.getInputProps('password_confirmation')}
        error={form.errors.password_confirmation && t(String(form.errors.password_confirmation))}
      />
    </>
  )
}
