import { useEffect, useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { hrefOf } from '../../../shared/pages'
import { navigate } from '../../../web/router/address'
import { Link } from '../../../web/router/router'
import { call, isApiError } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { notifySuccess } from '../../../web/notify'
import { firstTexts } from '../../../web/ui/form/form-errors'
import { NoteBox } from '../../../web/ui/note-box'
import { SubmitButton } from '../../../web/ui/form/submit-button'
import { NewPasswordFields } from './access-fields.web'
import { accessCalls } from './access.contract'
import { GuestPage } from './guest-page.web'
import { useAccessForm } from './use-access-form.web'
import { useLinkToken } from './use-link-token.web'
import styles from './access.module.css'

/**
 * Without a token it requests the letter; with the letter's token it sets a new password; an invalid token is reported
 * at once.
 */
export function PasswordResetPage() {
  const token = useLinkToken()
  return token ? <ByLink key={token} token={token} /> : <LetterForm dead={null} />
}

function ByLink({ token }: { token: string }) {
  const [dead, setDead] = useState<string | null>(null)
  useEffect(() => {
    // whether the server can be reached is shown when the password is sent
    call(accessCalls.checkLink, { token }, { quiet: true }).catch((error: unknown) => setDead(deadLink(error)))
  }, [token])
  return dead ? <LetterForm dead={dead} /> : <NewPasswordForm token={token} onDead={setDead} />
}

/** What the server says of a link that holds no more. */
const deadLink = (error: unknown): string | null =>
  (isApiError(error) && error.errors && firstTexts(error.errors).token) || null

const ToLogin = () => {
  const { t } = useTranslation()
  return <Link to={hrefOf('login')}>{t('Вернуться ко входу')}</Link>
}

function LetterForm({ dead }: { dead: string | null }) {
  const { t } = useTranslation()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { form, frame, state, problem } = useAccessForm({
    initial: { email: '' },
    schema: accessCalls.forgotPassword.input,
    send: async (values) => {
      await call(accessCalls.forgotPassword, values, { quiet: true })
      setSentTo(values.email.trim())
    },
  })
  if (sentTo) return <LetterSent email={sentTo} />
  return (
    <GuestPage title={t('Забыли пароль?')} links={<ToLogin />}>
      {dead && (
        <NoteBox kind="danger" icon="clock">
          {t(dead)}
        </NoteBox>
      )}
      <p className={styles.lead}>{t('Пришлём письмо со ссылкой, по которой можно задать новый пароль.')}</p>
      <form {...frame} className={styles.form}>
        <TextInput
          label={t('E-mail')}
          type="email"
          autoComplete="username"
          autoFocus
          required
          {...form.input('email')}
        />
        {problem && <NoteBox kind="danger">{t(problem)}</NoteBox>}
        <SubmitButton state={state}>{t('Прислать ссылку')}</SubmitButton>
      </form>
    </GuestPage>
  )
}

/** The text is the same whether the address is known or not, so that nobody can find out who works here. */
function LetterSent({ email }: { email: string }) {
  const { t } = useTranslation()
  return (
    <GuestPage title={t('Проверьте почту')}>
      <NoteBox kind="good">
        {t('Если адрес {{email}} известен, на него отправлена ссылка для смены пароля.', { email })}
      </NoteBox>
      <Button component={Link} to={hrefOf('login')} variant="default" leftSection={<Icon name="left" size={16} />}>
        {t('Вернуться ко входу')}
      </Button>
    </GuestPage>
  )
}

function NewPasswordForm({ token, onDead }: { token: string; onDead: (text: string) => void }) {
  const { t } = useTranslation()
  const { form, frame, state, problem } = useAccessForm({
    initial: { token, password: '', password_confirmation: '' },
    schema: accessCalls.resetPassword.input,
    send: async (values) => {
      await call(accessCalls.resetPassword, values, { quiet: true }).catch((error: unknown) => {
        const dead = deadLink(error)
        if (dead) onDead(dead)
        throw error
      })
      notifySuccess(t('Пароль успешно изменен!'))
      navigate(hrefOf('login'))
    },
  })
  return (
    <GuestPage title={t('Изменение пароля')} links={<ToLogin />}>
      <form {...frame} className={styles.form}>
        <NewPasswordFields form={form} />
        {problem && <NoteBox kind="danger">{t(problem)}</NoteBox>}
        <SubmitButton state={state}>{t('Сохранить')}</SubmitButton>
      </form>
    </GuestPage>
  )
}
