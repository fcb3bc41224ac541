/** An owner asks which cage lost most fish, opens the records behind the number, corrects one and comes back. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { expectText, fill, overflow, save } from './actions'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'

let pond: Awaited<ReturnType<typeof registerPond>>
let open: OpenPage
let page: Page
beforeAll(async () => {
  pond = await registerPond('Отчёты', { cages: 3, stocked: 3 })
  await pond.subscribedFor(300)
  const lost = (cage: number, count: number) =>
    pond.call(kinds.retreat.create, {
      date: pond.daysAgo(0),
      time: '00:01',
      from_id: pond.cages[cage]!,
      ...pond.group,
      count,
    })
  await lost(0, 3)
  await lost(1, 40)
  await lost(1, 5)
  open = await openPage({ width: 1440, height: 1000, as: pond })
  page = open.page
})
afterAll(() => open.close())

const report = (name: string) => page.getByRole('region', { name, exact: true })
const rowOf = (number: string) => report('Отходы по садкам').locator('tbody tr').filter({ hasText: number })

test('a report says which cage lost most, and draws it', async () => {
  await page.goto('/reports/retreats')
  await expectText(rowOf('2').first(), /2\s*Сеголетки\s*45\s*9,0/)
  await report('Отходы по садкам')
    .getByRole('slider', { name: /^Отходы по садкам/ })
    .waitFor()
  await report('Отходы за период').getByRole('link', { name: '48', exact: true }).waitFor()
})

test('its number opens the records it was added up from; one is corrected, and the report has changed', async () => {
  await report('Отходы по садкам').getByRole('link', { name: '45', exact: true }).click()
  await page.waitForURL(/\/journals\/retreat\?.*cagesId/)
  const rows = page.locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(2)
  await rows.filter({ hasText: '40' }).getByRole('button', { name: 'Изменить' }).click()
  await fill(page, { Количество: '10' })
  await save(page)
  await page.goBack()
  await expectText(rowOf('2').first(), /2\s*Сеголетки\s*15\s*3,0/)
})

test('a sheet that left is told to be out of date when a record of it is corrected', async () => {
  const card = report('Отходы по садкам')
  const [file] = await Promise.all([page.waitForEvent('download'), card.getByRole('button', { name: 'CSV' }).click()])
  expect(file.suggestedFilename()).toMatch(/^Отходы по садкам.*\.csv$/)
  const [line] = (await pond.call(kinds.retreat.list, {
    start: pond.daysAgo(1),
    end: pond.daysAgo(0),
    cages_id: [pond.cages[0]!],
  })) as { id: number }[]
  const at = { date: pond.daysAgo(0), time: '00:01' }
  await pond.call(kinds.retreat.update, { id: line!.id, ...at, from_id: pond.cages[0]!, ...pond.group, count: 4 })
  await card.getByText(/Изменено после выгрузки .* 1 операция/).waitFor()
  await card.getByRole('button', { name: 'Показать' }).click()
  await card.getByRole('button', { name: /^Отход, садок 1/ }).click()
  await page.getByRole('dialog').getByText('Количество').first().waitFor()
  await page.keyboard.press('Escape')
})

test('it is compared with the year before, in table and chart', async () => {
  await page.getByRole('combobox', { name: /Сравнить/ }).click()
  await page.getByRole('option', { name: 'Годом раньше' }).click()
  await page.waitForURL(/compare=year/)
  await report('Отходы за период').getByRole('columnheader', { name: 'Кол-во шт, годом раньше' }).waitFor()
  await report('Отходы за период').getByText('Годом раньше', { exact: true }).first().waitFor()
  await page.goBack()
})

test('the length of the periods stays in the address', async () => {
  await page.getByText('День', { exact: true }).click()
  await page.waitForURL(/detalization=day/)
  await expectText(
    report('Отходы за период').locator('tbody tr').first(),
    new RegExp(pond.daysAgo(0).replaceAll('.', '\\.')),
  )
})

test('of weights and movement each number opens what it stands for', async () => {
  await page.goto('/reports/weights')
  await report('Движение рыбы по садкам').getByRole('link', { name: '15', exact: true }).click()
  await page.waitForURL(/\/journals\/retreat\?.*cagesId/)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(2)
  await page.goBack()
  await report('Отчет по навескам').getByText('Навесок за указанный период не обнаружено.').waitFor()
  await report('Отчет по биомассе').getByRole('slider').waitFor()
})

test('a report of its own choices waits for them', async () => {
  await page.goto('/reports/feedings')
  await report('Отчет по генерациям').getByText('Выберите генерацию').waitFor()
})

test('what has no records says so, and on a phone nothing overflows', async () => {
  await page.goto('/reports/withdrawals')
  await page.getByText('Подъемов за указанный период не обнаружено.').waitFor()
  await page.getByText('Подъемов не обнаружено.').waitFor()
  const phone = await openPage({ width: 390, height: 844, as: pond })
  for (const path of ['feedings', 'retreats', 'withdrawals', 'weights']) {
    await phone.page.goto(`/reports/${path}`)
    await phone.page.getByRole('region').first().waitFor()
    expect(await overflow(phone.page)).toBe(0)
  }
  await phone.close()
  expect([...open.errors, ...phone.errors]).toEqual([])
})
