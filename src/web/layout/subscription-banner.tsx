import { useTranslation } from 'react-i18next'
import type { User } from '../../shared/user'
import { Icon } from '../icons'
import { useUser } from '../session'
import styles from './subscription-banner.module.css'

const SOON_DAYS = 40

type Subscription = User['company']['subscription']

/** What the banner says, as i18n keys: the trial is masculine in Russian, the subscription feminine. */
export function subscriptionState(
  subscription: Subscription,
): { subject: string; end: string; expired: boolean } | null {
  const { type, days_left: daysLeft } = subscription
  if (daysLeft > SOON_DAYS) return null
  const trial = type === 'trial'
  const subject = trial ? 'Пробный период' : 'Подписка'
  if (daysLeft < 0) return { subject, end: trial ? 'закончился' : 'закончилась', expired: true }
  if (daysLeft === 0) return { subject, end: 'закончится сегодня', expired: false }
  return { subject, end: 'закончится через {{count}} дней ({{date}})', expired: false }
}

export const hasBanner = (subscription: Subscription): boolean => subscriptionState(subscription) !== null

export function SubscriptionBanner() {
  const { t } = useTranslation()
  const { subscription } = useUser().company
  const state = subscriptionState(subscription)
  if (!state) return null
  const end = t(state.end, { count: subscription.days_left, date: subscription.end_date })
  return (
    <div className={`${styles.banner} no-print`} role="status" data-expired={state.expired || undefined}>
      <Icon name={state.expired ? 'lock' : 'alert'} size={16} className={styles.icon} />
      <p>
        <b>
          {t(state.subject)} {end}.
        </b>{' '}
        {state.expired
          ? t('Основные функции отключены: остались просмотр таблиц и отчётов и выгрузка данных.')
          : t('Затем основные функции отключатся: останутся просмотр таблиц и отчётов и выгрузка данных.')}
      </p>
    </div>
  )
}
