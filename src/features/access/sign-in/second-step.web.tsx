import { TextInput } from '@mantine/core'
import { call, isApiError } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import type { User } from '../../../web/session'
import { NoteBox } from '../../../web/ui/note-box'
import { firstTexts } from '../../../web/ui/form/form-errors'
import { SubmitButton } from '../../../web/ui/form/submit-button'
import { accessCalls } from './access.contract'
import { useAccessForm } from './use-access-form.web'
import styles from './access.module.css'

interface SecondStepProps {
  /** what the first step answered */
  token: string
  onEntered: (user: User) => void
  /** back to the first step, with a reason if there is one */
  onBack: (why: string | null) => void
}

/** The code of the phone after the password; the password is not sent again. */
export function SecondStep({ token, onEntered, onBack }: SecondStepProps) {
  const { t } = useTranslation()
  const { form, frame, state, problem } = useAccessForm({
    initial: { token, code: '' },
    schema: accessCalls.secondStep.input,
    send: async (values) =>
      onEntered(
        await call(accessCalls.secondStep, values, { quiet: true }).catch((error: unknown) => {
          const over = isApiError(error) && error.errors && firstTexts(error.errors).token
          if (over) onBack(over)
          throw error
        }),
      ),
  })
  return (
    <form {...frame} className={styles.form}>
      <p className={styles.lead}>{t('Введите код из приложения на телефоне или один из кодов восстановления.')}</p>
      <TextInput
        label={t('Код')}
        autoComplete="one-time-code"
        inputMode="text"
        autoFocus
        data-autofocus
        required
        spellCheck={false}
        classNames={{ input: styles.code }}
        {...form.input('code')}
      />
      {problem && <NoteBox kind="danger">{t(problem)}</NoteBox>}
      <SubmitButton state={state}>{t('Войти')}</SubmitButton>
      <button type="button" className={styles.back} onClick={() => onBack(null)}>
        {t('Ввести пароль заново')}
      </button>
    </form>
  )
}
