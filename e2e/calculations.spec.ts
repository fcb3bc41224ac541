/** A feed is assigned, tried out and taken back: what is shown before, meanwhile and after. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, parseDay, showDay } from '../src/shared/dates'
import { locationLibrary } from '../src/core/lists/libraries/location.contract'
import { calcCalls } from '../src/core/feeding/calcs.contract'
import { openPage, type OpenPage } from './browser'
import { registerPond, sql } from './farm'
import { choose, chooseAction, dialog, expectText, fill, notices, overflow, plain, save } from './actions'

let open: OpenPage
let pond: Awaited<ReturnType<typeof registerPond>>
let feed: number

/** 1.5 % of biomass at any temperature, for fish of 100 g to 250 g, of which 1.05 kg make a kilogram. */
const NORMS = [
  {
    from: { day: 1, month: 1 },
    to: { day: 31, month: 12 },
    temperatures: [0, 20],
    coefficients: [1_000_000, 1_000_000],
    rows: [{ min: 100_000, max: 250_000, fcr: 1_050_000, rates: [1_500_000, 1_500_000] }],
  },
]

beforeAll(async () => {
  pond = await registerPond('Расчёты', { cages: 3, stocked: 2, count: 10_000 })
  await pond.subscribedFor(300)
  feed = (await pond.good({ name: 'Корм 6 мм' })).id
  await sql('insert into norm_versions (company_id, good_id, seasons) values ($1, $2, $3)', [
    pond.user.company.id,
    feed,
    JSON.stringify(NORMS),
  ])
  const far = await pond.call(locationLibrary.create, { name: 'Дальний' })
  await pond.cage({ location: far.id, number: '9' })
  open = await openPage({ width: 1440, height: 1000, as: pond })
})
afterAll(() => open.close())

const check = () => open.page.getByRole('region', { name: 'Проверка назначений' })
const rowOf = (name: string) => open.page.locator('tbody tr').filter({ hasText: name })

/** Opens a list of several, or closes it. */
const toggle = (label: string) => dialog(open.page).getByRole('combobox', { name: label }).click()
const options = () => open.page.getByRole('listbox').getByRole('option')
async function pick(label: string, ...names: string[]): Promise<void> {
  await toggle(label)
  for (const name of names) await options().filter({ hasText: name }).click()
  await toggle(label)
}

test('a calculation is made for cages without a feed, which are offered by the chosen modules', async () => {
  const { page } = open
  await page.goto('/feed/feeding-calc')
  await expectText(check(), /Садки с рыбой, которым не назначен корм:.*1.*2/)
  await check().getByRole('button', { name: 'назначить', exact: true }).click()
  await fill(page, { Название: 'Зима' })
  await choose(page, 'Корм', 'Корм 6 мм')
  await choose(page, 'Прогноз температуры', 'Заданная температура')
  await fill(page, { 'Заданная температура': '4,5' })

  await pick('Модули', 'Дальний')
  // the cages of the other module are not chosen any more, nor offered
  await toggle('Садки')
  await expect.poll(async () => (await options().allTextContents()).map(plain)).toEqual(['[Все]', '9Дальний'])
  await toggle('Садки')
  await pick('Модули', 'Дальний', 'Залив')
  await save(page)
  await expectText(rowOf('Зима'), /Корм 6 мм.*модули: Залив.*Заданная температура/)
  await check().waitFor({ state: 'hidden' })
})

test('coefficients stand by date', async () => {
  const { page } = open
  await chooseAction(rowOf('Зима'), 'Коэффициенты по датам')
  await fill(page, { 'С даты': showDay(addDays(parseDay(pond.daysAgo(0))!, 1)), Коэффициент: '0,5' })
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expectText(dialog(page).getByRole('table'), '0,5')
  await page.keyboard.press('Escape')
})

test('the tester feeds the days ahead by it, and says what each cage gets and why', async () => {
  const { page } = open
  await chooseAction(rowOf('Зима'), 'Проверить расчёт')
  await page.getByRole('heading', { name: 'Проверка расчётов' }).waitFor()
  const rows = page.getByRole('region', { name: 'По дням' }).locator('tbody tr')
  await expectText(rows.first(), /4 000,00.*60,00.*57,14/)
  // from tomorrow on half of it, of what has grown
  await expectText(rows.nth(1), /4 057,14.*30,43.*28,98/)
  await rows.first().click()
  const first = dialog(page).locator('tbody tr').first()
  await expectText(first, /Корм 6 мм.*4,5.*0,1–0,25.*1,05.*1,5.*30,00.*28,57/)
  await page.keyboard.press('Escape')
  await page.getByText('7 дн', { exact: true }).click()
  await page.getByRole('button', { name: 'Рассчитать' }).click()
  await expect.poll(() => rows.count()).toBe(8)
})

test('a newer one is in force where two cover a cage, until it goes into the archive and comes back', async () => {
  const { page } = open
  const period = { start: pond.daysAgo(0), feed_type_id: feed }
  await pond.call(calcCalls.create, { name: 'Проба', ...period, cage_ids: [pond.cages[0]!] })
  await page.goto('/feed/feeding-calc')
  await expectText(check(), /1 Залив: действует «Проба», не действует: «Зима»/)
  await chooseAction(rowOf('Проба'), 'Отправить в архив')
  await expectText(notices(page), 'Отправлено в архив!')
  await check().waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Архив', exact: true }).click()
  await rowOf('Проба').waitFor()
  await rowOf('Проба').getByRole('button', { name: 'Извлечь из архива' }).click()
  await expectText(notices(page), 'Извлечено из архива!')
  await page.getByRole('button', { name: 'Назад к актуальным' }).click()
  await expectText(check(), /действует «Проба»/)
})

test('on a phone all of it is there, as wide as the screen', async () => {
  const { page, errors, close } = await openPage({ width: 390, height: 844, as: pond })
  for (const path of ['/feed/feeding-calc', '/feed/feeding-test']) {
    await page.goto(path)
    await page
      .getByRole('button', { name: path.endsWith('calc') ? 'Создать' : 'Рассчитать' })
      .first()
      .waitFor()
    if (path.endsWith('test')) {
      await page.getByRole('button', { name: 'Рассчитать' }).click()
      await page.getByText('4 000,00').first().waitFor()
    }
    expect(await overflow(page)).toBe(0)
  }
  expect(errors).toEqual([])
  await close()
  expect(open.errors).toEqual([])
})

test('it is asked before one is deleted', async () => {
  const { page } = open
  await rowOf('Проба').getByRole('button', { name: 'Удалить' }).click()
  await expectText(page.getByRole('alertdialog'), 'Вы уверены, что хотите удалить расчет')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click()
  await expectText(notices(page), 'Расчет удален!')
  await rowOf('Проба').waitFor({ state: 'detached' })
})
