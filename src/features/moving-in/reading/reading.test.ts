/** What people write into books, and what it means. */
import { describe, expect, test } from 'vitest'
import { inEachLanguage } from '../../../server/language'
import { plain } from '../../../server/sheets/cells'
import { PAST_FIELDS, PAST_KINDS } from '../calls/past-words.contract'
import { isAmbiguousDay, isError, nameKey, readDay, readPrice, readQuantity } from './cells.server'
import { kindOfWords, planSheet } from './columns.server'

describe('a day', () => {
  test.each([
    ['03.03.2024', '2024-03-03'],
    ['03.03.24', '2024-03-03'],
    ['3 марта 2024', '2024-03-03'],
    ['3 мар. 2024 г.', '2024-03-03'],
    ['March 3, 2024', '2024-03-03'],
    ['2024-03-03T00:00', '2024-03-03'],
    ['03/04/2024', '2024-04-03'],
    ['04/23/2024', '2024-04-23'],
    [45_354, '2024-03-03'],
  ])('%s', (cell, day) => expect(readDay(cell, { dates: 'dmy' })).toMatchObject({ value: { day } }))
  test('with the month first is read so when somebody has said it', () =>
    expect(readDay('03/04/2024', { dates: 'mdy' })).toMatchObject({ value: { day: '2024-03-04' } }))
  test('that are numbers of a book from 1904 are four years and a day later', () =>
    expect(readDay(43_892, { dates: 'dmy', from1904: true })).toMatchObject({ value: { day: '2024-03-03' } }))
  test.each(['31.02.2024', '32 марта 2024', 'вчера', '2024', true])('%s is none', (cell) =>
    expect(readDay(cell, { dates: 'dmy' })).toHaveProperty('fault'),
  )
  test('may be read both ways only where both are days of a month', () =>
    expect(['03/04/2024', '13/04/2024', '04/13/2024', '04/04/2024', '03.04.2024'].map(isAmbiguousDay)).toEqual([
      'either',
      'dmy',
      'mdy',
      null,
      null,
    ]))
})

describe('a number', () => {
  test.each([
    [0.2, 'kg', 200_000],
    ['0,2', 'kg', 200_000],
    ['1 234,5', 'kg', 1_234_500_000],
    [200, 'g', 200_000],
    ['1,5 т', 'kg', 1_500_000_000],
    ['300 г', 'kg', 300_000],
    [0.1 + 0.2, 'kg', 300_000],
    [10.5, 'thousand', 10_500],
    ['10 тыс. шт', 'piece', 10_000],
    [7, 'piece', 7],
  ] as const)('%s in %s', (cell, unit, value) => expect(readQuantity(cell, unit)).toEqual({ value }))
  test.each([
    ['много', 'kg'],
    [0, 'kg'],
    [-5, 'piece'],
    [1.5, 'piece'],
    ['1,2,3', 'kg'],
    ['', 'kg'],
    ['10 шт', 'kg'],
    ['1,5 кг', 'piece'],
  ] as const)('%s in %s is none', (cell, unit) => expect(readQuantity(cell, unit)).toHaveProperty('fault'))
})

describe('a price', () => {
  test.each([
    ['95,5 руб.', 'kg', 9550],
    [95.5, 'kg', 9550],
    ['95 000 ₽', 't', 9500],
    [95_005, 't', 9501],
    [0, 'kg', 0],
  ] as const)('%s for a %s', (cell, unit, value) => expect(readPrice(cell, unit)).toEqual({ value }))
  test.each(['дорого', '-5', -5])('%s is none', (cell) => expect(readPrice(cell, 'kg')).toHaveProperty('fault'))
})

test('a cage is the same however it is written', () => {
  const written = ['7', 'Садок 7', 'садок №7', '№ 7', '07', ' САДОК  7 ', 'cage 7', 'Садок_x000D_ 7']
  expect(new Set(written.map((name) => nameKey('cage', name)))).toEqual(new Set(['7']))
  expect(nameKey('cage', '7А')).not.toBe('7')
  expect(nameKey('cage', 'Садок')).toBe('садок')
  expect(nameKey('generation', '«Весёлая»  2024 ')).toBe(nameKey('generation', 'Веселая 2024'))
})

