import { expect, test } from 'vitest'
import { translator } from './translator'
import { nestQuotes } from './quotes'
import { say, textOf } from '../say'

test('a name in quotes that stands in quotes has one pair of each kind', () => {
  expect(nestQuotes('на складе «Баржа «Северная»» не хватает 4 кг, «Филе»')).toBe(
    'на складе «Баржа „Северная“» не хватает 4 кг, «Филе»',
  )
  expect(nestQuotes('«Корм» и «Соль»')).toBe('«Корм» и «Соль»')
  expect(nestQuotes('«Баржа «Северная»')).toBe('«Баржа «Северная»')
  expect(nestQuotes('»а«б» «в')).toBe('»а«б» «в')
})

test('sentences of the server and of the page nest the quotes of the names in them', () => {
  expect(textOf(say('Склад «{{stock}}» занят', { stock: 'Баржа «Северная»' }))).toBe('Склад «Баржа „Северная“» занят')
  const t = translator('ru', {})
  expect(t('Склад «{{stock}}» занят', { stock: 'Баржа «Северная»' })).toBe('Склад «Баржа „Северная“» занят')
})
