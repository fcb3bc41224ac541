import { describe, expect, test } from 'vitest'
import { companySettings } from '../../../shared/settings'
import {
  applied,
  type Book,
  fishAfter,
  freshLine,
  growthAlert,
  isOfOthers,
  isWrong,
  kept,
  type Line,
  lineOf,
  rateAlert,
  sentOf,
  sumsByFeed,
  verdictOf,
  withFeed,
  withFish,
  withText,
  wrongCells,
} from './plan-model.web'

const M = 1_000_000
const season = {
  from: { day: 1, month: 1 },
  to: { day: 31, month: 12 },
  temperatures: [6, 10],
  coefficients: [1.1 * M, M],
  rows: [{ min: 100_000, max: 500_000, fcr: 1.05 * M, rates: [0.8 * M, 1.5 * M] }],
}
const known = { coefficient: 1, oxygen: null, temperature: 10, feed_type_id: 7 }
const book: Book = {
  norms: new Map([[7, { feed_type_id: 7, version: 1, seasons: [season] }]]),
  knownOf: () => known,
  rules: { matching: 'nearest', water: companySettings.parse({}) },
}
const row = {
  date: '26.11.2026',
  cage_id: 3,
  feed_type_id: 7,
  avg_weight: 0.202857,
  count: 10_000,
  weight: 2028.571429,
  temperature: 10,
  rate: 30.428571,
  growth: 28.979592,
  is_rate_alert_dismissed: false,
  is_growth_alert_dismissed: false,
}
const texts = ({ cells }: Line) => Object.values(cells).map(({ text }) => text)
const alerts = (line: Line) => [rateAlert(line, verdictOf(line, book)), growthAlert(line, verdictOf(line, book))]

test('a row shows its numbers rounded and saves them exact', () => {
  const line = lineOf(row)
  expect(texts(line)).toEqual(['0.2029', '10000', '10.0', '30.43', '28.98'])
  expect(sentOf(line)).toEqual({ ...row, is_rate_alert_dismissed: false })
  expect(alerts(line)).toEqual([null, null])
})

describe('a typed rate', () => {
  test('that differs from the ration is an alert; the growth follows it', () => {
    const line = withText(lineOf(row), 'rate', '28', book)
    expect(texts(line).slice(3)).toEqual(['28', '26.67'])
    expect(alerts(line)).toEqual(['alert', null])
  })

  test('is taken back, or left, and then asked about no more until it is typed again', () => {
    const typed = withText(lineOf(row), 'rate', '28', book)
    expect(texts(applied(typed, 'rate', book)).slice(3)).toEqual(['30.43', '28.98'])
    const left = kept(typed, 'rate')
    expect(alerts(left)).toEqual(['kept', null])
    expect(sentOf(left).is_rate_alert_dismissed).toBe(true)
    expect(alerts(withText(left, 'rate', '27', book))).toEqual(['alert', null])
  })

  test('that is the ration at two decimals is none', () => {
    expect(alerts(withText(lineOf(row), 'rate', '30.43', book))).toEqual([null, null])
  })
})

test('a typed growth stays when the rate changes, and both are asked about', () => {
  const line = withText(withText(lineOf(row), 'growth', '25', book), 'rate', '28', book)
  expect(texts(line).slice(3)).toEqual(['28', '25'])
  expect(alerts(line)).toEqual(['alert', 'alert'])
  expect(texts(applied(line, 'growth', book)).slice(3)).toEqual(['28', '26.67'])
})

test('a changed count or average changes the biomass, and with it the ration', () => {
  const line = withText(lineOf(row), 'count', '5000', book)
  expect(line.weight).toBe(202_857 * 5000)
  expect(alerts(line)).toEqual(['alert', null])
  expect(verdictOf(line, book).calcRate).toBe(Math.round(202_857 * 5000 * 0.015))
})

test('what is no number makes a row wrong, in its own cell', () => {
  const wrong = (key: 'count' | 'temperature' | 'avg_weight', text: string) =>
    wrongCells(withText(lineOf(row), key, text, book))
  expect(wrong('temperature', '4;2')).toEqual(['temperature'])
  expect(wrong('count', '1.5')).toEqual(['count'])
  expect(wrong('avg_weight', '0')).toEqual(['avg_weight'])
  expect(isWrong(lineOf(row))).toBe(false)
  expect(isWrong({ ...lineOf(row), feed: '' })).toBe(true)
})

test('a feed without norms leaves what was there; one with norms fills in what is empty', () => {
  const fish = { cage_id: 3, avg_weight: 0.2, count: 10_000, weight: 2000 }
  const line = freshLine('new', row.date, fish, { ...known, feed_type_id: null }, book)
  expect(texts(line)).toEqual(['0.2000', '10000', '10.0', '', ''])
  expect(texts(withFeed(line, '7', book)).slice(3)).toEqual(['30.00', '28.57'])
  const other = withFeed(lineOf(row), '8', book)
  expect([texts(other)[3], verdictOf(other, book).calcRate]).toEqual(['30.43', null])
})

test('the next day begins with the biomass and its growth', () => {
  const next = freshLine('next', '27.11.2026', fishAfter(lineOf(row)), known, book)
  expect(texts(next)).toEqual(['0.2058', '10000', '10.0', '30.86', '29.39'])
})

test('feeds are summed, rows without one are left out', () => {
  const lines = [lineOf(row), lineOf(row), { ...lineOf(row), feed: '' }]
  expect([...sumsByFeed(lines)]).toEqual([['7', 60_857_142]])
})

describe('fish that are others by now', () => {
  const fish = { cage_id: 3, avg_weight: 0.202857, count: 10_000, weight: 2028.571429 }

  test('are told by their number, and by an average that is off by more than growth of a day or two', () => {
    const line = lineOf(row)
    expect(isOfOthers(line, fish)).toBe(false)
    expect(isOfOthers(line, { ...fish, avg_weight: 0.2045 })).toBe(false)
    expect(isOfOthers(line, { ...fish, avg_weight: 0.205 })).toBe(true)
    expect(isOfOthers(line, { ...fish, count: 9999 })).toBe(true)
    expect(isOfOthers(withText(line, 'count', '', book), fish)).toBe(false)
  })

  test('take the place of those of the row; the feed stays, and says that it is no longer the ration', () => {
    const now = withFish(lineOf(row), { cage_id: 3, avg_weight: 0.22, count: 5000, weight: 1100 }, book)
    expect(texts(now)).toEqual(['0.2200', '5000', '10.0', '30.43', '28.98'])
    expect(now.weight).toBe(1100 * M)
    expect(alerts(now)).toEqual(['alert', null])
    expect(isOfOthers(now, { cage_id: 3, avg_weight: 0.22, count: 5000, weight: 1100 })).toBe(false)
  })
})
