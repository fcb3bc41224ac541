import { describe, expect, test } from 'vitest'
import type { ChartSeries } from '../../../core/cages/measurement.contract'
import type { TFunction } from '../../../web/i18n'
import { chosenNames, linesOf, NO_PARAMETER, type ChartFilters } from './use-chart.web'

const t = ((text: string, values?: Record<string, string>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values?.[name] ?? '')) as TFunction

describe('the parameters of the chart', () => {
  const names = ['Температура', 'Кислород', 'Солёность']
  const choose = (param1: string, param2: string) => chosenNames({ param1, param2 } as ChartFilters, names)
  test('are the first two of the module until others are chosen', () => {
    expect(choose('', '')).toEqual(['Температура', 'Кислород'])
    expect(choose('Солёность', 'Температура')).toEqual(['Солёность', 'Температура'])
  })
  test('are one when the second is switched off, or when there is no other', () => {
    expect(choose('Кислород', NO_PARAMETER)).toEqual(['Кислород'])
    expect(chosenNames({ param1: '', param2: '' } as ChartFilters, ['Кислород'])).toEqual(['Кислород'])
  })
  test('are never one twice, nor one of another module', () => {
    expect(choose('Кислород', 'Кислород')).toEqual(['Кислород', 'Температура'])
    expect(choose('Мутность', 'Кислород')).toEqual(['Температура', 'Кислород'])
    expect(chosenNames({ param1: 'Кислород', param2: '' } as ChartFilters, [])).toEqual([])
  })
})

test('lines: the first parameter by the left scale, the second by the right, a sensor says so', () => {
  const series = (name: string, depth: number, external_input = false) =>
    ({
      name,
      depth,
      external_input,
      beautifulSymbol: '°C',
      points: [{ datetime: '2026-11-20T08:00', value: 8.128 }],
    }) as ChartSeries
  const lines = linesOf(
    [series('Кислород', 1), series('Температура', 1), series('Температура', 0, true), series('Солёность', 1)],
    ['Температура', 'Кислород'],
    false,
    t,
  )
  expect(lines.map(({ name, side, shade }) => [name.replaceAll('\u00a0', ' '), side, shade])).toEqual([
    ['Кислород, 1 м', 'right', 0],
    ['Температура, 1 м', 'left', 0],
    ['Температура, 0 м, датчик', 'left', 1],
  ])
  expect(lines[0]!.show!(8.128)).toBe('8,13')
  expect(lines[0]!.show!(8)).toBe('8,0')
})

test('over weeks a day is one point, the mean of its readings by hand; sensors keep each of theirs', () => {
  const points = [
    { datetime: '2026-11-20T08:10', value: 8, count: 1 },
    { datetime: '2026-11-20T08:40', value: 11, count: 2 },
    { datetime: '2026-11-21T08:10', value: 7, count: 1 },
  ]
  const series = (external_input: boolean) =>
    ({ name: 'Вода', depth: 1, external_input, beautifulSymbol: '°C', points }) as ChartSeries
  const [byHand, sensor] = linesOf([series(false), series(true)], ['Вода'], true, t)
  expect(byHand!.points).toEqual([
    { at: '2026-11-20T12:00', value: 10 },
    { at: '2026-11-21T12:00', value: 7 },
  ])
  expect([byHand!.daily, sensor!.daily]).toEqual([true, false])
  expect(sensor!.points).toHaveLength(3)
})
