/** The window of a cage: what swims in it, what is asked before saving, and that it needs no network to be read. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'
import { cage, choose, dialog, expectField, expectText, fill, notices } from './actions'

let open: OpenPage
let page: Page
beforeAll(async () => {
  const pond = await registerPond('Пруд с окном')
  open = await openPage({ width: 1440, height: 900, as: pond })
  page = open.page
  await page.goto('/')
  await cage(page, '1').waitFor()
})
afterAll(() => open.close())

const edit = async (number: string) => {
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: number, exact: true }) })
    .getByRole('button', { name: 'Изменить' })
    .click()
  await expectText(dialog(page).getByRole('heading').first(), `Садок ${number}`)
}

test('it shows the fish of the cage; their category is changed over it, and what was typed stays', async () => {
  await edit('1')
  const fish = page.getByRole('region', { name: 'Рыба в садке' })
  await expectText(fish, /Весна 2026.*Сеголетки · 1 000 шт · 0,2000 кг/)
  await fill(page, { Код: 'К-7' })
  await fish.getByRole('button', { name: 'Изменить категорию' }).click()
  await expectText(dialog(page).getByRole('heading').first(), 'Сменить категорию')
  await expectField(page, 'Генерация', 'Весна 2026')
  await choose(page, 'Новая категория', 'Двухлетки')
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expectText(fish, /Двухлетки · 1 000 шт/)
  await expectField(page, 'Код', 'К-7')
})

test('a volume that no cage has is asked about, and saved by whoever means it', async () => {
  await fill(page, { Объём: '123456789' })
  await page.keyboard.press('Enter')
  await expectText(dialog(page), /Объём 123 456 789 м³, а самый большой садок фермы .* м³/)
  await fill(page, { Объём: '120' })
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expectText(notices(page), 'Изменено!')
})

test('without a network it opens with all that is known of the cage', async () => {
  await page.reload()
  await cage(page, '2').waitFor()
  await page.route('**/api/**', (route) => route.abort())
  await edit('2')
  await expectField(page, 'Форма', 'Круг')
  await expectField(page, 'Модуль', 'Залив')
  // nothing swims there
  await expect.poll(() => page.getByRole('region', { name: 'Рыба в садке' }).count()).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
