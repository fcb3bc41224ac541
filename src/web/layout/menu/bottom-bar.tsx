import { useShownPathname } from '../../router/address'
import { Link } from '../../router/router'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { holdsHere, type MenuEntry } from './menu'
import { useVisited } from './visited'
import styles from './bottom-bar.module.css'

interface BottomBarProps {
  menu: readonly MenuEntry[]
  onMore: () => void
}

/** The main sections at the bottom of a phone. A group opens its page that was last visited. */
export function BottomBar({ menu, onMore }: BottomBarProps) {
  const { t } = useTranslation()
  const pathname = useShownPathname()
  const [visited] = useVisited()
  const pageOf = ({ to, entries }: MenuEntry) =>
    entries ? (entries.find((one) => one.to === visited[to]) ?? entries[0]!).to : to
  return (
    <nav className={`${styles.bar} no-print`} aria-label={t('Главные разделы')}>
      {menu
        .filter(({ onPhone }) => onPhone)
        .map((entry) => (
          <Link
            key={entry.to}
            to={pageOf(entry)}
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
