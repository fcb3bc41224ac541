import { hrefOf } from '../../../shared/pages'
import { useShownPathname } from '../../router/address'
import { Link } from '../../router/router'
import { useTranslation } from '../../i18n'
import { Icon, type IconName } from '../../icons'
import { HelpButton } from './help-button'
import styles from './sidebar.module.css'

const ENTRIES: readonly { title: string; to: string; icon: IconName }[] = [
  { title: 'Настройки', to: hrefOf('profile'), icon: 'gear' },
  { title: 'Изменить пароль', to: hrefOf('changePassword'), icon: 'key' },
  { title: 'На главную', to: hrefOf('farm'), icon: 'home' },
]

export function ProfileSidebar({ rail, phone = false }: { rail: boolean; phone?: boolean }) {
  const { t } = useTranslation()
  const pathname = useShownPathname()
  return (
    <nav
      className={`${styles.side} ${styles.profile}`}
      data-rail={rail || undefined}
      data-phone={phone || undefined}
      aria-label={t('Личный кабинет')}
    >
      <ul className={styles.list}>
        {ENTRIES.map(({ title, to, icon }) => (
          <li key={to}>
            <Link
              to={to}
              className={styles.entry}
              data-here={pathname === to || undefined}
              aria-current={pathname === to ? 'page' : undefined}
              aria-label={rail ? t(title) : undefined}
              title={rail ? t(title) : undefined}
            >
              {!phone && <Icon name={icon} />}
              {!rail && t(title)}
            </Link>
          </li>
        ))}
      </ul>
      {!phone && (
        <div className={styles.foot}>
          <HelpButton rail={rail} />
        </div>
      )}
    </nav>
  )
}
