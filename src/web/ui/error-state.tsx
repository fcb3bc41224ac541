import { Button } from '@mantine/core'
import { errorText, isUnreachable } from '../api'
import { useTranslation } from '../i18n'
import { Icon } from '../icons'
import classes from './state.module.css'
import shared from '../styles/shared.module.css'

interface ErrorStateProps {
  error?: unknown
  /** 'Ошибка получения данных' unless given */
  title?: string
  onRetry?: () => void
}

/** Shown where content failed to load: the error and «Повторить». */
export function ErrorState({ error, title, onRetry }: ErrorStateProps) {
  const { t } = useTranslation()
  // the server is unreachable and this was never loaded on the device
  const away = isUnreachable(error)
  return (
    <div className={classes.state} role="alert">
      <span className={shared.mark} data-large data-danger={away ? undefined : true}>
        <Icon name={away ? 'wifi0' : 'alert'} size={24} />
      </span>
      <p>
        <strong>{away ? t('Не загружено на это устройство') : (title ?? t('Ошибка получения данных'))}</strong>
        {error !== undefined && error !== null && <span>{errorText(error)}</span>}
      </p>
      {onRetry && (
        <div className={classes.action}>
          <Button variant="default" leftSection={<Icon name="refresh" size={16} />} onClick={onRetry}>
            {t('Повторить')}
          </Button>
        </div>
      )}
    </div>
  )
}
