import { useState } from 'react'
import { TextInput } from '@mantine/core'
import { hrefOf } from '../../../shared/pages'
import { navigate } from '../../../web/router/address'
import { Link } from '../../../web/router/router'
import { call, isApiError } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { endLeft, hasLeft } from '../../../web/offline/leave'
import { storeUser } from '../../../web/session'
import { PasswordField } from '../../../web/ui/fields/password-field'
import { firstTexts } from '../../../web/ui/form/form-errors'
import { NoteBox } from '../../../web/ui/note-box'
import { SelectField } from '../../../web/ui/fields/select-field'
import { SubmitButton } from '../../../web/ui/form/submit-button'
import { NewPasswordFields } from './access-fields.web'
import { accessCalls } from './access.contract'
import { GuestPage } from './guest-page.web'
import { useAccessForm } from './use-access-form.web'
import { browserZone, zoneOptions } from '../../../web/time-zones'
import { useHealth } from './use-health.web'
import { useLinkToken } from './use-link-token.web'
import styles from './access.module.css'

const FIELDS = [
  { key: 'company_name', title: 'Название хозяйства', autoComplete: 'organization', type: 'text' },
  { key: 'name', title: 'Ваше имя', autoComplete: 'name', type: 'text' },
  { key: 'email', title: 'E-mail', autoComplete: 'username', type: 'email' },
] as const

const CLOSED = 'Регистрация здесь закрыта. Обратитесь к администратору сервиса.'

/** Where mail is set up, a farm is created by the link in a letter, which leads here with its token. */
export function RegisterPage() {
  const token = useLinkToken()
  return token ? <ByLink key={token} token={token} /> : <NewFarm dead={null} />
}

function ByLink({ token }: { token: string }) {
  const { t } = useTranslation()
  const [over, setOver] = useState<{ why: string | null } | null>(null)
  if (over) return <NewFarm dead={over.why} />
  return (
    <GuestPage title={t('Завершение регистрации')}>
      <ConfirmForm token={token} onOver={(why) => setOver({ why })} />
    </GuestPage>
  )
}

function NewFarm({ dead }: { dead: string | null }) {
  const { t } = useTranslation()
  const closed = useHealth()?.registration === false
  return (
    <GuestPage title={t('Регистрация')} links={<Link to={hrefOf('login')}>{t('Уже есть учётная запись')}</Link>}>
      {dead && <NoteBox kind="danger">{t(dead)}</NoteBox>}
      {closed ? <NoteBox kind="info">{t(CLOSED)}</NoteBox> : <RegisterForm />}
    </GuestPage>
  )
}

/** Why a link no longer creates a farm: it is too old, or the address has an account by now. */
function deadLink(error: unknown): string | null {
  const { token, email } = isApiError(error) ? firstTexts(error.errors) : {}
  return token ?? email ?? null
}

/** Somebody with only the letter does not know the password. */
function ConfirmForm({ token, onOver }: { token: string; onOver: (why: string | null) => void }) {
  const { t } = useTranslation()
  const { form, frame, state, problem } = useAccessForm({
    initial: { token, password: '' },
    schema: accessCalls.confirmRegistration.input,
    send: async (values) => {
      // the session that was left here must end before a new one begins
      if (hasLeft()) await endLeft()
      const user = await call(accessCalls.confirmRegistration, values, { quiet: true }).catch((error: unknown) => {
        const dead = deadLink(error)
        if (dead) onOver(dead)
        throw error
      })
      storeUser(user)
      navigate(hrefOf('farm'))
    },
  })
  return (
    <form {...frame} className={styles.form}>
      <p className={styles.lead}>{t('Введите пароль, который вы придумали при регистрации.')}</p>
      <PasswordField
        label={t('Пароль')}
        autoComplete="current-password"
        autoFocus
        required
        {...form.input('password')}
      />
      {problem && <NoteBox kind="danger">{t(problem)}</NoteBox>}
      <SubmitButton state={state}>{t('Создать хозяйство')}</SubmitButton>
      <button type="button" className={styles.back} onClick={() => onOver(null)}>
        {t('Зарегистрироваться заново')}
      </button>
    </form>
  )
}

function RegisterForm() {
  const { t } = useTranslation()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { form, frame, state, problem } = useAccessForm({
    initial: {
      company_name: '',
      name: '',
      email: '',
      time_zone: browserZone(),
      password: '',
      password_confirmation: '',
    },
    schema: accessCalls.register.input,
    send: async (values) => {
      // without letters a session begins at once
      if (hasLeft()) await endLeft()
      const answer = await call(accessCalls.register, { ...values, ready_lists: true }, { quiet: true })
      if ('letter' in answer) return setSentTo(values.email.trim())
      storeUser(answer)
      navigate(hrefOf('farm'))
    },
  })
  if (sentTo)
    return (
      <NoteBox kind="good">
        {t('На {{email}} отправлено письмо. Откройте ссылку из него, чтобы завершить регистрацию.', { email: sentTo })}
      </NoteBox>
    )
  return (
    <>
      <p className={styles.lead}>{t('30 дней без оплаты, все функции доступны.')}</p>
      <form {...frame} className={styles.form}>
        {FIELDS.map(({ key, title, autoComplete, type }, index) => (
          <TextInput
            key={key}
            label={t(title)}
            type={type}
            autoComplete={autoComplete}
            autoFocus={index === 0}
            required
            {...form.input(key)}
          />
        ))}
        <SelectField
          {...form.field('time_zone')}
          onChange={(zone) => zone && form.set('time_zone', zone)}
          label={t('Часовой пояс хозяйства')}
          data={zoneOptions(browserZone(), t)}
        />
        <NewPasswordFields form={form} first />
        {problem && <NoteBox kind="danger">{t(problem)}</NoteBox>}
        <SubmitButton state={state}>{t('Зарегистрироваться')}</SubmitButton>
      </form>
    </>
  )
}
