import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../icons'
import { holdsHere, type MenuEntry } from './menu'
import styles from './bottom-bar.module.css'

interface BottomBarProps {
  menu: readonly MenuEntry[]
  onMore: () => void
}

/** The main sections under the thumb. A group leads to its first page. */
export function BottomBar({ menu, onMore }: BottomBarProps) {
  const { t } = useTranslation()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  return (
    <nav className={`${styles.bar} no-print`} aria-label={t('Главные разделы')}>
      {menu
        .filter(({ onPhone }) => onPhone)
        .map((entry) => (
          <Link
            key={entry.to}
            to={entry.entries?.[0]?.to ?? entry.to}
            className={styles.item}
            data-here={holdsHere(entry, pathname) || undefined}
            aria-current={holdsHere(entry, pathname) ? 'page' : undefined}
          >
            <Icon name={entry.icon} size={22} />
            {t(entry.title)}
          </Link>
        ))}
      <button type="button" className={styles.item} onClick={onMore}>
        <Icon name="dots" size={22} />
        {t('Ещё')}
      </button>
    </nav>
  )
}
