import type { ReactNode } from 'react'
import { Button, Loader } from '@mantine/core'
import { errorText } from '../api'
import { useTranslation } from '../i18n'
import { Icon, type IconName } from '../icons'
import styles from './full-page.module.css'
import shared from '../styles/shared.module.css'

interface FullPageProps {
  icon: IconName
  title: string
  text: string
  action: ReactNode
  danger?: boolean
  /** shown inside the page frame, which already has a `main` element */
  framed?: boolean
}

/** A single message that takes the place of a page. */
export function FullPage({ icon, title, text, action, danger, framed }: FullPageProps) {
  const Box = framed ? 'div' : 'main'
  return (
    <Box className={styles.page}>
      <span className={shared.mark} data-large data-danger={danger || undefined}>
        <Icon name={icon} size={24} />
      </span>
      <h1>{title}</h1>
      <p>{text}</p>
      {action}
    </Box>
  )
}

/** The page could not be loaded: no server, or an error of ours. */
export function PageFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <FullPage
      icon="alert"
      danger
      title={t('Не удалось открыть страницу')}
      text={errorText(error)}
      action={
        <Button onClick={onRetry} leftSection={<Icon name="refresh" />}>
          {t('Повторить')}
        </Button>
      }
    />
  )
}

export function PagePending() {
  const { t } = useTranslation()
  return (
    <div className={`${styles.page} ${styles.pending}`} role="status" aria-label={t('Загрузка')}>
      <Loader />
    </div>
  )
}
