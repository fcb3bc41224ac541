import { useLocalStorage } from '@mantine/hooks'
import { dayOf } from '../../shared/dates'
import type { User } from '../../shared/user'
import { useTranslation } from '../i18n'
import { Icon } from '../icons'
import { Link } from '../router'
import { useCan, useNow, useUser } from '../session'
import styles from './subscription-banner.module.css'

const SOON_DAYS = 40
/** From here on the reminder is a warning. */
const URGENT_DAYS = 7

type Subscription = User['company']['subscription']

/** What the banner says, as i18n keys: the trial is masculine in Russian, the subscription feminine. */
export function subscriptionState(
  subscription: Subscription,
): { subject: string; end: string; expired: boolean; urgent: boolean } | null {
  const { type, days_left: daysLeft } = subscription
  if (daysLeft > SOON_DAYS) return null
  const trial = type === 'trial'
  const subject = trial ? 'Пробный период' : 'Подписка'
  if (daysLeft < 0) return { subject, end: trial ? 'закончился' : 'закончилась', expired: true, urgent: true }
  if (daysLeft === 0) return { subject, end: 'закончится сегодня', expired: false, urgent: true }
  return { subject, end: 'закончится через {{count}} дней ({{date}})', expired: false, urgent: daysLeft <= URGENT_DAYS }
}

const HIDDEN = 'banner-hidden-on'

/** Shown until it is put away for the day; an end that has come stays. */
function useBanner() {
  const { subscription } = useUser().company
  const today = dayOf(useNow())
  const [hiddenOn, setHiddenOn] = useLocalStorage({ key: HIDDEN, defaultValue: '', getInitialValueInEffect: false })
  const state = subscriptionState(subscription)
  const shown = state !== null && (state.expired || hiddenOn !== today)
  return { state: shown ? state : null, subscription, hide: () => setHiddenOn(today) }
}

/** The side bar ends where the screen does, however many lines this takes. */
function tellHeight(banner: HTMLElement | null) {
  if (!banner) return undefined
  const root = document.documentElement.style
  const sizes = new ResizeObserver(() => root.setProperty('--banner-h', `${banner.offsetHeight}px`))
  sizes.observe(banner)
  return () => {
    sizes.disconnect()
    root.removeProperty('--banner-h')
  }
}

export function SubscriptionBanner() {
  const { t } = useTranslation()
  const can = useCan()
  const { state, subscription, hide } = useBanner()
  if (!state) return null
  const end = t(state.end, { count: subscription.days_left, date: subscription.end_date })
  return (
    <div
      ref={tellHeight}
      className={`${styles.banner} no-print`}
      role="status"
      data-expired={state.expired || undefined}
      data-calm={!state.urgent || undefined}
    >
      <Icon name={state.expired ? 'lock' : state.urgent ? 'alert' : 'info'} size={16} className={styles.icon} />
      <p>
        <b>
          {t(state.subject)} {end}.
        </b>{' '}
        {state.expired
          ? t('Основные функции отключены: остались просмотр таблиц и отчётов и выгрузка данных.')
          : t('Затем основные функции отключатся: останутся просмотр таблиц и отчётов и выгрузка данных.')}{' '}
        {can('access subscription') && <Link to="/subscription">{t('Оформить подписку')}</Link>}
      </p>
      {!state.expired && (
        <button
          type="button"
          className={styles.hide}
          aria-label={t('Скрыть до завтра')}
          title={t('Скрыть до завтра')}
          onClick={hide}
        >
          <Icon name="x" size={16} />
        </button>
      )}
    </div>
  )
}
