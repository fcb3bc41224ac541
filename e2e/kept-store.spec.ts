/** What is recorded lies on the device until it is sent: whether the browser keeps it is asked and told. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectCage, expectText } from './actions'
import { openPage } from './browser'
import { registerPond } from './farm'

const PHONE = { width: 390, height: 844, context: { hasTouch: true, isMobile: true } }

async function openList(page: Page) {
  await page.getByRole('button', { name: /^Меню пользователя/ }).tap()
  await page.getByRole('menuitem', { name: 'Записи на этом устройстве' }).tap()
  return page.getByRole('dialog', { name: 'Записи на этом устройстве' })
}

/** As browsers do when they find that the application can be put on the home screen. */
const offerHomeScreen = (page: Page) =>
  page.evaluate(() => {
    const prompt = () => Promise.resolve(document.body.setAttribute('data-asked', 'yes'))
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
  })

test('the list says that the browser may clear the device, and offers the home screen', async () => {
  const { page, errors, close } = await openPage({ ...PHONE, as: await registerPond('Браузер не обещает') })
  await page.goto('/')
  await expectCage(page, '1', /./)
  const list = await openList(page)
  await expectText(list, /Браузер может стереть записи с этого устройства/)
  await expectText(list, /в меню браузера выберите «Установить»/)
  await offerHomeScreen(page)
  await list.getByRole('button', { name: 'Добавить на главный экран' }).tap()
  await expect.poll(() => page.locator('body').getAttribute('data-asked')).toBe('yes')
  await list.getByRole('button', { name: 'Добавить на главный экран' }).waitFor({ state: 'hidden' })
  expect(errors).toEqual([])
  await close()
})

/** This browser says yes when it is asked. */
async function promiseToKeep(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const { targetInfo } = await devtools.send('Target.getTargetInfo')
  await devtools.send('Browser.grantPermissions', {
    permissions: ['durableStorage'],
    browserContextId: targetInfo.browserContextId,
  })
}

test('the browser is asked to keep the device as soon as somebody is signed in, before the first record', async () => {
  const { page, close } = await openPage({ ...PHONE, as: await registerPond('Браузер обещает') })
  await promiseToKeep(page)
  await page.goto('/')
  await expectCage(page, '1', /./)
  await expect.poll(() => page.evaluate(() => navigator.storage.persisted())).toBe(true)
  const list = await openList(page)
  await list.getByText('Все ваши записи на сервере.').waitFor()
  await expect.poll(() => list.getByText('Браузер может стереть').count()).toBe(0)
  await close()
})
