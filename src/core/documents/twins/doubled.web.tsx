/** Marks rows that another device recorded as well; a person may confirm that both are right. */
import type { ReactNode } from 'react'
import { call, errorText } from '../../../web/api'
import { i18n, useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { notifyError, notifySuccess } from '../../../web/notify'
import { invalidateTags } from '../../../web/query-client'
import { twinCalls } from './twins.contract'
import styles from './doubled.module.css'

export function DoubledMark({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <span className={styles.cell}>
      {children}
      <span className={styles.mark} title={t('Другое устройство записало то же и не могло знать об этой записи')}>
        <Icon name="alert" size={14} />
        {t('дважды?')}
      </span>
    </span>
  )
}

/** Both stand as they are. */
export async function keepBoth(id: number): Promise<void> {
  try {
    await call(twinCalls.keep, { id }, { quiet: true })
    notifySuccess(i18n.t('Обе записи оставлены'))
    await invalidateTags(['fish', 'goods'])
  } catch (error) {
    notifyError(errorText(error))
  }
}
