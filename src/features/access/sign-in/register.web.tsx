import { TextInput } from '@mantine/core'
import { navigate } from '../../../web/address'
import { Link } from '../../../web/router'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { storeUser } from '../../../web/session'
import { NoteBox } from '../../../web/ui/note-box'
import { SelectField } from '../../../web/ui/fields/select-field'
import { SubmitButton } from '../../../web/ui/form/submit-button'
import { NewPasswordFields } from './access-fields.web'
import { accessCalls } from './access.contract'
import { GuestPage } from './guest-page.web'
import { useAccessForm } from './use-access-form.web'
import { browserZone, zoneOptions } from './time-zones.web'
import { useHealth } from './use-health.web'
import styles from './access.module.css'

const FIELDS = [
  { key: 'company_name', title: 'Название фермы', autoComplete: 'organization', type: 'text' },
  { key: 'name', title: 'Ваше имя', autoComplete: 'name', type: 'text' },
  { key: 'email', title: 'E-mail', autoComplete: 'username', type: 'email' },
] as const

const CLOSED = 'Регистрация здесь закрыта. Обратитесь к тому, кто держит программу.'

export function RegisterPage() {
  const { t } = useTranslation()
  const toLogin = <Link to="/login">{t('Уже есть учётная запись')}</Link>
  return (
    <GuestPage title={t('Регистрация')} links={toLogin}>
      {useHealth()?.registration === false ? <NoteBox kind="info">{t(CLOSED)}</NoteBox> : <RegisterForm />}
    </GuestPage>
  )
}

function RegisterForm() {
  const { t } = useTranslation()
  const { form, submit, state, problem, element } = useAccessForm({
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
      storeUser(await call(accessCalls.register, { ...values, ready_lists: true }, { quiet: true }))
      navigate('/')
    },
  })
  return (
    <>
      <p className={styles.lead}>{t('30 дней без оплаты, все функции открыты.')}</p>
      <form ref={element} className={styles.form} onSubmit={submit} noValidate>
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
          label={t('Часовой пояс фермы')}
          data={zoneOptions(browserZone(), t)}
        />
        <NewPasswordFields form={form} first />
        {problem && <NoteBox kind="danger">{t(problem)}</NoteBox>}
        <SubmitButton state={state}>{t('Зарегистрироваться')}</SubmitButton>
      </form>
    </>
  )
}
