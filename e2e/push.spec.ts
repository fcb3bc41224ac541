/** Alarms on a browser: they end with the session, and come back when their person signs in again. */
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { PASSWORD, registerPond } from './farm'
import { openKept } from './kept'

/** No push service is reached from here: the browser's own part answers as it does where there is one. */
const withPush = (page: Page) =>
  page.addInitScript(() => {
    const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
    const keys = { p256dh, auth: 'A'.repeat(22) }
    const subscription = { toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/fcm/send/abc', keys }) }
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = () => Promise.resolve('granted')
    PushManager.prototype.subscribe = () => Promise.resolve(subscription as unknown as PushSubscription)
    PushManager.prototype.getSubscription = () => Promise.resolve(null)
  })

test('they come to this browser again after its person has signed out and in', async () => {
  const pond = await registerPond('Телефон', { cages: 1, stocked: 1 })
  const { page, close } = await openKept(pond)
  await withPush(page)
  await page.goto('/alarms')
  const ask = page.getByRole('button', { name: 'Присылать на это устройство' })
  const stop = page.getByRole('button', { name: 'Не присылать на это устройство' })
  await ask.click()
  await stop.waitFor()

  await page.getByRole('button', { name: /^Меню пользователя/ }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await page.waitForURL('**/login')
  await page.getByLabel('E-mail').fill(pond.user.email)
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Войти' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/alarms')
  await stop.waitFor()

  // whoever does not want them any longer is not asked for again
  await stop.click()
  await ask.waitFor()
  await page.reload()
  await ask.waitFor()
  await close()
})
