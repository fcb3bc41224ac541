import { expect, test } from 'vitest'
import { hrefOf } from './pages'

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
