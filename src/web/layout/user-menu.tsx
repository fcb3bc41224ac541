import { hrefOf } from '../../shared/pages'
import { useTranslation } from '../i18n'
import { Icon } from '../icons'
import { openList } from '../offline/list/open-list'
import { useUser, useUserSettings } from '../session'
import { Dropdown } from '../ui/overlay/dropdown'
import { MenuAction, MenuChoice, MenuChoices, MenuDivider, MenuLink } from '../ui/overlay/dropdown-items'
import type { MenuEntry } from './menu/menu'
import { ThemeChoices } from './theme-switch'
import styles from './navbar.module.css'

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

const signOut = () => import('./sign-out').then(({ signOut }) => signOut())

/** `entries` are the company's pages that the user may open. */
export function UserMenu({ phone, entries }: { phone: boolean; entries: readonly MenuEntry[] }) {
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
          <MenuLink to={hrefOf('profile')} title={t('Личный кабинет')} icon="user" onClick={close} />
          {entries.map(({ to, title, icon }) => (
            <MenuLink key={to} to={to} title={t(title)} icon={icon} onClick={close} />
          ))}
          <MenuAction
            title={t('Записи на этом устройстве')}
            icon="phone"
            onClick={() => {
              close()
              openList({})
            }}
          />
          <MenuDivider />
          {phone && (
            <MenuChoices label={t('Тема')}>
              <ThemeChoices onChosen={close} brief />
            </MenuChoices>
          )}
          <LanguageChoices onChosen={close} />
          <div className={styles.exit}>
            <MenuDivider />
            <MenuAction title={t('Выйти')} icon="exit" onClick={() => void signOut().catch(() => undefined)} />
          </div>
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
    <MenuChoices label={t('Язык')}>
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
    </MenuChoices>
  )
}
