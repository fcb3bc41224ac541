import { expect, test } from 'vitest'
import { hrefOf, refusedIn } from './pages'

test('an address has its values in the path and the rest in the query', () => {
  expect(hrefOf('farm')).toBe('/')
  expect(hrefOf('journal', { path: 'feeding', start: '01.11.2026', end: '02.11.2026', cagesId: [1, 2] })).toBe(
    '/journals/feeding?start=01.11.2026&end=02.11.2026&cagesId=1&cagesId=2',
  )
  expect(hrefOf('login', { to: '/jobs?state=failed' })).toBe('/login?to=%2Fjobs%3Fstate%3Dfailed')
})

test('what may be left out of a path is', () => {
  expect(hrefOf('paper', { kind: 'receipt', id: 5 })).toBe('/print/receipt/5')
  expect(hrefOf('paper', { kind: 'receipt', id: 5, form: 'torg-12' })).toBe('/print/receipt/5/torg-12')
})

test('a value cannot lead to another page', () => {
  expect(hrefOf('library', { route: '../users?x' })).toBe('/lib/..%2Fusers%3Fx')
})

test('what a page refuses in its address counts as absent', () => {
  const query = { start: '31.02.2026', end: '01.03.2026', cagesId: ['1', 'x'], locationId: '7', other: 'kept' }
  expect(refusedIn('journal', query)).toEqual({ start: undefined, cagesId: undefined })
  expect(refusedIn('journal', { end: '01.03.2026', cagesId: '-1' })).toEqual({})
})
