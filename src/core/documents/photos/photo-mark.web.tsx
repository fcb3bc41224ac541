import type { ReactNode } from 'react'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import styles from './photo-mark.module.css'

interface PhotoMarkProps {
  row: { photos: number }
  children?: ReactNode
}

/** How many photographs a row has, beside its first cell. */
export function PhotoMark({ row, children }: PhotoMarkProps) {
  const { t } = useTranslation()
  if (row.photos === 0) return children
  const told = t('Фото: {{photos}}', { photos: row.photos })
  return (
    <span className={styles.cell}>
      <span>{children}</span>
      <span className={styles.mark} role="img" aria-label={told} title={told}>
        <Icon name="photo" size={16} />
        {row.photos > 1 && row.photos}
      </span>
    </span>
  )
}
