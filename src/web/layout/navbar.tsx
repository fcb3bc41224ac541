import type { ReactNode } from 'react'
import { useFullscreenDocument } from '@mantine/hooks'
import { useTranslation } from '../i18n'
import { Icon } from '../icons'
import { Bell } from './bell'
import { Brand } from './brand'
import type { MenuEntry } from './menu/menu'
import { PhoneBar } from './phone-bar'
import { ThemeSwitch } from './theme-switch'
import { UserMenu } from './user-menu'
import type { useWidth } from './use-width'
import { lazyPart } from '../lazy'
import styles from './navbar.module.css'

const OutboxButton = lazyPart(() => import('../offline/list/status').then(({ OutboxButton }) => OutboxButton))
const NewVersion = lazyPart(() => import('../offline/app-shell/new-version').then(({ NewVersion }) => NewVersion))

interface NavbarProps {
  menu: readonly MenuEntry[]
  /** i18n key of the page's */
  title?: string
  width: ReturnType<typeof useWidth>
  tools?: ReactNode
  onSearch: () => void
}

export function Navbar({ menu, title, width, tools, onSearch }: NavbarProps) {
  const { t } = useTranslation()
  const phone = width === 'phone'
  return (
    <header className={`${styles.bar} no-print`}>
      {phone ? <PhoneBar menu={menu} title={title} /> : <Brand />}
      {!phone && (
        <button type="button" className={styles.search} onClick={onSearch} aria-keyshortcuts="Control+K">
          <Icon name="search" size={16} />
          <span className={styles.grow}>{t('Садок, журнал, действие…')}</span>
          <kbd>Ctrl K</kbd>
        </button>
      )}
      <div className={styles.tools}>
        {phone && (
          <button type="button" className={styles.tool} onClick={onSearch} aria-label={t('Поиск')}>
            <Icon name="search" size={22} />
          </button>
        )}
        <NewVersion />
        {!phone && <OutboxButton />}
        {tools}
        <Bell phone={phone} />
        {!phone && <ThemeSwitch />}
        {!phone && <FullscreenToggle />}
        <UserMenu phone={phone} entries={menu.filter(({ account }) => account)} />
      </div>
    </header>
  )
}

function FullscreenToggle() {
  const { t } = useTranslation()
  const { fullscreen, toggle } = useFullscreenDocument()
  const label = fullscreen ? t('Выйти из полноэкранного режима') : t('Во весь экран')
  return (
    <button
      type="button"
      className={styles.tool}
      title={label}
      aria-label={label}
      aria-pressed={fullscreen}
      onClick={() => void toggle()}
    >
      <Icon name={fullscreen ? 'min' : 'max'} />
    </button>
  )
}
