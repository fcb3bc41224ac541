/** Where letters leave the server: nobody learns from a registration whether an address is known. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openFarm, type Farm } from '../../../testing/farm/farm'
import { openMailServer } from '../../../testing/net/mail-server'
import type { User } from '../../../shared/user'

let post: Awaited<ReturnType<typeof openMailServer>>
let farm: Farm
let app: Farm['app']

beforeAll(async () => {
  ;[post, farm] = await Promise.all([openMailServer(), openFarm({ logLevel: 'silent' })])
  app = await farm.process({ smtpUrl: post.url, baseUrl: 'http://farm.example' })
})
afterAll(async () => {
  await farm.close()
  post.close()
})
beforeEach(async () => {
  post.letters.length = 0
  await farm.sql('delete from guesses')
})

const PASSWORD = 'длинный пароль'
const typed = (email: string) => ({
  company_name: 'Рыбхоз',
  name: 'Олег',
  email,
  password: PASSWORD,
  password_confirmation: PASSWORD,
  ready_lists: true,
})
const register = (email: string) => farm.post('/register', typed(email), { as: null, on: app })
const confirm = (token: string, password = PASSWORD) =>
  farm.post('/register/confirm', { token, password }, { as: null, on: app })
const companies = async () => (await farm.sql('select company_id from companies')).length

/** The only one. */
async function letter(): Promise<string> {
  await expect.poll(() => post.letters, { timeout: 10_000 }).toHaveLength(1)
  return post.letters[0]!
}
const tokenOfLetter = async () => /register#token=(\S+)/.exec(await letter())![1]!

it('the answer is the same to the letter, and the owner of a known address is told in a letter', async () => {
  const before = await companies()
  const known = await register(farm.session.email)
  const told = await letter()
  expect(told).toContain('уже занят')
  expect(told).toContain('http://farm.example/login')
  // what a stranger typed is not passed on
  expect(told).not.toContain('Олег')
  expect(told).not.toContain('token')
  post.letters.length = 0
  const unknown = await register('new@example.com')
  expect(await letter()).toContain('http://farm.example/register#token=')
  expect([known.status, known.text, known.cookie]).toEqual([unknown.status, unknown.text, unknown.cookie])
  expect(known.body).toEqual({ letter: true })
  expect(await companies()).toBe(before)
})

it('the link of the letter makes the farm, once, and signs in', async () => {
  await register('oleg@example.com')
  const token = await tokenOfLetter()
  expect(token).not.toContain('oleg')
  const made = await confirm(token)
  expect(made.status).toBe(200)
  expect((made.body as User).company.name).toBe('Рыбхоз')
  expect((await farm.get('/user', {}, { as: { cookie: made.cookie! } })).status).toBe(200)
  expect((await confirm(token)).body).toMatchObject({ errors: { email: [expect.stringContaining('занят')] } })
  const login = await farm.post('/login', { email: 'oleg@example.com', password: PASSWORD }, { as: null })
  expect(login.status).toBe(200)
})

it('whoever got hold of the letter alone opens nothing, and may not guess for long', async () => {
  await register('open@example.com')
  const token = await tokenOfLetter()
  const before = await companies()
  expect((await confirm(token, '')).status).toBe(422)
  for (let guess = 0; guess < 5; guess++)
    expect((await confirm(token, `пароль ${guess}`)).body).toMatchObject({
      errors: { password: ['Не тот пароль, что при регистрации'] },
    })
  expect((await confirm(token)).status).toBe(429)
  expect(await companies()).toBe(before)
  await farm.sql('delete from guesses')
  expect((await confirm(token)).status).toBe(200)
})

it('a link that was altered or is older than a day makes nothing', async () => {
  await register('late@example.com')
  const token = await tokenOfLetter()
  const before = await companies()
  for (const bad of [`${token.slice(0, -4)}AAAA`, 'x', 'A'.repeat(300)]) expect((await confirm(bad)).status).toBe(422)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 })
  try {
    expect((await confirm(token)).body).toMatchObject({ errors: { token: [expect.stringContaining('устарела')] } })
  } finally {
    vi.useRealTimers()
  }
  expect(await companies()).toBe(before)
})

it('a password that is guessed first is refused before any letter', async () => {
  const weak = { ...typed('weak@example.com'), password: 'рыбхоз2026', password_confirmation: 'рыбхоз2026' }
  const answer = await farm.post('/register', weak, { as: null, on: app })
  expect(answer.body).toMatchObject({ errors: { password: [expect.stringContaining('названия')] } })
  expect(post.letters).toEqual([])
})
