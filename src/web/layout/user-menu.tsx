import { useTranslation } from 'react-i18next'
import { sessionCalls } from '../../shared/user'
import { call, errorText } from '../api'
import { i18n } from '../i18n'
import { Icon } from '../icons'
import { notifyError } from '../notify'
import { currentRecords } from '../outbox/box'
import { queryClient } from '../query-client'
import { forgetAnswers } from '../remembered'
import { currentOwner, useUser, useUserSettings } from '../session'
import { confirm } from '../ui/confirm'
import { Dropdown } from './dropdown'
import { MenuAction, MenuChoice, MenuDivider, MenuLink, MenuTitle } from './dropdown-items'
import { ThemeChoices } from './theme-switch'
import styles from './navbar.module.css'

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

/** Ends the session on the server; when that fails one stays signed in, and is told. Records that wait stay on this device. */
async function signOut(): Promise<void> {
  const waiting = currentRecords().filter(({ owner }) => owner === currentOwner()).length
  const question = i18n.t(
    'На этом устройстве не отправлено записей: {{count}}. Они останутся здесь и отправятся, когда вы снова войдёте. Выйти?',
    {
      count: waiting,
    },
  )
  if (waiting > 0 && !(await confirm(question, { danger: false }))) return
  try {
    await call(sessionCalls.logout, {}, { quiet: true })
  } catch (error) {
    return notifyError(i18n.t(errorText(error)))
  }
  await forgetAnswers().catch(() => undefined)
  queryClient.clear()
  // a full load, so that nothing of this person stays in the memory of the page
  location.assign('/login')
}

export function UserMenu({ phone }: { phone: boolean }) {
  const { t } = useTranslation()
  const user = useUser()
  const names = <Names name={user.name} company={user.company.name} />
  const button = (
    <>
      <span className={styles.avatar} aria-hidden="true">
        {initials(user.name)}
      </span>
      {!phone && names}
      {!phone && <Icon name="down" size={14} />}
    </>
  )
  return (
    <Dropdown label={t('Меню пользователя {{name}}', { name: user.name })} className={styles.me} button={button}>
      {(close) => (
        <>
          {phone && <div className={styles.menuHead}>{names}</div>}
          <MenuLink to="/profile" title={t('Личный кабинет')} icon="user" onClick={close} />
          <MenuDivider />
          {phone && <ThemeChoices onChosen={close} />}
          {phone && <MenuDivider />}
          <LanguageChoices onChosen={close} />
          <MenuDivider />
          <MenuAction title={t('Выйти')} icon="exit" onClick={() => void signOut()} />
        </>
      )}
    </Dropdown>
  )
}

const Names = ({ name, company }: { name: string; company: string }) => (
  <span className={styles.names}>
    <span className={styles.name}>{name}</span>
    <span className={styles.company}>{company}</span>
  </span>
)

const LANGUAGES = [
  { value: 'ru', title: 'Русский' },
  { value: 'en', title: 'English' },
] as const

function LanguageChoices({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation()
  const [{ language }, setSettings] = useUserSettings()
  return (
    <>
      <MenuTitle>{t('Язык')}</MenuTitle>
      {LANGUAGES.map(({ value, title }) => (
        <MenuChoice
          key={value}
          title={title}
          icon="globe"
          chosen={value === language}
          onClick={() => {
            setSettings({ language: value })
            onChosen()
          }}
        />
      ))}
    </>
  )
}
