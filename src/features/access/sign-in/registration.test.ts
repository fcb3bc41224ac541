/** Where letters leave the server: nobody learns from a registration whether an address is known. */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openFarm, type Farm } from '../../../server/testing/farm'
import type { User } from '../../../shared/user'

let server: Server
let letters: string[] = []
let farm: Farm
let app: Farm['app']

/** A mail server: keeps what it is sent. */
function hear(socket: Socket) {
  let letter: string | null = null
  socket.write('220 post\r\n')
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    const text = chunk.toString()
    if (letter !== null) {
      letter += text
      if (!letter.endsWith('\r\n.\r\n')) return
      letters.push(letter)
      letter = null
      return void socket.write('250 kept\r\n')
    }
    if (text.startsWith('DATA')) letter = ''
    socket.write(text.startsWith('DATA') ? '354 go on\r\n' : '250 post\r\n')
  })
}

beforeAll(async () => {
  server = createServer(hear)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  farm = await openFarm({ logLevel: 'silent' })
  const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  app = await farm.process({ smtpUrl, baseUrl: 'http://farm.example' })
})
afterAll(async () => {
  await farm.close()
  server.close()
})
beforeEach(async () => {
  letters = []
  await farm.sql('delete from guesses')
})

const typed = (email: string) => ({
  company_name: 'Рыбхоз',
  name: 'Олег',
  email,
  password: 'длинный пароль',
  password_confirmation: 'длинный пароль',
  ready_lists: true,
})
const register = (email: string) => farm.post('/register', typed(email), { as: null, on: app })
const confirm = (token: string) => farm.post('/register/confirm', { token }, { as: null, on: app })
const companies = async () => (await farm.sql('select company_id from companies')).length

/** The only letter, read as a mail program does: lines that were broken and signs that were written as numbers. */
async function letter(): Promise<string> {
  await vi.waitFor(() => expect(letters).toHaveLength(1), { timeout: 10_000 })
  const body = letters[0]!.slice(letters[0]!.indexOf('\r\n\r\n') + 4)
  if (/base64/i.test(letters[0]!)) return Buffer.from(body, 'base64').toString()
  return body
    .replace(/=\r\n/g, '')
    .replace(/(=[0-9A-F]{2})+/g, (signs) => decodeURIComponent(signs.replaceAll('=', '%')))
}

it('the answer is the same to the letter, and the owner of a known address is told in a letter', async () => {
  const before = await companies()
  const known = await register(farm.session.email)
  const told = await letter()
  expect(told).toContain('уже занят')
  expect(told).toContain('http://farm.example/login')
  // what a stranger typed is not passed on
  expect(told).not.toContain('Олег')
  expect(told).not.toContain('token')
  letters = []
  const unknown = await register('new@example.com')
  expect(await letter()).toContain('http://farm.example/register#token=')
  expect([known.status, known.text, known.cookie]).toEqual([unknown.status, unknown.text, unknown.cookie])
  expect(known.body).toEqual({ letter: true })
  expect(await companies()).toBe(before)
})

it('the link of the letter makes the farm, once, and signs in', async () => {
  await register('oleg@example.com')
  const [, token] = /register#token=(\S+)/.exec(await letter())!
  expect(token).not.toContain('oleg')
  const made = await confirm(token!)
  expect(made.status).toBe(200)
  expect((made.body as User).company.name).toBe('Рыбхоз')
  expect((await farm.get('/user', {}, { as: { cookie: made.cookie! } })).status).toBe(200)
  expect((await confirm(token!)).body).toMatchObject({ errors: { email: [expect.stringContaining('занят')] } })
  const login = await farm.post('/login', { email: 'oleg@example.com', password: 'длинный пароль' }, { as: null })
  expect(login.status).toBe(200)
})

it('a link that was altered or is older than a day makes nothing', async () => {
  await register('late@example.com')
  const [, token] = /register#token=(\S+)/.exec(await letter())!
  const before = await companies()
  for (const bad of [`${token!.slice(0, -4)}AAAA`, 'x', 'A'.repeat(300)]) expect((await confirm(bad)).status).toBe(422)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 })
  try {
    expect((await confirm(token!)).body).toMatchObject({ errors: { token: [expect.stringContaining('устарела')] } })
  } finally {
    vi.useRealTimers()
  }
  expect(await companies()).toBe(before)
})

it('a password that is guessed first is refused before any letter', async () => {
  const weak = { ...typed('weak@example.com'), password: 'рыбхоз2026', password_confirmation: 'рыбхоз2026' }
  const answer = await farm.post('/register', weak, { as: null, on: app })
  expect(answer.body).toMatchObject({ errors: { password: [expect.stringContaining('названия')] } })
  expect(letters).toEqual([])
})
