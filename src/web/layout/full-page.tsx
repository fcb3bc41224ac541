import type { ReactNode } from 'react'
import { Button, Loader } from '@mantine/core'
import { errorText, isApiError } from '../api'
import { useTranslation } from '../i18n'
import { Icon, type IconName } from '../icons'
import { useOutlived } from '../offline/app-shell/shell'
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

/** The page could not be loaded: no server, an error of ours, or a version that the server has no longer. */
export function PageFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  const outlived = useOutlived() && !isApiError(error)
  if (outlived) return <Outlived />
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

function Outlived() {
  const { t } = useTranslation()
  return (
    <FullPage
      icon="refresh"
      title={t('Вышла новая версия')}
      text={t(
        'Программу обновили, пока страница была открыта. Обновите страницу: записанное и черновики форм останутся.',
      )}
      action={
        <Button onClick={() => location.reload()} leftSection={<Icon name="refresh" />}>
          {t('Обновить страницу')}
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
