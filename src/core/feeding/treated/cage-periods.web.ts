/** What is told of fasting and of the withdrawal periods of a cage's fish. */
import { daysBetween, showDay } from '../../../shared/dates'
import { daysUntil, isOpenOn, periodOf } from '../../../shared/fish/withdrawal-period'
import { NBSP, showAmount, showCount } from '../../../web/format'
import type { TFunction } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import type { GoodRow } from '../../goods/good.contract'
import { cagePeriodCalls, type CagePeriods, type OpenPeriodRow } from './cage-periods.contract'

/** The periods that are still open today: the answer may be one of yesterday. */
export function useCagePeriods(cage: number, today: string): CagePeriods | undefined {
  const { data } = useCall(cagePeriodCalls.now, {})
  const own = data?.find(({ cage_id }) => cage_id === cage)
  return own && { ...own, periods: own.periods.filter(({ free_on }) => isOpenOn(free_on, today)) }
}

/** Of each medicine once, what ends last first. */
export const byMedicine = (periods: readonly OpenPeriodRow[]): OpenPeriodRow[] =>
  periods.filter(({ good_id }, index) => periods.findIndex((one) => one.good_id === good_id) === index)

/** «до ~14.12.2026»; a day that follows from days alone is certain. */
export const untilText = ({ free_on, degree_days }: OpenPeriodRow, t: TFunction): string =>
  free_on === null ? t('срок неизвестен') : t(degree_days > 0 ? 'до ~{{day}}' : 'до {{day}}', { day: showDay(free_on) })

/** «ещё 6 дней (210 из 500 °дней), Оксивет, до ~14.12.2026». */
export function periodText(one: OpenPeriodRow, today: string, t: TFunction): string {
  const left = daysUntil(one.free_on, today)
  const warmth =
    one.degree_days > 0 &&
    t('({{passed}} из {{wanted}} °дней)', {
      passed: showCount(Math.floor(one.degree_days_passed)),
      wanted: showCount(one.degree_days),
    })
  const term = [left !== null && t('ещё {{count}} дней', { count: left }), warmth].filter(Boolean).join(' ')
  return [term, one.medicine, untilText(one, t)].filter(Boolean).join(', ')
}

/** «3 дня, 21 °дней»; null for fish that were fed today, and while nothing is known. */
export function fastingText({ fed_on, degree_days_unfed }: CagePeriods, today: string, t: TFunction): string | null {
  const days = fed_on === null ? 0 : daysBetween(fed_on, today)
  if (days <= 0) return null
  const warmth = `${showAmount(degree_days_unfed, 0)}${NBSP}${t('°дней')}`
  return `${t('{{count}} дней', { count: days })}, ${warmth}`
}

/** «7 дн, 500 °дней» of a medicine, whether it names them or not. */
export function namedPeriodText(
  { withdrawal_days, withdrawal_degree_days }: Pick<GoodRow, 'withdrawal_days' | 'withdrawal_degree_days'>,
  t: TFunction,
): string {
  const { days, degree_days } = periodOf({ days: withdrawal_days, degree_days: withdrawal_degree_days })
  const parts = [
    days > 0 && `${showCount(days)}${NBSP}${t('дн')}`,
    degree_days > 0 && `${showCount(degree_days)}${NBSP}${t('°дней')}`,
  ]
  return parts.filter(Boolean).join(', ') || t('нет')
}
