/** An invitation: a link that holds a week and once, in the hands of the one who was invited. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFarm, type Farm } from '../../../testing/farm/farm'
import { send, TEST_PASSWORD, tokenOf as tokenIn } from '../../../testing/session'
import { userCalls } from '../../people/person/users.contract'
import { accessCalls } from '../sign-in/access.contract'
import { invitationCalls } from './invitation.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

let last = 0
const invited = (more: object = {}) =>
  farm.call(userCalls.create, { name: 'Вера Щукина', email: `newcomer${++last}@example.com`, ...more })
const tokenOf = ({ link }: { link: string }) => tokenIn(link)
const post = (path: string, body: object) => send(farm.app, { method: 'POST', path, body })
const check = (token: string) => post(invitationCalls.check.path, { token })
const accept = (token: string, password = TEST_PASSWORD) =>
  post(invitationCalls.accept.path, { token, password, password_confirmation: password })
const BAD = { errors: { token: [expect.stringContaining('больше не действует')] } }

test('a newcomer without a password gets a link: mailed, shown once, told of in the list', async () => {
  const made = await invited()
  expect(made).toMatchObject({ entry: 'invited', entry_name: 'Приглашён, ещё не вошёл' })
  expect(JSON.stringify(await farm.call(userCalls.list, {}))).not.toContain('token=')
  await expect.poll(async () => (await farm.letters()).filter((one) => one.includes(made.email)).length).toBe(1)
  const letter = (await farm.letters()).find((one) => one.includes(made.email))!
  expect(letter).toContain(made.invitation!.link)
  expect(new URL(made.invitation!.link).search).toBe('')
  const [{ hash }] = (await farm.sql<{ hash: string }>(`select token_hash as hash from invitations`)) as [
    { hash: string },
  ]
  expect(tokenOf(made.invitation!)).not.toContain(hash)
})

test('nobody signs in before the password is chosen, and the link works once', async () => {
  const made = await invited()
  const token = tokenOf(made.invitation!)
  const login = (password: string) => post(accessCalls.login.path, { email: made.email, password })
  expect((await login(TEST_PASSWORD)).status).toBe(422)
  expect((await check(token)).body).toEqual({ company: 'Ферма «Север»', name: 'Вера Щукина', email: made.email })
  expect((await accept(token, 'коротк')).body).toMatchObject({ errors: { password: ['Не менее 8 знаков'] } })
  const entered = await accept(token)
  expect(entered.status).toBe(200)
  expect((await farm.get('/user', {}, { as: { cookie: entered.cookie! } })).body).toMatchObject({ email: made.email })
  expect((await accept(token)).body).toMatchObject(BAD)
  expect((await login(TEST_PASSWORD)).status).toBe(200)
  const { message } = await farm.call(userCalls.invite, { id: made.id }, { expect: 409 })
  expect(message).toMatch(/уже входил/)
})

test('of two who open the link at once one enters', async () => {
  const token = tokenOf((await invited()).invitation!)
  const statuses = await Promise.all([accept(token), accept(token)])
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('a renewed one ends the one before, a withdrawn one opens nothing', async () => {
  const made = await invited()
  const renewed = await farm.call(userCalls.invite, { id: made.id })
  expect((await check(tokenOf(made.invitation!))).body).toMatchObject(BAD)
  expect((await check(tokenOf(renewed))).status).toBe(200)
  await farm.call(userCalls.withdraw, { id: made.id })
  expect((await accept(tokenOf(renewed))).body).toMatchObject(BAD)
  const row = (await farm.call(userCalls.list, {})).find(({ id }) => id === made.id)
  expect(row).toMatchObject({ entry: 'withdrawn', invited_until: null })
})

test('of a farm in the archive opens nothing, and is no fault of the server', async () => {
  const owner = await farm.company()
  const fields = { name: 'Вера Щукина', email: `late${++last}@example.com` }
  const made = await farm.call(userCalls.create, fields, { as: owner })
  await farm.sql('update companies set archived_at = now() where company_id = $1', [owner.user.company.id])
  const token = tokenOf(made.invitation!)
  expect((await check(token)).body).toMatchObject(BAD)
  expect((await accept(token)).status).toBe(422)
})

test('another address means another link', async () => {
  const made = await invited()
  const { name, id } = made
  const moved = await farm.call(userCalls.update, { id, name, email: `moved${++last}@example.com` })
  expect((await check(tokenOf(made.invitation!))).status).toBe(422)
  expect((await check(tokenOf(moved.invitation!))).body).toMatchObject({ email: moved.email })
})

test('after seven days it has ended', async () => {
  const made = await invited()
  await farm.sql(`update invitations set expires_at = now() - interval '1 s' where user_id = $1`, [made.id])
  expect((await accept(tokenOf(made.invitation!))).body).toMatchObject(BAD)
  expect((await farm.call(userCalls.list, {})).find(({ id }) => id === made.id)).toMatchObject({ entry: 'expired' })
})

test('tokens are not guessed by the thousand', async () => {
  const forged = `${farm.session.user.company.id}.${'x'.repeat(43)}`
  const statuses: number[] = []
  for (let attempt = 0; attempt < 22; attempt++) statuses.push((await check(forged)).status)
  expect(statuses[0]).toBe(422)
  expect(statuses.at(-1)).toBe(429)
})

test('an address gets three letters a day, and a young farm ten; the link is handed over all the same', async () => {
  const other = await farm.company()
  const made = await farm.call(userCalls.create, { name: 'Вера', email: 'often@example.com' }, { as: other })
  const again = async () => (await farm.call(userCalls.invite, { id: made.id }, { as: other })).link
  for (let n = 0; n < 5; n++) expect(await again()).toContain('/invitation')
  const lettersTo = async (address: string) => (await farm.letters()).filter((one) => one.includes(address)).length
  for (let n = 0; n < 12; n++)
    await farm.call(userCalls.create, { name: 'Вера', email: `many${n}.of@example.com` }, { as: other })
  await expect.poll(() => lettersTo('.of@example.com'), { timeout: 10_000 }).toBe(4)
  expect(await lettersTo('often@example.com')).toBe(3)
  const [counter] = await farm.sql<{ failures: number }>(`select failures from guesses where key = $1`, [
    `letters of company ${other.user.company.id}`,
  ])
  expect(counter!.failures).toBe(18)
})

test('a letter quotes what the sender typed, in one line and without addresses of sites', async () => {
  const breaks = { name: 'Вера\nОткройте', email: 'lines@example.com' }
  const refused = await farm.call(userCalls.create, breaks, { expect: 422 })
  expect(refused.errors).toEqual({ name: ['Одной строкой, без переносов'] })
  const name = 'Выигрыш на https://evil.example/a?b или www.evil.example, evil.example/x и приз.рф'
  const { email } = await invited({ name })
  const letter = async () => (await farm.letters()).find((one) => one.includes(email))
  await expect.poll(letter).toContain('под именем «Выигрыш на … или … … и …»')
  expect((await letter())!.match(/https?:\/\//g)).toHaveLength(1)
})
