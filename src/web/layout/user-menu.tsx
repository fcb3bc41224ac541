import { useTranslation } from '../i18n'
import { Icon } from '../icons'
import { useCan, useUser, useUserSettings } from '../session'
import { Dropdown } from '../ui/overlay/dropdown'
import { MenuAction, MenuChoice, MenuDivider, MenuLink, MenuTitle } from '../ui/overlay/dropdown-items'
import { ThemeChoices } from './theme-switch'
import styles from './navbar.module.css'

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

const signOut = () => import('./sign-out').then(({ signOut }) => signOut())

export function UserMenu({ phone }: { phone: boolean }) {
  const { t } = useTranslation()
  const user = useUser()
  const can = useCan()
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
          {can('access subscription') && (
            <MenuLink to="/subscription" title={t('Подписка')} icon="card" onClick={close} />
          )}
          {can('access settings') && <MenuLink to="/settings" title={t('Настройки')} icon="gear" onClick={close} />}
          <MenuDivider />
          {phone && <ThemeChoices onChosen={close} />}
          {phone && <MenuDivider />}
          <LanguageChoices onChosen={close} />
          <MenuDivider />
          <MenuAction title={t('Выйти')} icon="exit" onClick={() => void signOut().catch(() => undefined)} />
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
