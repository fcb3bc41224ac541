import type { ReactNode } from 'react'
import { useTranslation } from '../../../web/i18n'
import { openDocument } from './open-document.web'
import styles from './document-link.module.css'

/** What a document brought or took opens it. */
export function DocumentLink({ id, children }: { id: number; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <button type="button" className={styles.link} title={t('Открыть документ')} onClick={() => openDocument(id)}>
      {children}
    </button>
  )
}
