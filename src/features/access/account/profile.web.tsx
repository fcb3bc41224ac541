import { Box, SegmentedControl, TextInput } from '@mantine/core'
import type { UserSettings } from '../../../shared/settings'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { THEMES } from '../../../web/layout/theme-switch'
import { notifySuccess } from '../../../web/notify'
import { storeUser, useUser, useUserSettings } from '../../../web/session'
import { SelectField } from '../../../web/ui/fields/select-field'
import { NoteBox } from '../../../web/ui/note-box'
import { SubmitButton } from '../../../web/ui/form/submit-button'
import { SecondFactor } from '../second-factor/second-factor.web'
import { Sessions } from '../sessions/sessions.web'
import { accessCalls } from '../sign-in/access.contract'
import { zoneText } from '../sign-in/time-zones.web'
import { useAccessForm } from '../sign-in/use-access-form.web'
import styles from '../sign-in/access.module.css'

export function ProfilePage() {
  const { t } = useTranslation()
  return (
    <>
      <h1 className={styles.title}>{t('Личный кабинет')}</h1>
      <div className={styles.columns}>
        <div className={styles.stack}>
          <AboutMe />
          <SecondFactor />
        </div>
        <div className={styles.stack}>
          <Appearance />
          <Company />
          <Sessions />
        </div>
      </div>
    </>
  )
}

function AboutMe() {
  const { t } = useTranslation()
  const user = useUser()
  const { form, submit, state, problem, element } = useAccessForm({
    initial: { name: user.name, phone: user.phone ?? '' },
    schema: accessCalls.updateProfile.input,
    send: async (values) => {
      storeUser(await call(accessCalls.updateProfile, values, { quiet: true }))
      notifySuccess(t('Сохранено!'))
    },
  })
  return (
    <section className={styles.panel}>
      <h2>{t('Обо мне')}</h2>
      <form ref={element} className={styles.form} onSubmit={submit} noValidate>
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

const TABLE_STYLES: readonly { value: UserSettings['table-style']; title: string }[] = [
  { value: 'default', title: 'Обычные' },
  { value: 'black', title: 'С чёрными границами' },
  { value: 'striped', title: 'Полосатые' },
]

const LANGUAGES = [
  { value: 'ru', label: 'Русский' },
  { value: 'en', label: 'English' },
]

/** Stored at once: there is nothing to save. */
function Appearance() {
  const { t } = useTranslation()
  const [settings, set] = useUserSettings()
  const setTable = (value: string | null) =>
    set({ 'table-style': TABLE_STYLES.find((one) => one.value === value)?.value ?? 'default' })
  return (
    <section className={styles.panel}>
      <h2>{t('Оформление')}</h2>
      <Choice
        title={t('Тема')}
        value={settings.theme}
        data={THEMES.map(({ value, short }) => ({ value, label: t(short) }))}
        onChange={(value) => set({ theme: THEMES.find((one) => one.value === value)?.value ?? 'auto' })}
      />
      <Choice
        title={t('Язык')}
        value={settings.language}
        data={LANGUAGES}
        onChange={(value) => set({ language: value === 'en' ? 'en' : 'ru' })}
      />
      <div className={styles.setting}>
        {t('Таблицы')}
        <Box w={220}>
          <SelectField
            aria-label={t('Таблицы')}
            data={TABLE_STYLES.map(({ value, title }) => ({ value, label: t(title) }))}
            value={settings['table-style']}
            onChange={setTable}
          />
        </Box>
      </div>
    </section>
  )
}

interface ChoiceProps {
  title: string
  value: string
  data: { value: string; label: string }[]
  onChange: (value: string) => void
}

const Choice = ({ title, value, data, onChange }: ChoiceProps) => (
  <div className={styles.setting}>
    {title}
    <SegmentedControl size="xs" aria-label={title} value={value} onChange={onChange} data={data} />
  </div>
)

function Company() {
  const { t } = useTranslation()
  const { company, role, is_admin: isAdmin } = useUser()
  const facts = [
    { title: 'Компания', value: company.name },
    { title: 'Роль', value: role ? t(role) : isAdmin ? t('Администратор') : '—' },
    { title: 'Подписка до', value: company.subscription.end_date },
    { title: 'Часовой пояс', value: zoneText(company.time_zone, t) },
  ]
  return (
    <section className={styles.panel}>
      <h2>{t('Компания')}</h2>
      <dl className={styles.facts}>
        {facts.map(({ title, value }) => [<dt key={title}>{t(title)}</dt>, <dd key={value}>{value}</dd>])}
      </dl>
    </section>
  )
}
