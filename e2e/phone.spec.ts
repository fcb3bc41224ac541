/** Wet hands on a barge: the farm on a phone, 390 px wide. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'
import { cage, closeNotices, dialog, expectCage, expectField, expectText, field, notices, overflow } from './actions'

let open: OpenPage
let page: Page
beforeAll(async () => {
  const pond = await registerPond('Телефон', { cages: 4, stocked: 2 })
  open = await openPage({ width: 390, height: 844, as: pond, context: { hasTouch: true, isMobile: true } })
  page = open.page
  await page.goto('/')
})
afterAll(() => open.close())

const sheet = () => page.getByRole('dialog', { name: /^Операции: садок/ })

test('a loss is recorded by thumb: row, sheet, stepper, save', async () => {
  await cage(page, '1').tap()
  await expectText(sheet(), /Садок 1.*1 000 шт · 200,0 кг/)
  const entry = sheet().getByRole('button', { name: 'Отход' })
  await expect.poll(async () => (await entry.boundingBox())!.height).toBeGreaterThanOrEqual(48)
  await entry.tap()
  await expectText(dialog(page).getByRole('heading'), 'Отход: 1')
  const more = dialog(page).getByRole('button', { name: 'Больше' })
  for (let times = 0; times < 3; times++) await more.tap()
  await expectField(page, 'Количество, шт', '3')
  await expect.poll(() => field(page, 'Количество, шт').getAttribute('inputmode')).toBe('numeric')
  await expectText(dialog(page), /1 000 ?.*997 ?шт/)
  for (const button of await dialog(page)
    .getByRole('button', { name: /Сохранить|Закрыть|Больше|Меньше/ })
    .all()) {
    expect(Math.round((await button.boundingBox())!.height)).toBeGreaterThanOrEqual(40)
  }
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
  await dialog(page).getByRole('button', { name: 'Сохранить' }).tap()
  await expectText(notices(page), 'Садок 1, отход 3 шт')
})

test('after a save the next cage with fish is one touch away, and nothing has to be dismissed', async () => {
  const offer = page.getByRole('status', { name: 'Следующий садок' })
  await expectText(offer, /Следующий.*2.*Отход/)
  await expect
    .poll(async () => (await offer.getByRole('button', { name: 'Отход' }).boundingBox())!.height)
    .toBeGreaterThanOrEqual(48)
  await offer.getByRole('button', { name: 'Отход' }).tap()
  await expectText(dialog(page).getByRole('heading'), 'Отход: 2')
  await dialog(page).getByRole('button', { name: 'Больше' }).tap()
  await dialog(page).getByRole('button', { name: 'Сохранить' }).tap()
  await dialog(page).waitFor({ state: 'hidden' })
  await expectText(notices(page), 'Садок 2, отход 1 шт')
  // cages 3 and 4 are empty: nothing is asked there
  await expectCage(page, '1', /997 шт/)
  await expectCage(page, '2', /999 шт/)
  await expect.poll(() => offer.count()).toBe(0)
})

test('the button that saves stays above a keypad that lies over the page', async () => {
  await cage(page, '2').tap()
  await sheet().getByRole('button', { name: 'Подъём рыбы' }).tap()
  const button = dialog(page).getByRole('button', { name: 'Сохранить' })
  await button.waitFor()
  const foot = async () => {
    const box = (await button.boundingBox())!
    return box.y + box.height
  }
  await expect.poll(() => foot()).toBeGreaterThan(554)
  await page.evaluate(() => {
    Object.defineProperty(window.visualViewport, 'height', { value: 554, configurable: true })
    window.visualViewport!.dispatchEvent(new Event('resize'))
  })
  await expect.poll(foot).toBeLessThanOrEqual(554)
  await page.evaluate(() => {
    Reflect.deleteProperty(window.visualViewport!, 'height')
    window.visualViewport!.dispatchEvent(new Event('resize'))
  })
  await expect.poll(foot).toBeGreaterThan(554)
  await dialog(page).getByRole('button', { name: 'Закрыть' }).first().tap()
  await dialog(page).waitFor({ state: 'hidden' })
})

test('one dead fish takes three touches: the row, +, record', async () => {
  await cage(page, '1').tap()
  const loss = sheet().getByRole('form', { name: 'Отход сейчас' })
  await expect.poll(() => loss.getByRole('button', { name: 'Записать' }).isDisabled()).toBe(true)
  await loss.getByRole('button', { name: 'Больше' }).tap()
  await expectText(loss, /станет 996 шт/)
  await loss.getByRole('button', { name: 'Записать' }).tap()
  await sheet().waitFor({ state: 'hidden' })
  await expectText(notices(page), 'Садок 1, отход 1 шт')
  await expectCage(page, '1', /996 шт/)
  // digits typed into the sheet are a number, not the keys of its operations
  await cage(page, '1').tap()
  await loss.getByLabel('Отход сейчас, шт').fill('')
  await page.keyboard.type('2000')
  await expect.poll(() => dialog(page).count()).toBe(1)
  await expectText(loss, /в садке 996 шт/)
  // far from what is usual: asked about first
  await loss.getByLabel('Отход сейчас, шт').fill('600')
  await loss.getByRole('button', { name: 'Записать' }).tap()
  await expectText(loss, /60,2 % поголовья за один раз/)
  await loss.getByRole('button', { name: 'Всё верно' }).waitFor()
  await expectCage(page, '1', /996 шт/)
  await loss.getByLabel('Отход сейчас, шт').fill('2000')
  await expect.poll(() => loss.getByRole('button', { name: 'Записать' }).isDisabled()).toBe(true)
  await sheet().getByRole('button', { name: 'Закрыть' }).tap()
  await sheet().waitFor({ state: 'hidden' })
})

test('a weighing takes four touches: the row, the number, record', async () => {
  await cage(page, '1').tap()
  const weighing = sheet().getByRole('form', { name: 'Навеска сейчас' })
  const typed = weighing.getByRole('textbox', { name: /^Навеска сейчас/ })
  await expect.poll(() => weighing.getByRole('button', { name: 'Записать' }).isDisabled()).toBe(true)
  // far from what is known: asked about first
  await typed.fill('2')
  await weighing.getByRole('button', { name: 'Записать' }).tap()
  await weighing.getByRole('button', { name: 'Всё верно' }).waitFor()
  await typed.fill('0,21')
  await expectText(weighing, /станет 209,2? кг/)
  await weighing.getByRole('button', { name: 'Записать' }).tap()
  await sheet().waitFor({ state: 'hidden' })
  await expectText(notices(page), 'Садок 1, навеска 0,2100 кг')
  await expectCage(page, '1', /навеска 0,2100 кг/)
})

test('the list begins where the eye is: five cages in sight', async () => {
  const bar = (await page.locator('header').first().boundingBox())!
  const heading = (await page.getByRole('heading', { level: 2 }).first().boundingBox())!
  expect(heading.y - bar.y).toBeLessThan(210)
})

test('a transfer goes from row to row', async () => {
  await closeNotices(page)
  await cage(page, '2').tap()
  await sheet().getByRole('button', { name: 'Пересадка' }).tap()
  const prompt = page.getByRole('status').filter({ hasText: 'Выберите' })
  await expectText(prompt, 'Выберите садок для пересадки')
  // above the tabs, wherever the list stands
  await expect.poll(async () => (await prompt.boundingBox())!.y).toBeGreaterThan(650)
  await cage(page, '3').tap()
  await expectText(dialog(page).getByRole('heading'), 'Пересадка: 2 → 3')
  await dialog(page).getByRole('button', { name: 'Закрыть' }).first().tap()
  await dialog(page).waitFor({ state: 'hidden' })
})

test('the journal is cards, reached by the bar below', async () => {
  await page.getByRole('navigation', { name: 'Главные разделы' }).getByText('Журналы').tap()
  await page.getByText('Кормлений за указанный период не обнаружено.').waitFor()
  await page.getByRole('combobox', { name: 'Журналы' }).selectOption('Отходы')
  const card = page.getByRole('list', { name: 'Журнал отходов' }).getByRole('listitem').first()
  await expectText(card, /Количество, шт ?1/)
  await expect.poll(() => page.getByRole('table').count()).toBe(0)
  await card.getByRole('button', { name: 'Изменить' }).tap()
  await expectText(dialog(page).getByRole('heading'), 'Редактирование отхода')
  await page.goBack()
  await dialog(page).waitFor({ state: 'hidden' })
  // the address is set back a moment after the form is gone
  await expect.poll(() => new URL(page.url()).pathname).toBe('/journals/retreat')
})

// accessibility.spec.ts asks the same of the pages it opens
test.each(['/journals/stocking', '/journals/withdrawal', '/lib/generations', '/nowhere'])(
  'nothing goes beyond the edge: %s',
  async (path) => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
  },
)
