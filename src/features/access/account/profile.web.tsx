import { TextInput } from '@mantine/core'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { notifySuccess } from '../../../web/notify'
import { storeUser, useUser } from '../../../web/session'
import { NoteBox } from '../../../web/ui/note-box'
import { SubmitButton } from '../../../web/ui/form/submit-button'
import { SecondFactor } from '../second-factor/second-factor.web'
import { Sessions } from '../sessions/sessions.web'
import { accessCalls } from '../sign-in/access.contract'
import { zoneText } from '../../../web/time-zones'
import { useAccessForm } from '../sign-in/use-access-form.web'
import { Appearance, ModuleSettings } from './appearance.web'
import styles from '../sign-in/access.module.css'

export function ProfilePage() {
  const { t } = useTranslation()
  return (
    <>
      <h1 className={styles.title} data-in-bar>
        {t('Личный кабинет')}
      </h1>
      <div className={styles.columns}>
        <div className={styles.stack}>
          <AboutMe />
          <SecondFactor />
          <Sessions />
        </div>
        <div className={styles.stack}>
          <Appearance />
          <ModuleSettings />
          <Company />
        </div>
      </div>
    </>
  )
}

function AboutMe() {
  const { t } = useTranslation()
  const user = useUser()
  const { form, frame, state, problem } = useAccessForm({
    initial: { name: user.name, phone: user.phone ?? '' },
    schema: accessCalls.updateProfile.input,
    send: async (values) => {
      storeUser(await call(accessCalls.updateProfile, values, { quiet: true }))
      form.reset()
      notifySuccess(t('Сохранено!'))
    },
  })
  return (
    <section className={styles.panel}>
      <h2>{t('Обо мне')}</h2>
      <form {...frame} className={styles.form}>
        <TextInput label={t('Имя')} autoComplete="name" required {...form.input('name')} />
        <TextInput label={t('Телефон')} type="tel" autoComplete="tel" {...form.input('phone')} />
        <TextInput label={t('E-mail')} value={user.email} readOnly disabled />
        {problem && <NoteBox kind="danger">{t(problem)}</NoteBox>}
        <div className={styles.actions}>
          <SubmitButton state={state}>{t('Сохранить')}</SubmitButton>
        </div>
      </form>
    </section>
  )
}

function Company() {
  const { t } = useTranslation()
  const { company, role, is_admin: isAdmin } = useUser()
  const facts = [
    { title: 'Хозяйство', value: company.name },
    { title: 'Роль', value: role ? t(role) : isAdmin ? t('Администратор') : '—' },
    { title: 'Подписка до', value: company.subscription.end_date },
    { title: 'Часовой пояс', value: zoneText(company.time_zone, t) },
  ]
  return (
    <section className={styles.panel}>
      <h2>{t('Хозяйство')}</h2>
      <dl className={styles.facts}>
        {facts.map(({ title, value }) => [<dt key={title}>{t(title)}</dt>, <dd key={value}>{value}</dd>])}
      </dl>
    </section>
  )
}
