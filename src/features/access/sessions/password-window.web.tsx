import { TextInput } from '@mantine/core'
import { PasswordField } from '../../../web/ui/fields/password-field'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { useUser } from '../../../web/session'
import { FormModal } from '../../../web/ui/form/form-modal'
import type { PasswordAsked } from './password-host.web'
import { sessionsCalls } from './sessions.contract'
import styles from './sessions.module.css'

/** Shown above what was about to happen, which continues once the password is right. */
export function PasswordWindow({
  opened,
  onClose,
  onAnswer,
}: PasswordAsked & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { email, second_factor: factor } = useUser()
  return (
    <FormModal
      icon="lock"
      title={t('Введите свой пароль')}
      size={420}
      opened={opened}
      onClose={() => {
        onClose()
        onAnswer(false)
      }}
      schema={sessionsCalls.confirm.input}
      initial={{ password: '', code: '' }}
      onSubmit={async (values) => {
        await call(sessionsCalls.confirm, values, { quiet: true })
        onAnswer(true)
      }}
      submitText={t('Продолжить')}
      // the usual keys save, and here nothing is saved
      footerNote=""
    >
      {(form) => {
        const { error, ...password } = form.getInputProps('password')
        const { error: wrong, ...code } = form.getInputProps('code')
        return (
          <>
            <p className={styles.hint}>
              {t('Так видно, что это вы. Следующие десять минут он больше не понадобится.')}
            </p>
            {/* for whatever keeps passwords: whose this one is */}
            <input type="email" autoComplete="username" value={email} readOnly hidden />
            <PasswordField
              {...password}
              error={typeof error === 'string' ? t(error) : undefined}
              label={t('Ваш пароль')}
              autoComplete="current-password"
              data-autofocus
              required
            />
            {factor && (
              <TextInput
                {...code}
                error={typeof wrong === 'string' ? t(wrong) : undefined}
                label={t('Код из приложения или код восстановления')}
                autoComplete="one-time-code"
                required
              />
            )}
          </>
        )
      }}
    </FormModal>
  )
}
