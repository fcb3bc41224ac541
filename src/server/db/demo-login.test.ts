import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompany } from '../../core/lists/new-company.server'
import { accessCalls } from '../../features/access/sign-in/access.contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { openDatabase } from './client'
import { closeDemoLogin, DEMO_EMAIL, DEMO_PASSWORD, readDemoLogin } from './demo-login'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

const signIn = (password: string) => farm.post(accessCalls.login.path, { email: DEMO_EMAIL, password }, { as: null })

test('the published password opens nothing once others reach the farm, and another one does', async () => {
  const { url, webUrl } = farm.database
  expect(await readDemoLogin(url)).toBe('none')
  expect(await closeDemoLogin(url)).toBe(false)
  const database = openDatabase(webUrl, 1)
  const demo = { company_name: 'Демо', name: 'Анна', email: DEMO_EMAIL, password: DEMO_PASSWORD }
  await createCompany(database, demo, async () => undefined)
  await database.close()
  expect(await readDemoLogin(url)).toBe('published')
  const entered = await signIn(DEMO_PASSWORD)
  expect(entered.status).toBe(200)

  expect(await closeDemoLogin(url)).toBe(true)
  expect((await signIn(DEMO_PASSWORD)).status).toBe(422)
  expect((await farm.get('/user', {}, { as: { cookie: entered.cookie! } })).status).toBe(401)
  expect(await readDemoLogin(url)).toBe('secret')

  await farm.post(accessCalls.forgotPassword.path, { email: DEMO_EMAIL }, { as: null })
  const link = async () => (await farm.letters()).join('').match(/token=([\w.-]+)/)?.[1]
  await expect.poll(link).toBeDefined()
  const password = 'карп в тине'
  const reset = { token: await link(), password, password_confirmation: password }
  expect((await farm.post(accessCalls.resetPassword.path, reset, { as: null })).status).toBe(200)
  expect((await signIn(password)).status).toBe(200)
  expect(await closeDemoLogin(url)).toBe(false)
})
