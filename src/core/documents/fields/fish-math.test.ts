import { describe, expect, it } from 'vitest'
import { agree, calculate, follow, isFar, isOff, kgText, readCount, readMg, typedAverage } from './fish-math.web'

const texts = (count: string, avg_weight: string, weight: string) => ({ count, avg_weight, weight })
const kg = (value: number) => value * 1_000_000

describe('what is typed', () => {
  it('takes comma, point and spaces', () => {
    expect(readMg('0,452')).toBe(452_000)
    expect(readMg('1 234.5')).toBe(1_234_500_000)
    expect(readCount('11\u00a0242')).toBe(11_242)
  })
  it('knows what is not a number yet', () => {
    for (const text of ['', ',', '0', '-1', '1,1234567', 'abc', undefined]) expect(readMg(text)).toBeNull()
    for (const text of ['', '0', '1,5', '-2', undefined]) expect(readCount(text)).toBeNull()
    expect(readCount('0', 0)).toBe(0)
  })
  it('writes kilograms without idle zeros', () => {
    expect([kgText(22_771_600), kgText(kg(54_000)), kgText(1), kgText(0)]).toEqual([
      '22.7716',
      '54000',
      '0.000001',
      '0',
    ])
  })
})

describe('«рассчитать»', () => {
  it('count is the floor of weight by average', () => {
    expect(calculate('count', texts('', '0,3', '1'))).toBe('3')
    expect(calculate('count', texts('', '0,1', '0,3'))).toBe('3')
  })
  it('weight is count times average', () => {
    expect(calculate('weight', texts('12', '1,897633', ''))).toBe('22.771596')
  })
  it('average is weight by count to 6 decimals', () => {
    expect(calculate('avg_weight', texts('3', '', '1'))).toBe('0.333333')
  })
  it('gives nothing when one of the two is missing or too large', () => {
    expect(calculate('avg_weight', texts('0', '', '1'))).toBeNull()
    expect(calculate('weight', texts('', '0,3', ''))).toBeNull()
    expect(calculate('weight', texts('999999999', '999999', ''))).toBeNull()
  })
})

describe('a number that is retyped', () => {
  it('moves the third of three that agree', () => {
    expect(follow(texts('100', '0,45', '45'), 'count', '200')).toEqual(texts('200', '0,45', '90'))
    expect(follow(texts('100', '0,45', '45'), 'avg_weight', '0,5')).toEqual(texts('100', '0,5', '50'))
    expect(follow(texts('100', '0,45', '45'), 'weight', '50')).toEqual(texts('100', '0.5', '50'))
  })
  it('takes a rounded average for an agreeing one', () => {
    expect(agree(texts('3', '0,333333', '1'))).toBe(true)
  })
  it('leaves alone what did not agree or was not full', () => {
    expect(follow(texts('100', '0,45', '46'), 'count', '200')).toEqual(texts('200', '0,45', '46'))
    expect(follow(texts('100', '', '46'), 'count', '200')).toEqual(texts('200', '', '46'))
  })
})

describe('meaning of what is typed', () => {
  it('a weight wins over an average', () => {
    expect(typedAverage(texts('10', '0,5', '7'))).toBe(700_000)
    expect(typedAverage(texts('10', '', ''))).toBeNull()
  })
  it('asks above twice and below half of the book', () => {
    expect(isFar(4_500_000, 452_000)).toBe(true)
    expect(isFar(904_000, 452_000)).toBe(false)
    expect(isFar(225_999, 452_000)).toBe(true)
    expect(isFar(1, 0)).toBe(false)
  })
  it('speaks of selection above 5 %', () => {
    expect([isOff(475_000, 452_000), isOff(474_600, 452_000), isOff(429_000, 452_000)]).toEqual([true, false, true])
  })
})
