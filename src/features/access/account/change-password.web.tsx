import { PasswordField } from '../../../web/ui/fields/password-field'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { NoteBox } from '../../../web/ui/note-box'
import { SubmitButton } from '../../../web/ui/form/submit-button'
import { NewPasswordFields } from '../sign-in/access-fields.web'
import { accessCalls } from '../sign-in/access.contract'
import { useAccessForm } from '../sign-in/use-access-form.web'
import styles from '../sign-in/access.module.css'

export function ChangePasswordPage() {
  const { t } = useTranslation()
  const { form, frame, state, problem } = useAccessForm({
    initial: { current: '', password: '', password_confirmation: '' },
    schema: accessCalls.changePassword.input,
    send: async (values) => {
      await call(accessCalls.changePassword, values, { quiet: true })
      notifySuccess(t('Пароль успешно изменен!'))
      form.reset()
    },
  })
  return (
    <>
      <h1 className={styles.title} data-in-bar>
        {t('Изменение пароля')}
      </h1>
      <section className={styles.panel}>
        <form {...frame} className={styles.form}>
          <PasswordField
            label={t('Текущий пароль')}
            autoComplete="current-password"
            required
            {...form.input('current')}
          />
          <NewPasswordFields form={form} />
          {problem && <NoteBox kind="danger">{t(problem)}</NoteBox>}
          <div className={styles.actions}>
            <SubmitButton state={state}>{t('Ок')}</SubmitButton>
          </div>
        </form>
      </section>
    </>
  )
}
