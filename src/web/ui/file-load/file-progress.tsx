import { useTranslation } from '../../i18n'
import classes from './file-load.module.css'

/** Progress of a file: uploading, then processed by the server. */
export function FileProgress({ name, share }: { name: string; share: number }) {
  const { t } = useTranslation()
  const percent = Math.round(share * 100)
  const text = share < 1 ? t('Отправка {{percent}} %', { percent }) : t('Проверка строк…')
  return (
    <div className={classes.progress} role="status">
      <span>
        {name} <b>{text}</b>
      </span>
      <progress value={share < 1 ? share : undefined} aria-label={text} />
    </div>
  )
}
