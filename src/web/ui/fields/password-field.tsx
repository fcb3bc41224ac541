import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from '../../i18n'

/** A password, hidden until the eye button is pressed. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation()
  return <PasswordInput {...props} visibilityToggleButtonProps={{ 'aria-label': t('Показать или скрыть пароль') }} />
}
