/** What is recorded lies on the device until it is sent: whether the browser keeps it is asked and told. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { cage, dialog, expectCage, expectField, expectText, fill, notices, operate, save } from './actions'
import { openPage } from './browser'
import { registerPond } from './farm'
import { openKept } from './kept'

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

/** Nothing more fits on this device, neither records nor what pages remember; as browsers tell of it. */
const fillDisk = (page: Page) =>
  page.evaluate(() => {
    IDBObjectStore.prototype.put = function () {
      this.transaction.abort()
      throw new DOMException('full', 'QuotaExceededError')
    }
    for (let size = 2 ** 22; size >= 1; size = Math.floor(size / 2))
      try {
        for (let part = 0; part < 4; part++) localStorage.setItem(`filled ${size} ${part}`, '.'.repeat(size))
      } catch {
        // this size no longer fits
      }
  })

test('on a full device the form says at once, in sight, that nothing was recorded, and nothing else breaks', async () => {
  const pond = await registerPond('Полный диск', { cages: 2, stocked: 2 })
  const { page, context, close } = await openKept(pond, PHONE)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  await context.setOffline(true)
  await fillDisk(page)
  await cage(page, '2').tap()
  await page.getByRole('button', { name: 'Отход' }).tap()
  await fill(page, { 'Количество, шт': '9' })
  await dialog(page).getByRole('button', { name: 'Сохранить' }).tap()
  const said = dialog(page).getByRole('alert').filter({ hasText: 'Не закрывайте окно' })
  await said.waitFor()
  const buttons = dialog(page).getByRole('button', { name: 'Закрыть' }).last()
  const bottom = async () => (await said.boundingBox())!.y + (await said.boundingBox())!.height
  await expect.poll(async () => (await buttons.boundingBox())!.y - (await bottom())).toBeGreaterThanOrEqual(0)
  await expectField(page, 'Количество, шт', '9')
  await context.setOffline(false)
  await dialog(page).getByRole('button', { name: 'Сохранить' }).tap()
  await expectText(notices(page), 'Садок 2, отход 9 шт')
  expect(faults).toEqual([])
  await close()
})

test('whoever signs out is told of what the server refused, too', async () => {
  const pond = await registerPond('Выход с черновиком', { cages: 1, stocked: 1 })
  const { page, context, close } = await openKept(pond)
  await context.setOffline(true)
  await operate(page, '1', 'Отход')
  await fill(page, { Количество: '900' })
  await save(page)
  await pond.call(kinds.retreat.create, {
    date: pond.daysAgo(1),
    time: '12:00',
    from_id: pond.cages[0],
    ...pond.group,
    count: 400,
  })
  await context.setOffline(false)
  await expectText(page.getByRole('banner').getByRole('status'), /1 запись не принята/)
  await page.getByRole('button', { name: /^Меню пользователя/ }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await expectText(page.getByRole('alertdialog'), /Сервер не принял записей: 1\..*Выйти\?/)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отмена' }).click()
  await expectCage(page, '1', /600 шт/)
  await close()
})
