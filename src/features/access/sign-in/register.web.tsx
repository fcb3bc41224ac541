import { useEffect, useState } from 'react'
import { TextInput } from '@mantine/core'
import { navigate, useAddressQuery } from '../../../web/address'
import { Link } from '../../../web/router'
import { call, errorText } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { storeUser } from '../../../web/session'
import { NoteBox } from '../../../web/ui/note-box'
import { SelectField } from '../../../web/ui/fields/select-field'
import { SubmitButton } from '../../../web/ui/form/submit-button'
import { NewPasswordFields } from './access-fields.web'
import { accessCalls } from './access.contract'
import { GuestPage } from './guest-page.web'
import { useAccessForm } from './use-access-form.web'
import { browserZone, zoneOptions } from '../../../web/time-zones'
import { useHealth } from './use-health.web'
import styles from './access.module.css'

const FIELDS = [
  { key: 'company_name', title: 'Название хозяйства', autoComplete: 'organization', type: 'text' },
  { key: 'name', title: 'Ваше имя', autoComplete: 'name', type: 'text' },
  { key: 'email', title: 'E-mail', autoComplete: 'username', type: 'email' },
] as const

const CLOSED = 'Регистрация здесь закрыта. Обратитесь к администратору сервиса.'

/** Where letters leave the server a farm is made by the link of one, which leads here with its token. */
export function RegisterPage() {
  const { t } = useTranslation()
  const { token: given } = useAddressQuery() as { token?: string }
  const [token] = useState(given)
  const [dead, setDead] = useState<string | null>(null)
  const toLogin = <Link to="/login">{t('Уже есть учётная запись')}</Link>
  const closed = useHealth()?.registration === false
  // neither the history of a shared computer nor a link to another site may tell it
  useEffect(() => {
    if (given) navigate('/register', { replace: true })
  }, [given])
  useEffect(() => {
    if (!token) return
    call(accessCalls.confirmRegistration, { token }, { quiet: true }).then(
      (user) => {
        storeUser(user)
        navigate('/')
      },
      (error: unknown) => setDead(errorText(error)),
    )
  }, [token])
  if (token && !dead)
    return (
      <GuestPage title={t('Регистрация')}>
        <NoteBox kind="info">{t('Создаём ваше хозяйство…')}</NoteBox>
      </GuestPage>
    )
  return (
    <GuestPage title={t('Регистрация')} links={toLogin}>
      {dead && <NoteBox kind="danger">{t(dead)}</NoteBox>}
      {closed ? <NoteBox kind="info">{t(CLOSED)}</NoteBox> : <RegisterForm />}
    </GuestPage>
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
      const answer = await call(accessCalls.register, { ...values, ready_lists: true }, { quiet: true })
      if ('letter' in answer) return setSentTo(values.email.trim())
      storeUser(answer)
      navigate('/')
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
