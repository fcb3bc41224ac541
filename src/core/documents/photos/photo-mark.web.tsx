import type { ReactNode } from 'react'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { openDocument } from '../open/open-document.web'
import styles from './photo-mark.module.css'

interface PhotoMarkProps {
  row: { id: number; photos: number }
  children?: ReactNode
}

/** How many photographs a row has, beside its first cell; it opens the document with them. */
export function PhotoMark({ row, children }: PhotoMarkProps) {
  const { t } = useTranslation()
  if (row.photos === 0) return children
  const told = t('Фото: {{photos}}', { photos: row.photos })
  return (
    <span className={styles.cell}>
      {children}
      <button
        type="button"
        className={styles.mark}
        aria-label={told}
        title={told}
        onClick={(event) => {
          // the row opens something else
          event.stopPropagation()
          openDocument(row.id)
        }}
      >
        <Icon name="photo" size={16} />
        {row.photos > 1 && row.photos}
      </button>
    </span>
  )
}
