import { expect, test } from 'vitest'
import { COMMON_WORDS } from './common-words'
import type { CallError } from './errors'
import { checkPassword } from './passwords'

const FARM = ['Рыбхоз «Северный»', 'Олег Кузнецов', 'oleg.k@ladoga.example']
const refusal = (password: string) =>
  checkPassword(password, FARM).then(
    () => null,
    (error: CallError) => String(error.body.errors!.password![0]),
  )
const refusals = async (passwords: string[]) =>
  Object.fromEntries(
    await Promise.all(passwords.map(async (one) => [one, (await refusal(one))?.split(' ')[1] ?? null])),
  )
const all = (passwords: string[], word: string | null) =>
  Object.fromEntries(passwords.map((one) => [one, word])) as Record<string, string | null>

test('rows of keys, repeats and dates are refused', async () => {
  const rows = [
    '12345678',
    '87654321',
    'qwertyuiop',
    'QWERTY12',
    'йцукенгш',
    '1q2w3e4r5t',
    'qwe123asd',
    'abcdefgh',
    '!!!!!!!!',
  ]
  const rest = [
    '11111111',
    'abababab',
    'пароль пароль ',
    'qaz1qaz1',
    '01.02.1985',
    '19850201',
    '2026-11-24',
    'aaaabbbb',
  ]
  expect(await refusals([...rows, ...rest])).toEqual(all([...rows, ...rest], 'ряд'))
})

test('words of the farm are, with a year too, in Latin letters and on the other layout', async () => {
  const words = [
    'Рыбхоз2024',
    'северный!',
    'олегкузнецов',
    'Oleg1985',
    'kuznetsov',
    'ladoga26!',
    'sadok2026',
    'Садок-12',
    'hs,[jp2024',
  ]
  expect(await refusals(words.filter((one) => one.length >= 8))).toEqual(
    all(
      words.filter((one) => one.length >= 8),
      'состоит',
    ),
  )
})

test('what everybody takes is, whatever it is dressed up with', async () => {
  const words = [
    'password',
    'Password123',
    'p@ssw0rd',
    'iloveyou1',
    'Привет2024',
    'солнышко',
    'gfhjkm123',
    'privet123',
    'trustno1',
    '!dragon99',
    'Наташа85',
  ]
  expect(await refusals(words)).toEqual(all(words, 'один'))
})

test('ten thousand of the most common are, of those that are long enough', async () => {
  const endings = [
    '',
    '1',
    '12',
    '123',
    '1234',
    '12345',
    '123456',
    '!',
    '01',
    '007',
    '777',
    '2024',
    '2025',
    '2026',
    '99',
    '88',
  ]
  const passwords = COMMON_WORDS.filter((word) => /^\p{L}+$/u.test(word))
    .flatMap((word) => endings.map((ending) => word + ending))
    .filter((one) => one.length >= 8)
  expect(new Set(passwords).size).toBeGreaterThan(10_000)
  const taken = await Promise.all(passwords.map(async (one) => ((await refusal(one)) === null ? [one] : [])))
  expect(taken.flat()).toEqual([])
})

test('a few words of one’s own, and anything that nobody would try, are taken', async () => {
  const good = [
    'уха из судака',
    'новый пароль',
    'правый берег в тумане',
    'olegovich pier 7',
    'рыбхоз на закате',
    'k7#vTq9z',
    'a-long-password-1',
    '8462913705',
    'тихая вода 2026',
  ]
  expect(await refusals(good)).toEqual(all(good, null))
})

test('the longest password is checked in no time', async () => {
  const start = performance.now()
  for (const one of ['a', 'ab', 'qwerty', 'олег', 'x1', ' ']) await refusal(`${one.repeat(200).slice(0, 199)}ъ`)
  expect(performance.now() - start).toBeLessThan(200)
})
