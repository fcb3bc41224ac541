/**
 * Fish sold to a counterparty and fish sent to the workshop: what the form works out, what the journal shows, what is
 * closed afterwards.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, type OpenPage } from './browser'
import { registerPond, sql } from './farm'
import {
  cage,
  choose,
  closeNotices,
  dialog,
  expectCage,
  expectField,
  expectText,
  field,
  fill,
  notices,
  operate,
  overflow,
  save,
} from './actions'

type Pond = Awaited<ReturnType<typeof registerPond>>
let pond: Pond
let open: OpenPage
let page: Page

beforeAll(async () => {
  pond = await registerPond('Продажа', { cages: 3, stocked: 2 })
  await pond.stock('Цех')
  open = await openPage({ width: 1440, height: 900, as: pond })
  page = open.page
})
afterAll(() => open.close())

const withCounterparty = (on: Page) => dialog(on).getByRole('switch', { name: 'С контрагентом' })
const rows = () => page.locator('tbody tr')
const rowOf = (text: string) => rows().filter({ hasText: text })

async function showColumns(...titles: string[]): Promise<void> {
  await page.getByRole('button', { name: /^Столбцы/ }).click()
  for (const title of titles) {
    const box = dialog(page).getByRole('checkbox', { name: title, exact: true })
    await box.click()
    await expect.poll(() => box.isChecked()).toBe(true)
  }
  await dialog(page).getByRole('button', { name: 'Готово' }).click()
  await dialog(page).waitFor({ state: 'hidden' })
}

test('who buys and who sells are kept in the libraries', async () => {
  await page.goto('/lib/counterparties')
  await page.getByRole('button', { name: 'Создать' }).first().click()
  await fill(page, { Название: 'Oy Kala', Примечание: 'Самовывоз' })
  await dialog(page).getByRole('switch', { name: 'Иностранная организация' }).check()
  await save(page)
  await expectText(rowOf('Oy Kala'), /Да.*Самовывоз/)
  await page.goto('/lib/employees')
  await page.getByRole('button', { name: 'Создать' }).first().click()
  await fill(page, { ФИО: 'Рантала Олег' })
  await save(page)
  await expectText(rowOf('Рантала'), 'Рантала Олег')
})

test('the total and the paid weight are worked out while one types, and a counterparty is asked for', async () => {
  await page.goto('/')
  await operate(page, '1', 'Подъём рыбы')
  await fill(page, { Количество: '100', 'Общий вес': '20,5' })
  await expect.poll(() => field(page, 'Контрагент').count()).toBe(0)
  await withCounterparty(page).check()
  await fill(page, { 'Цена за кг': '651' })
  await expectField(page, 'Сумма', '13 346')
  await fill(page, { Оплачено: '10000' })
  await expectField(page, 'Оплаченный вес', '15,361')
  await expectText(dialog(page), 'Долг 3 346,00 ₽')
  await dialog(page).getByRole('button', { name: 'Сохранить' }).click()
  await expectText(dialog(page), 'Выберите контрагента')
  await choose(page, 'Контрагент', 'Oy Kala')
  await choose(page, 'Сотрудник', 'Рантала Олег')
  await save(page)
  await expectText(notices(page), 'Садок 1, подъём 100 шт')
  await expectCage(page, '1', /900 шт/)
})

test('the journal shows the sale and its totals, and the rest is paid from there', async () => {
  await page.goto('/journals/withdrawal')
  await showColumns('Контрагент', 'Сотрудник', 'Сумма, ₽', 'Оплачено, ₽', 'Оплаченный вес, кг')
  await expectText(rows().first(), /Oy Kala ?Рантала Олег ?13 346,00 ?10 000,00 ?15,361/)
  await expectText(page.locator('tfoot'), /13 346,00 ?10 000,00 ?15,361/)
  await rows().first().getByRole('button', { name: 'Изменить' }).click()
  await expectField(page, 'Сумма', '13 346')
  await dialog(page).getByRole('button', { name: 'всё: Оплачено' }).click()
  await expectField(page, 'Оплачено', '13 346')
  await expectText(dialog(page), 'Оплачено полностью')
  await save(page)
  await expectText(page.locator('tfoot'), /13 346,00 ?13 346,00 ?20,501/)
})

test('fish sent to the workshop join the batch of the day, whose number is told', async () => {
  await page.goto('/')
  for (const [count, weight] of [
    ['10', '1,9'],
    ['5', ''],
  ]) {
    await operate(page, '2', 'Подъём рыбы')
    await fill(page, { Количество: count! })
    await choose(page, 'Причина', 'Отправка в цех')
    // the second time it is remembered
    if (count === '10') await choose(page, 'Склад', 'Цех')
    else await expectField(page, 'Склад', 'Цех')
    await fill(page, { 'Вес в цехе': weight! })
    await save(page)
    await expectText(notices(page), `подъём ${count} шт, партия #1`)
    await closeNotices(page)
  }
  await page.goto('/journals/withdrawal')
  await showColumns('Вес в цехе, кг', 'Партия')
  await expectText(page.locator('tfoot'), /2,9/)
})

test('a row of a processed batch opens to be read, says why, and is not deleted', async () => {
  await sql('update batches set processed_at = now()::timestamp where company_id = $1', [pond.user.company.id])
  await page.reload()
  const sent = rowOf('Отправка в цех').first()
  await sent.getByRole('button', { name: 'Изменить' }).click()
  await expectText(dialog(page), 'Партия уже обработана.')
  await expect.poll(() => field(page, 'Количество').isDisabled()).toBe(true)
  await expect.poll(() => field(page, 'Склад').isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await sent.focus()
  await page.keyboard.press('Delete')
  await expectText(notices(page), 'Партия уже обработана.')
  await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0)
})

test('a catch that weighs otherwise than the book is asked about, one that does not is not', async () => {
  await page.goto('/')
  await operate(page, '2', 'Подъём рыбы')
  const question = dialog(page).getByText('Что это за рыба?')
  await fill(page, { Количество: '100', 'Общий вес': '20,5' })
  await expectText(dialog(page), /975 ?шт|885 ?шт/)
  await expect.poll(() => question.count()).toBe(0)
  await fill(page, { 'Общий вес': '22' })
  await question.waitFor()
  // nothing is chosen for the person, and nothing is stored without a choice
  await expect.poll(() => dialog(page).getByRole('radio', { checked: true }).count()).toBe(0)
  await page.keyboard.press('Enter')
  await expectText(dialog(page), /Выберите, что это за рыба/)
  await dialog(page).getByRole('radio', { name: 'Обычная, как вся группа' }).check()
  await expectText(dialog(page), /194,7 ?кг/)
  await save(page)
  await expectCage(page, '2', /885 шт, 195 кг, навеска 0,2200 кг/)
})

test('on a phone the sale is one column of large fields', async () => {
  const phone = await openPage({ width: 390, height: 844, as: pond, context: { hasTouch: true, isMobile: true } })
  await phone.page.goto('/')
  await cage(phone.page, '1').tap()
  await phone.page
    .getByRole('dialog', { name: /^Операции: садок/ })
    .getByRole('button', { name: 'Подъём рыбы' })
    .tap()
  await fill(phone.page, { 'Количество, шт': '10', 'Общий вес': '2' })
  await withCounterparty(phone.page).check()
  await choose(phone.page, 'Контрагент', 'Oy Kala')
  await fill(phone.page, { 'Цена за кг': '700' })
  await expectField(phone.page, 'Сумма', '1 400')
  await expect.poll(() => field(phone.page, 'Цена за кг').getAttribute('inputmode')).toBe('numeric')
  for (const label of ['Контрагент', 'Цена за кг', 'Оплачено'])
    await expect.poll(async () => (await field(phone.page, label).boundingBox())!.height).toBeGreaterThanOrEqual(48)
  await expect.poll(() => overflow(phone.page)).toBeLessThanOrEqual(0)
  await save(phone.page)
  await expectText(notices(phone.page), 'Садок 1, подъём 10 шт')
  await expectCage(phone.page, '1', /890 шт/)
  expect(phone.errors).toEqual([])
  await phone.close()
})

test('nothing went wrong behind the scenes', () => {
  expect(open.errors.filter((error) => !error.includes('403'))).toEqual([])
})
