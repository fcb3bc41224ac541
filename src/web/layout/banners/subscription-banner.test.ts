import { describe, expect, it } from 'vitest'
import { i18n } from '../../i18n'
import { subscriptionState } from './subscription-banner'

const banner = (type: string, daysLeft: number) => {
  const state = subscriptionState({ type, start_date: '', end_date: '14.03.2027', days_left: daysLeft })
  return state && `${state.subject} ${i18n.t(state.end, { count: daysLeft, date: '14.03.2027' })}`
}

describe('the subscription banner', () => {
  it('is silent more than 40 days before the end', () => {
    expect(banner('paid', 41)).toBeNull()
    expect(banner('paid', 40)).toBe('Подписка закончится через 40 дней (14.03.2027)')
  })

  it('tells of a trial as long before', () => {
    expect(banner('trial', 41)).toBeNull()
    expect(banner('trial', 40)).toBe('Пробный период закончится через 40 дней (14.03.2027)')
    expect(banner('trial', 30)).toBe('Пробный период закончится через 30 дней (14.03.2027)')
  })

  it('declines the days as Russian does', () => {
    expect(banner('paid', 1)).toBe('Подписка закончится через 1 день (14.03.2027)')
    expect(banner('trial', 3)).toBe('Пробный период закончится через 3 дня (14.03.2027)')
    expect(banner('paid', 11)).toBe('Подписка закончится через 11 дней (14.03.2027)')
    expect(banner('paid', 21)).toBe('Подписка закончится через 21 день (14.03.2027)')
  })

  it('knows today and afterwards, in the gender of its subject', () => {
    expect(banner('paid', 0)).toBe('Подписка закончится сегодня')
    expect(banner('paid', -1)).toBe('Подписка закончилась')
    expect(banner('trial', -5)).toBe('Пробный период закончился')
  })
})
