import { useTranslation } from '../i18n'
import { Icon } from '../icons'
import { Dropdown } from '../ui/overlay/dropdown'
import styles from './navbar.module.css'

export function Bell({ phone }: { phone: boolean }) {
  const { t } = useTranslation()
  const icon = <Icon name="bell" size={phone ? 22 : 18} />
  return (
    <Dropdown kind="dialog" label={t('Уведомления')} className={styles.tool} button={icon} width={280}>
      {() => <p className={styles.quiet}>{t('Новых уведомлений нет')}</p>}
    </Dropdown>
  )
}
