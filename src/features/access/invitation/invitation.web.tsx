import { useEffect, useState } from 'react'
import { hrefOf } from '../../../shared/pages'
import { navigate } from '../../../web/router/address'
import { call, isApiError } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { endLeft, hasLeft } from '../../../web/offline/leave'
import { Link } from '../../../web/router/router'
import { storeUser } from '../../../web/session'
import { firstTexts } from '../../../web/ui/form/form-errors'
import { SubmitButton } from '../../../web/ui/form/submit-button'
import { NoteBox } from '../../../web/ui/note-box'
import { NewPasswordFields } from '../sign-in/access-fields.web'
import { GuestPage } from '../sign-in/guest-page.web'
import { useAccessForm } from '../sign-in/use-access-form.web'
import { useLinkToken } from '../sign-in/use-link-token.web'
import styles from '../sign-in/access.module.css'
import { invitationCalls } from './invitation.contract'

interface Newcomer {
  company: string
  name: string
  email: string
}

/** What the server says of a link that holds no more. */
const deadLink = (error: unknown): string | null =>
  (isApiError(error) && error.errors && firstTexts(error.errors).token) || null

const ENDED = 'Приглашение больше не действует: оно использовано, отозвано или старше семи дней.'

/** An invited person chooses a password and is signed in. */
export function InvitationPage() {
  const token = useLinkToken()
  return token ? <ByLink key={token} token={token} /> : <Ended text={ENDED} />
}

function ByLink({ token }: { token: string }) {
  const { t } = useTranslation()
  const [newcomer, setNewcomer] = useState<Newcomer | null>(null)
  const [dead, setDead] = useState<string | null>(null)
  useEffect(() => {
    call(invitationCalls.check, { token }, { quiet: true }).then(setNewcomer, (error: unknown) =>
      setDead(deadLink(error) ?? (isApiError(error) ? error.message : ENDED)),
    )
  }, [token])
  if (dead) return <Ended text={dead} />
  return (
    <GuestPage title={newcomer?.company ?? t('Приглашение')}>
      {newcomer && <Welcome newcomer={newcomer} token={token} onDead={setDead} />}
    </GuestPage>
  )
}

function Ended({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <GuestPage title={t('Приглашение')} links={<Link to={hrefOf('login')}>{t('Вернуться ко входу')}</Link>}>
      <NoteBox kind="danger" icon="clock">
        {t(text)}
      </NoteBox>
      <p className={styles.lead}>
        {t(
          'Если вы уже задали пароль, войдите с ним. Если нет, попросите того, кто вас пригласил, прислать новую ссылку.',
        )}
      </p>
    </GuestPage>
  )
}

interface WelcomeProps {
  newcomer: Newcomer
  token: string
  onDead: (text: string) => void
}

function Welcome({ newcomer, token, onDead }: WelcomeProps) {
  const { t } = useTranslation()
  const { form, frame, state, problem } = useAccessForm({
    initial: { token, password: '', password_confirmation: '' },
    schema: invitationCalls.accept.input,
    send: async (values) => {
      // the session that was left here must end before a new one begins
      if (hasLeft()) await endLeft()
      const user = await call(invitationCalls.accept, values, { quiet: true }).catch((error: unknown) => {
        const text = deadLink(error)
        if (text) onDead(text)
        throw error
      })
      storeUser(user)
      navigate(hrefOf('farm'))
    },
  })
  return (
    <>
      <p className={styles.lead}>
        {t('{{name}}, вас пригласили в это хозяйство. Задайте пароль: с ним и адресом {{email}} вы будете входить.', {
          name: newcomer.name,
          email: newcomer.email,
        })}
      </p>
      <form {...frame} className={styles.form}>
        {/* a program that keeps passwords looks for the address */}
        <input type="email" autoComplete="username" value={newcomer.email} readOnly hidden />
        <NewPasswordFields form={form} first />
        {problem && <NoteBox kind="danger">{t(problem)}</NoteBox>}
        <SubmitButton state={state}>{t('Войти')}</SubmitButton>
      </form>
    </>
  )
}
