import { hrefOf } from '../../../shared/pages'
import type { User } from '../../../shared/user'
import { useTranslation } from '../../i18n'
import { Link } from '../../router/router'
import { useCan, useUser } from '../../session'
import { Banner } from './banner'

/** From this many days on the end is told of. */
const SOON_DAYS = 40
/** From this many days on the reminder is a warning. */
const URGENT_DAYS = 7

type Subscription = User['company']['subscription']

/** The text of the banner, as i18n keys: the trial is masculine in Russian, the subscription feminine. */
export function subscriptionState(
  subscription: Subscription,
): { subject: string; end: string; short: string; expired: boolean; urgent: boolean } | null {
  const { type, days_left: daysLeft } = subscription
  const trial = type === 'trial'
  if (daysLeft > SOON_DAYS) return null
  const subject = trial ? 'Пробный период' : 'Подписка'
  const state = (end: string, short = end) => ({
    ...{ subject, end, short },
    expired: daysLeft < 0,
    urgent: daysLeft <= URGENT_DAYS,
  })
  if (daysLeft < 0) return state(trial ? 'закончился' : 'закончилась')
  if (daysLeft === 0) return state('закончится сегодня')
  return state('закончится через {{count}} дней ({{date}})', 'осталось {{count}} дней')
}

const HIDDEN = 'banner-hidden-on'

/** Shown until hidden for the day; an ended subscription cannot be hidden. */
export function SubscriptionBanner() {
  const { t } = useTranslation()
  const can = useCan()
  const { subscription } = useUser().company
  const state = subscriptionState(subscription)
  if (!state) return null
  const { days_left: count, end_date: date } = subscription
  const told = (end: string, between = ' ') => `${t(state.subject)}${between}${t(end, { count, date })}.`
  return (
    <Banner
      tone={state.expired ? 'expired' : state.urgent ? 'urgent' : 'calm'}
      hidden={HIDDEN}
      title={told(state.end)}
      short={state.short === state.end ? undefined : told(state.short, ': ')}
    >
      {state.expired
        ? t('Основные функции отключены: остались просмотр таблиц и отчётов и выгрузка данных.')
        : t('Затем основные функции отключатся: останутся просмотр таблиц и отчётов и выгрузка данных.')}{' '}
      {can('access subscription') && <Link to={hrefOf('subscription')}>{t('Оформить подписку')}</Link>}
    </Banner>
  )
}
