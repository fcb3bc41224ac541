import type { UserSettings } from '../../shared/settings'
import { useTranslation } from '../i18n'
import { Icon, type IconName } from '../icons'
import { useUserSettings } from '../session'
import { Dropdown } from '../ui/overlay/dropdown'
import { MenuChoice } from '../ui/overlay/dropdown-items'
import styles from './navbar.module.css'

type Theme = UserSettings['theme']
export const THEMES: readonly { value: Theme; title: string; short: string; icon: IconName }[] = [
  { value: 'auto', title: 'Как в системе', short: 'Системная', icon: 'screen' },
  { value: 'light', title: 'Светлая тема', short: 'Светлая', icon: 'sun' },
  { value: 'dark', title: 'Тёмная тема', short: 'Тёмная', icon: 'moon' },
]

/** The theme belongs to the user, not to the device: it is stored in their settings. */
export function ThemeSwitch() {
  const { t } = useTranslation()
  const [{ theme }] = useUserSettings()
  const chosen = THEMES.find(({ value }) => value === theme) ?? THEMES[0]!
  return (
    <Dropdown
      label={t('Тема: {{theme}}', { theme: t(chosen.title) })}
      className={styles.tool}
      button={<Icon name={chosen.icon} />}
      width={208}
    >
      {(close) => <ThemeChoices onChosen={close} />}
    </Dropdown>
  )
}

export function ThemeChoices({ onChosen, brief = false }: { onChosen: () => void; brief?: boolean }) {
  const { t } = useTranslation()
  const [{ theme }, setSettings] = useUserSettings()
  return THEMES.map(({ value, title, short, icon }) => (
    <MenuChoice
      key={value}
      title={t(brief ? short : title)}
      icon={icon}
      chosen={value === theme}
      onClick={() => {
        setSettings({ theme: value })
        onChosen()
      }}
    />
  ))
}
