import type { ReactNode } from 'react'
import { useTranslation } from '../../../web/i18n'
import styles from './sent-by.module.css'

/** Shown under the author: an administrator sent it for them. */
export function SentBy({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      {children}
      <small className={styles.sender}>{t('отправитель: {{name}}', { name })}</small>
    </>
  )
}