test('errors of formulas are known in both languages', () =>
  expect(['#DIV/0!', '#Н/Д', '#SPILL!', ' #ССЫЛКА! ', '#7', 'N/A'].map(isError)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]))

test('a kind is known by the words of farms', () => {
  const words = ['Зарыбление', 'падёж', 'Контрольная навеска', 'Кормление', 'пересадка', 'Подъём', 'Продажа', 'harvest']
  expect(words.map(kindOfWords)).toEqual([
    'stocking',
    'retreat',
    'weighing',
    'feeding',
    'transfer',
    'withdrawal',
    'withdrawal',
    'withdrawal',
  ])
  expect(['Приход корма', 'Поступления', 'Завоз кормов', 'Receipts'].map(kindOfWords)).toEqual(
    Array.from({ length: 4 }, () => 'receipt'),
  )
  expect(kindOfWords('Поступление рыбы')).toBeNull()
  expect(kindOfWords('пляски')).toBeNull()
})

describe('a sheet', () => {
  test('below a heading is understood by its titles, in any order', () => {
    const plan = planSheet('Отход за год', [
      ['Хозяйство «Север»'],
      [],
      ['№ садка', 'Дата', 'Кол-во, тыс. шт.', 'Прочее'],
      [7, '01.02.2024', 0.5, 'x'],
    ])
    expect(plan).toMatchObject({ kind: 'retreat', header: 2, rows: 1, columns: { cage: 0, date: 1, count: 2 } })
    expect(plan.units).toEqual({ count: 'thousand' })
  })
  test('whose averages have no unit has grams when they are too large for kilograms', () => {
    const rows = (average: number) => [
      ['Date', 'Cage', 'Average weight'],
      ['01.02.2024', 1, average],
    ]
    expect(planSheet('Weighings', rows(250)).units).toEqual({ avg_weight: 'g' })
    expect(planSheet('Weighings', rows(0.25)).units).toEqual({ avg_weight: 'kg' })
  })
  test('tells which feed from how much of it', () => {
    const plan = planSheet('Кормление', [['Дата', 'Садок', 'Корм', 'Корм, кг', 'Склад']])
    expect(plan.columns).toEqual({ date: 0, cage: 1, good: 2, volume: 3, stock: 4 })
  })
  test('of receipts is known by its name or by a price, and a batch there is the maker’s', () => {
    const rows = [['Дата', 'Корм', 'Склад', 'Количество, т', 'Цена', 'Партия', 'Годен до']]
    const plan = planSheet('Лист1', rows)
    expect(plan).toMatchObject({ kind: 'receipt', units: { weight: 't', price: 't' } })
    expect(plan.columns).toEqual({ date: 0, good: 1, stock: 2, weight: 3, price: 4, lot: 5, best_before: 6 })
    const named = planSheet('Приход', [['Дата', 'Корм', 'Вес, кг', 'Цена, руб/т']])
    expect(named).toMatchObject({ kind: 'receipt', units: { weight: 'kg', price: 't' } })
  })
  test('whose days may be read both ways asks once', () => {
    const rows = [['Дата', 'Садок'], ...['03/04/2024', '05/06/2024'].map((day) => [day, '1'])]
    expect(planSheet('Отход', rows)).toMatchObject({ ambiguous: true, dates: null })
    expect(planSheet('Отход', [...rows, ['25/06/2024', '1']])).toMatchObject({ ambiguous: false, dates: 'dmy' })
  })
  test('without a header is left out until somebody says what it is', () =>
    expect(planSheet('Заметки', [['привет'], ['01.02.2024', 5]])).toMatchObject({ kind: 'none', header: null }))
})

test('every kind and column is told apart by its own words, in each language', () => {
  for (const words of [PAST_KINDS, PAST_FIELDS])
    for (const told of inEachLanguage((speak) => Object.values(words).map((word) => plain(speak(word)))))
      expect(new Set(told).size).toBe(told.length)
})
