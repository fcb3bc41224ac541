import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anySeason } from '../../testing/feeding/any-norms'
import { textOf } from '../say'
import { gridOf, type NormGrid, readGrids } from './norm-grid'
import { gapsOf, overlapsOf, type Range, showRange } from './year'

const day = (text: string) => {
  const [number, month] = text.split('.').map(Number)
  return { day: number!, month: month! }
}
const range = (from: string, to: string): Range => ({ from: day(from), to: day(to) })

describe('parts of the year', () => {
  test('what no season holds is told as ranges, over New Year as one', () => {
    const gaps = (...ranges: Range[]) => gapsOf(ranges).map(showRange)
    expect(gaps(range('01.06', '30.09'))).toEqual(['01.10–31.05'])
    expect(gaps(range('01.06', '30.09'), range('01.10', '31.05'))).toEqual([])
    expect(gaps(range('01.01', '28.02'), range('01.03', '31.12'))).toEqual(['29.02'])
    expect(gaps(range('15.12', '15.01'), range('01.03', '31.05'))).toEqual(['16.01–29.02', '01.06–14.12'])
    expect(gaps()).toEqual(['01.01–31.12'])
  })

  test('seasons that share a day meet, wherever New Year lies', () => {
    expect(overlapsOf([range('01.06', '30.09'), range('01.10', '31.05')])).toEqual([null, null])
    expect(overlapsOf([range('01.06', '30.09'), range('30.09', '31.05')])).toEqual([null, 0])
    expect(overlapsOf([range('01.11', '01.02'), range('01.02', '01.03'), range('31.12', '31.12')])).toEqual([
      null,
      0,
      0,
    ])
  })

  test('every day is held by a season or lies in a gap, never both', () => {
    const season = anySeason.map(({ from, to }) => ({ from, to }))
    fc.assert(
      fc.property(fc.array(season, { maxLength: 4 }), (seasons) => {
        const gaps = gapsOf(seasons)
        expect(overlapsOf(gaps).every((met) => met === null)).toBe(true)
        // of seasons first, a gap that met one would be told
        const met = overlapsOf([...seasons, ...gaps]).slice(seasons.length)
        expect(met.every((one) => one === null)).toBe(true)
        expect(gapsOf([...seasons, ...gaps])).toEqual([])
      }),
    )
  })
})

const typed = (): NormGrid => ({
  from: { day: '01', month: '06' },
  to: { day: '30', month: '09' },
  temperatures: ['10', '2', '6'],
  coefficients: ['1', '1,2', '1.05'],
  rows: [
    { min: '50', max: '100', fcr: '1,05', rates: ['2,1', '0.4', '1,5'] },
    { min: '100', max: '250,5', fcr: '1.1', rates: ['1,7', '0,3', '1,1'] },
  ],
})

const faultsOf = (change: (grid: NormGrid) => void, ...others: NormGrid[]) => {
  const grid = typed()
  change(grid)
  return readGrids([...others, grid]).faults.map(({ set, place, text }) => {
    const { in: where, ...at } = place
    return [set, where, ...Object.values(at), textOf(text)]
  })
}

describe('norms that are typed', () => {
  test('are read with comma or point, their columns in the order of temperatures', () => {
    expect(readGrids([typed()])).toEqual({
      faults: [],
      seasons: [
        {
          from: { day: 1, month: 6 },
          to: { day: 30, month: 9 },
          temperatures: [2, 6, 10],
          coefficients: [1_200_000, 1_050_000, 1_000_000],
          rows: [
            { min: 50_000, max: 100_000, fcr: 1_050_000, rates: [400_000, 1_500_000, 2_100_000] },
            { min: 100_000, max: 250_500, fcr: 1_100_000, rates: [300_000, 1_100_000, 1_700_000] },
          ],
        },
      ],
    })
  })

  test('stay what they are when they are shown and read again', () => {
    fc.assert(
      fc.property(anySeason, (season) => {
        expect(readGrids([gridOf(season)])).toEqual({ seasons: [season], faults: [] })
      }),
    )
  })

  test.each<[string, (grid: NormGrid) => void, unknown[]]>([
    ['no number', (grid) => (grid.rows[1]!.rates[2] = 'много'), ['rate', 1, 2, 'Не число: много']],
    ['nothing', (grid) => (grid.rows[0]!.rates[1] = ' '), ['rate', 0, 1, 'Заполните поле']],
    ['less than nothing', (grid) => (grid.rows[0]!.fcr = '-1'), ['fcr', 0, 'Не может быть меньше нуля']],
    ['no conversion', (grid) => (grid.rows[0]!.fcr = '0'), ['fcr', 0, 'Должно быть больше нуля']],
    ['more than all fish', (grid) => (grid.rows[0]!.rates[0] = '100.000001'), ['rate', 0, 0, 'Не больше 100']],
    [
      'a millionth of a millionth',
      (grid) => (grid.rows[0]!.rates[0] = '0,0000001'),
      ['rate', 0, 0, 'Не более 6 знаков после запятой'],
    ],
    ['half a degree', (grid) => (grid.temperatures[0] = '6,5'), ['temperature', 0, 'Целое число от −2 до 40']],
    ['hot water', (grid) => (grid.temperatures[0] = '41'), ['temperature', 0, 'Целое число от −2 до 40']],
    [
      'one temperature twice',
      (grid) => (grid.temperatures[1] = '10'),
      ['temperature', 1, 'Такая температура уже есть'],
    ],
    ['a row without width', (grid) => (grid.rows[1]!.max = '100'), ['max', 1, 'Должно быть больше начала навески']],
    [
      'rows that overlap',
      (grid) => (grid.rows[1]!.min = '99,999'),
      ['min', 1, 'Меньше конца строки выше: навески идут по возрастанию и не пересекаются'],
    ],
    [
      'a day that no year has',
      (grid) => (grid.from.day = '31'),
      ['range', 'Укажите период: день и месяц начала и конца'],
    ],
    ['no period', (grid) => (grid.to.month = ''), ['range', 'Укажите период: день и месяц начала и конца']],
    ['no weights', (grid) => (grid.rows = []), ['season', 'Нужна хотя бы одна навеска и одна температура']],
  ])('say where there is %s', (_, change, fault) => expect(faultsOf(change)).toEqual([[0, ...fault]]))

  test('may leave weights out between rows, and have a coefficient of zero', () => {
    expect(faultsOf((grid) => (grid.rows[1]!.min = '120'))).toEqual([])
    expect(faultsOf((grid) => (grid.coefficients[0] = '0'))).toEqual([])
  })

  test('of seasons that share days are refused under the later one', () => {
    const winter = { ...typed(), from: { day: '01', month: '10' }, to: { day: '01', month: '06' } }
    expect(faultsOf(() => undefined, winter)).toEqual([[1, 'range', 'Период пересекается с периодом 01.10–01.06']])
  })

  test('are bounded', () => {
    expect(readGrids(Array.from({ length: 13 }, typed)).faults).toHaveLength(1)
    const rows = (grid: NormGrid) => void (grid.rows = Array.from({ length: 61 }, () => grid.rows[0]!))
    expect(faultsOf(rows)).toEqual([[0, 'season', 'Не больше 60 строк навесок']])
    const columns = (grid: NormGrid) => void (grid.temperatures = Array.from({ length: 44 }, (_, at) => String(at)))
    expect(faultsOf(columns)).toEqual([[0, 'season', 'Не больше 43 столбцов температур']])
  })
})
