import { afterEach, describe, expect, it } from 'vitest'
import { showNumbersIn } from '../../format'
import { brieflyAverage, brieflyKg, caretIn, cleanDecimal, gramsToKg, kgToGrams, toShown, toText } from './decimal-text'

describe('cleanDecimal', () => {
  it.each([
    ['0,5', 6, '0.5'],
    ['0.5', 6, '0.5'],
    ['12', 0, '12'],
    ['12,', 6, '12.'],
    ['12,7', 0, '12'],
    [',5', 6, '.5'],
    ['1,2,3', 6, '1.23'],
    ['1 234,5', 6, '1234.5'],
    ['1\u00a0234,5 кг', 6, '1234.5'],
    ['1,234.5', 6, '1234.5'],
    ['1.234.567,89', 6, '1234567.89'],
    ['0,12345678', 6, '0.123456'],
    ['-5', 6, '5'],
    ['', 6, ''],
  ])('%s with %d decimals is %s', (typed, decimals, value) => expect(cleanDecimal(typed, decimals)).toBe(value))
})

describe('what the field shows', () => {
  afterEach(() => showNumbersIn('ru'))
  it('has thousands apart and the mark of its language', () => {
    expect(toShown('1234.50')).toBe('1\u00a0234,50')
    expect(toShown('1234567.5')).toBe('1\u00a0234\u00a0567,5')
    expect(toShown('999')).toBe('999')
    expect(toShown('')).toBe('')
    showNumbersIn('en')
    expect(toShown('1234.50')).toBe('1\u00a0234.50')
    expect(toShown('-0.')).toBe('\u22120.')
  })
  it('shows a number without exponent or float noise', () => {
    expect(toText(0.000001)).toBe('0.000001')
    expect(toText(0.1 + 0.2)).toBe('0.3')
    expect(toText(100)).toBe('100')
    expect(toText(null)).toBe('')
  })
  it.each([
    ['490.731707', '490.732'],
    ['27.7', '27.7'],
    ['12.000001', '12'],
    ['0.000351', '0.000351'],
    ['', ''],
  ])('writes a total of %s kg as %s', (kg, written) => expect(brieflyKg(kg)).toBe(written))
  it.each([
    ['2.314253', 'kg', '2.3143'],
    ['2314.253', 'g', '2314.3'],
    ['0.004567', 'kg', '0.00457'],
    ['4.567', 'g', '4.57'],
    ['0.000351', 'kg', '0.000351'],
    ['0.351', 'g', '0.351'],
  ] as const)('writes an average of %s %s as %s', (text, unit, written) =>
    expect(brieflyAverage(text, unit)).toBe(written),
  )
})

describe('kilograms and grams', () => {
  it.each([
    ['0.452', '452'],
    ['1.845', '1845'],
    ['1.8976333', '1897.6333'],
    ['0.0005', '0.5'],
    ['2', '2000'],
    ['0', '0'],
    ['', ''],
  ])('%s kg is %s g and back', (kg, grams) => {
    expect(kgToGrams(kg)).toBe(grams)
    expect(gramsToKg(grams)).toBe(kg)
  })
  it('reads a value that is still being typed', () => {
    expect(gramsToKg('452.')).toBe('0.452')
    expect(kgToGrams('.5')).toBe('500')
  })
})

describe('the caret', () => {
  // | is the caret: in what the key left, and in what is shown then
  it.each([
    ['2000|', '2\u00a0000|'],
    ['2\u00a00000|', '20\u00a0000|'],
    ['12|\u00a0000', '12|\u00a0000'],
    ['1|\u00a0000', '1\u00a0|000'],
    ['120|\u00a0000', '120|\u00a0000'],
    ['1234|,5', '1\u00a0234|,5'],
    ['1.|', '1,|'],
    ['|', '|'],
  ])('of %s stands in %s', (typed, shown) => {
    const caret = typed.indexOf('|')
    const place = caretIn(shown.replace('|', ''), typed.replace('|', ''), caret)
    expect(shown.replace('|', '').slice(place).replace(/\D/g, '')).toBe(
      shown.slice(shown.indexOf('|')).replace(/\D/g, ''),
    )
    expect(place).toBeLessThanOrEqual(shown.length - 1)
  })
})
