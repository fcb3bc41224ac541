import { describe, expect, it } from 'vitest'
import { presetOf, presetPeriod, PRESETS, shiftPeriod } from './periods'

const today = '2026-11-20'

describe('presets', () => {
  it.each([
    ['Сегодня', '2026-11-20', '2026-11-20'],
    ['Вчера', '2026-11-19', '2026-11-19'],
    ['7 дней', '2026-11-14', '2026-11-20'],
    ['30 дней', '2026-10-22', '2026-11-20'],
    ['Месяц', '2026-11-01', '2026-11-20'],
    ['Год', '2026-01-01', '2026-11-20'],
  ] as const)('%s is %s to %s', (preset, start, end) => expect(presetPeriod(preset, today)).toEqual({ start, end }))

  it('are found again', () => {
    for (const preset of PRESETS) expect(presetOf(presetPeriod(preset, today), today)).toBe(preset)
    expect(presetOf({ start: '2026-10-01', end: '2026-10-31' }, today)).toBeUndefined()
  })
})

describe('the arrows', () => {
  const before = (start: string, end: string) => shiftPeriod({ start, end }, -1, today)
  const after = (start: string, end: string) => shiftPeriod({ start, end }, 1, today)

  it('move by as many days as are shown', () => {
    expect(before('2026-11-20', '2026-11-20')).toEqual({ start: '2026-11-19', end: '2026-11-19' })
    expect(before('2026-10-22', '2026-11-20')).toEqual({ start: '2026-09-22', end: '2026-10-21' })
    expect(after('2026-11-01', '2026-11-07')).toEqual({ start: '2026-11-08', end: '2026-11-14' })
  })
  it('move by calendar months and years', () => {
    expect(before('2026-11-01', '2026-11-20')).toEqual({ start: '2026-10-01', end: '2026-10-31' })
    expect(before('2026-03-01', '2026-03-31')).toEqual({ start: '2026-02-01', end: '2026-02-28' })
    expect(after('2026-10-01', '2026-10-31')).toEqual({ start: '2026-11-01', end: '2026-11-20' })
    expect(before('2026-01-01', '2026-11-20')).toEqual({ start: '2025-01-01', end: '2025-12-31' })
    expect(before('2026-01-01', '2026-01-31')).toEqual({ start: '2025-12-01', end: '2025-12-31' })
    expect(after('2025-01-01', '2025-12-31')).toEqual({ start: '2026-01-01', end: '2026-11-20' })
  })
  it('never pass today', () => {
    expect(after('2026-11-20', '2026-11-20')).toBeNull()
    expect(after('2026-11-10', '2026-11-17')).toEqual({ start: '2026-11-13', end: '2026-11-20' })
  })
  it('take the first day of a month as a day', () => {
    expect(shiftPeriod({ start: '2026-11-01', end: '2026-11-01' }, -1, '2026-11-01')).toEqual({
      start: '2026-10-31',
      end: '2026-10-31',
    })
  })
})
