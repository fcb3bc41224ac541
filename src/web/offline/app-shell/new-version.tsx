import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { useNewVersion } from './shell'
import styles from './new-version.module.css'

/** Offers a new version in the top bar once it is installed; nobody is interrupted. */
export function NewVersion() {
  const { t } = useTranslation()
  const take = useNewVersion()
  if (!take) return null
  return (
    <button type="button" className={styles.button} title={t('Вышла новая версия')} onClick={take}>
      <Icon name="refresh" size={16} />
      <span>{t('Обновить')}</span>
    </button>
  )
}
