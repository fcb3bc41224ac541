import { describe, expect, it } from 'vitest'
import { showAmount, showAverage, showCount, showDateTime, showKg, showNumber, showPercent } from './format'

const nbsp = (text: string) => text.replaceAll(' ', '\u00a0')

describe('numbers for the eye', () => {
  it('groups thousands by a no-break space and writes a comma', () => {
    expect(showCount(10842)).toBe(nbsp('10 842'))
    expect(showKg(20003.456)).toBe(nbsp('20 003,5'))
    expect(showNumber(1200, 1)).toBe(nbsp('1 200,0'))
    expect(showKg(1_234_567.8)).toBe(nbsp('1 234 567,8'))
    expect(showCount(9754)).toBe(nbsp('9 754'))
  })

  it('writes a true minus and never a minus zero', () => {
    expect(showCount(-12)).toBe('\u221212')
    expect(showKg(-22.84)).toBe('\u221222,8')
    expect(showPercent(-0.004)).toBe(nbsp('0,00 %'))
    expect(showCount(-0)).toBe('0')
  })

  it('never shows a little mass as none', () => {
    expect([0.0999, 0.035, 0.001].map((kg) => showKg(kg))).toEqual(['0,1', '0,035', '0,001'])
    expect([0.000999, 0.000001].map((kg) => showKg(kg))).toEqual([nbsp('< 0,001'), nbsp('< 0,001')])
    expect(showKg(-0.0004)).toBe(nbsp('> \u22120,001'))
    expect([showKg(0), showKg(0.000452, 6), showKg(0.1)]).toEqual(['0,0', '0,000452', '0,1'])
  })

  it('shows a dash where there is no value', () => {
    for (const show of [showCount, showKg, showAmount, showPercent, showNumber]) {
      expect(show(null)).toBe('—')
      expect(show(undefined)).toBe('—')
      expect(show(Number.NaN)).toBe('—')
    }
    expect(showDateTime(null)).toBe('—')
    expect(showAverage(0, 'kg')).toBe('—')
  })

  it('keeps up to six decimals of an amount, without idle zeros', () => {
    expect(showAmount(12.25)).toBe('12,25')
    expect(showAmount(1000)).toBe(nbsp('1 000'))
    expect(showAmount(0.000001)).toBe('0,000001')
    expect(showAmount(0)).toBe('0')
  })

  it('shows the average in the unit of the user', () => {
    expect(showAverage(1.845, 'kg')).toBe('1,8450')
    expect(showAverage(1.845, 'g')).toBe(nbsp('1 845'))
    expect(showAverage(0.0125, 'g')).toBe('12,5')
    expect(showAverage(0.00215, 'g')).toBe('2,15')
    expect(showAverage(0.18566, 'g')).toBe('186')
  })

  it('puts a no-break space before the percent sign', () => {
    expect(showPercent(0.107)).toBe(nbsp('0,11 %'))
    expect(showPercent(103, 0)).toBe(nbsp('103 %'))
  })

  it('shows an instant as a farm writes it', () => {
    expect(showDateTime('2026-11-20T08:30')).toBe('20.11.2026 08:30')
  })
})
