import { expect, test } from 'vitest'
import { translator } from './translator'

const russian = translator('ru', {
  '{{count}} садков_one': '{{count}} садок',
  '{{count}} садков_few': '{{count}} садка',
  '{{count}} садков_many': '{{count}} садков',
})
const english = translator(
  'en',
  {
    Навеска: 'Average weight',
    'Навеска|операция': 'Weighing',
    '{{count}} садков_one': '{{count}} cage',
    '{{count}} садков_other': '{{count}} cages',
    'Садки {{from}} → {{to}}': 'Cages {{from}} → {{to}}',
    Пусто: '',
  },
  russian,
)

test('a text is its own Russian, with its values in place', () => {
  expect(russian('Отход')).toBe('Отход')
  expect(russian('Садок {{number}}', { number: '12а' })).toBe('Садок 12а')
  expect(russian('Садок {{number}}', { number: '{{number}} $& $1' })).toBe('Садок {{number}} $& $1')
  expect(russian('Садок {{number}}.', {})).toBe('Садок .')
  expect(russian('Садок {{number}}.')).toBe('Садок {{number}}.')
})

test('a number asks for its form in each language', () => {
  const said = (count: number) => [russian, english].map((t) => t('{{count}} садков', { count }))
  expect([1, 3, 5, 21].map(said)).toEqual([
    ['1 садок', '1 cage'],
    ['3 садка', '3 cages'],
    ['5 садков', '5 cages'],
    ['21 садок', '21 cages'],
  ])
})

test('a context chooses between the meanings of a word, and asks for nothing where there is one', () => {
  expect(english('Навеска')).toBe('Average weight')
  expect(english('Навеска', { context: 'операция' })).toBe('Weighing')
  expect(english('Навеска', { context: 'клавиши' })).toBe('Average weight')
  expect(russian('Навеска', { context: 'операция' })).toBe('Навеска')
})

test('what a dictionary lacks is said in Russian', () => {
  expect(english('Садки {{from}} → {{to}}', { from: 3, to: 7 })).toBe('Cages 3 → 7')
  expect(english('Пусто')).toBe('Пусто')
  expect(english('Модуль {{number}}', { number: 4 })).toBe('Модуль 4')
  // names that people give are asked for too
  expect(english('constructor')).toBe('constructor')
})
