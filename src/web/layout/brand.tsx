import { hrefOf } from '../../shared/pages'
import { Link } from '../router/router'
import { useTranslation } from '../i18n'
import styles from './brand.module.css'

/** A cage seen from above, with the water in it. */
export const Mark = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true" style={{ flex: 'none' }}>
    <circle cx="14" cy="14" r="13" fill="var(--accent)" />
    <circle cx="14" cy="14" r="8.6" fill="none" stroke="var(--on-accent)" strokeWidth="1.8" strokeDasharray="2.6 1.6" />
    <path
      d="M8.5 14.5c1.4-1.3 2.8-1.3 4.1 0s2.8 1.3 4.1 0 2.4-1.2 2.8-.9"
      fill="none"
      stroke="var(--on-accent)"
      strokeWidth="1.9"
      strokeLinecap="round"
    />
  </svg>
)

export function Brand() {
  const { t } = useTranslation()
  return (
    <Link to={hrefOf('farm')} className={styles.brand} aria-label={t('Садок: на главную')}>
      <Mark />
      <span className={styles.name}>{t('Садок', { context: 'название' })}</span>
    </Link>
  )
}
