import { useTranslation } from '../i18n'
import classes from './failed-line.module.css'

/** Beside what stays readable without it: it was not loaded, and may be asked for again. */
export function FailedLine({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <p className={classes.line} role="alert">
      {t('Ошибка получения данных')}{' '}
      <button type="button" onClick={onRetry}>
        {t('Повторить')}
      </button>
    </p>
  )
}
