/** Readings of the main page are begun before its scripts have come: each is asked for once, none is shown too late. */
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { sessionCalls } from '../src/shared/user'
import { expectCage, fill, operate, save } from './actions'
import { openPage } from './browser'
import { PASSWORD, registerPond } from './farm'
import { openKept } from './kept'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844, context: { hasTouch: true, isMobile: true } }
const FIRST = ['/api/user', '/api/cages', '/api/locations', '/api/recent', '/api/notices']

/** How often the page has asked for each of the first readings since. */
function counted(page: Page) {
  let paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  return {
    times: () => FIRST.map((path) => paths.filter((one) => one === path).length),
    anew: () => void (paths = []),
  }
}

/** The answer to each call comes so much later. */
const late = (ms: number) => async (route: Route) => {
  const response = await route.fetch()
  await new Promise((resolve) => setTimeout(resolve, ms))
  await route.fulfill({ response })
}

for (const [name, size] of Object.entries({ desk: DESK, phone: PHONE })) {
  test(`each is asked for once on a ${name}, however slow, and none for another page`, async () => {
    const pond = await registerPond('Первые ответы')
    const { page, errors, close } = await openPage({ ...size, as: pond })
    const { times, anew } = counted(page)
    const open = async () => {
      anew()
      await page.goto('/')
      await expectCage(page, '1', /1 000 шт/)
      await page.waitForLoadState('networkidle').catch(() => undefined)
      expect(times()).toEqual([1, 1, 1, 1, 1])
    }
    // a browser that knows nobody, then one that does
    await open()
    await page.waitForFunction(() => localStorage.getItem('pages-of') !== null)
    await open()
    for (const path of ['user', 'cages']) {
      await page.route(`**/api/${path}`, late(700))
      await open()
      await page.unroute(`**/api/${path}`)
    }
    await page.goto('/water')
    expect(await page.evaluate(() => globalThis.firstCalls)).toBeUndefined()
    expect(errors).toEqual([])
    await close()
  })
}

test('each is asked for once in the language of the device, and anew in that of the person', async () => {
  const pond = await registerPond('First answers')
  await pond.call(sessionCalls.userSettings, { language: 'en' })
  const { page, close } = await openPage({ ...DESK, as: pond })
  const { times, anew } = counted(page)
  const languages: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/recent')) languages.push(request.headers()['accept-language']!)
  })
  await page.goto('/')
  await expect.poll(() => languages).toEqual(['ru', 'en'])
  await expect.poll(() => page.evaluate(() => localStorage.getItem('language'))).toBe('en')
  anew()
  await page.goto('/')
  await page.getByRole('button', { name: /^Cage 1,/ }).waitFor()
  await page.waitForLoadState('networkidle').catch(() => undefined)
  expect(times()).toEqual([1, 1, 1, 1, 1])
  expect(languages).toEqual(['ru', 'en', 'en'])
  await close()
})

test('who is not signed in is led to the login page by one answer and a second look', async () => {
  const { page, close } = await openPage(DESK)
  const { times } = counted(page)
  await page.goto('/')
  await page.getByLabel('E-mail').waitFor()
  expect(times()).toEqual([2, 0, 0, 0, 0])
  await close()
})

test('an answer that was begun before a write is not shown after it', async () => {
  const pond = await registerPond('Поздний ответ')
  const { context, page: before, close } = await openKept(pond)
  await before.close()
  const page = await context.newPage()
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(
    '**/api/cages',
    async (route) => {
      const response = await route.fetch()
      await held
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await page.goto('/')
  // what the device keeps stands in for the answer
  await expectCage(page, '1', /1 000 шт/)
  await operate(page, '1', 'Отход')
  await fill(page, { Количество: '10' })
  await save(page)
  await expectCage(page, '1', /990 шт/)
  release()
  await page.waitForTimeout(500)
  await expectCage(page, '1', /990 шт/)
  await close()
})

test('the next person of a browser sees their own farm', async () => {
  const first = await registerPond('Первая ферма', { count: 1000 })
  const second = await registerPond('Вторая ферма', { count: 2000 })
  const { page, close } = await openPage({ ...DESK, as: first })
  await page.goto('/')
  await expectCage(page, '1', /1 000 шт/)
  await page.getByRole('button', { name: /^Меню пользователя/ }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await page.waitForURL('**/login')
  await page.goto('/')
  await page.getByLabel('E-mail').fill(second.email)
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Войти' }).click()
  await expectCage(page, '1', /2 000 шт/)
  await page.reload()
  await expectCage(page, '1', /2 000 шт/)
  await close()
})
