/** An evening: a calculation, the plan of tomorrow from it, a changed rate that is asked about, saving, the sheet. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { calcCalls } from '../src/core/feeding/calcs.contract'
import { normCalls } from '../src/core/feeding/norms.contract'
import { planCalls } from '../src/core/feeding/plan/plan.contract'
import { addDays, parseDay, showDay } from '../src/shared/dates'
import { dialog, expectText, notices, overflow, paste } from './actions'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'

let pond: Awaited<ReturnType<typeof registerPond>>
let open: OpenPage
let page: Page
let tomorrow: string
beforeAll(async () => {
  pond = await registerPond('Вечер', { cages: 3, stocked: 2 })
  tomorrow = showDay(addDays(parseDay(pond.daysAgo(0))!, 1))
  const feed = (await pond.good({ name: 'Актив 4 мм' })).id
  const rates = [
    {
      range: { from: { day: 1, month: 1 }, to: { day: 31, month: 12 } },
      table: [
        { weight: { min_g: 100, max_g: 300 }, feed_conversion_rate: 1.05, feeding_rates: { 6: 0.8, 10: 1.5 } },
        { weight: { min_g: 300, max_g: 900 }, feed_conversion_rate: 1.2, feeding_rates: { 6: 0.5, 10: 1 } },
      ],
      temperature_fcr: { 6: 1.1, 10: 1 },
    },
  ]
  await pond.call(normCalls.saveOfFeed, { feedTypeId: feed, rates })
  await pond.call(calcCalls.create, {
    name: 'Товарная, зима',
    feed_type_id: feed,
    start: pond.daysAgo(30),
    temp_prediction_strategy: 'FixedStrategy',
    temp_prediction_strategy_data: 10,
  })
  open = await openPage({ width: 1440, height: 900, as: pond })
  page = open.page
})
afterAll(() => open.close())

const cell = (name: string, number: number) =>
  dialog(page).getByRole('textbox', { name: `${name}, садок ${number}`, exact: true })
const plan = () => pond.call(planCalls.day, { date: tomorrow })
const save = () => dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()

test('tomorrow is chosen in the calendar, and its cages come from the calculation', async () => {
  await page.goto('/feed/feeding-plan')
  await page.getByRole('button', { name: `Выбрать ${tomorrow}` }).click()
  await expectText(dialog(page).getByRole('heading'), `План дня, ${tomorrow}`)
  await dialog(page).getByRole('button', { name: 'Садки из расчёта' }).last().click()
  // 1000 fish of 200 g eat 1.5 %
  await expect.poll(() => cell('Корм', 1).inputValue()).toBe('3,00')
  await expect.poll(() => cell('Прирост', 1).inputValue()).toBe('2,86')
  await expectText(dialog(page), /не сохранено/)
})

test('why it is so much is told with the norm', async () => {
  await dialog(page).getByRole('button', { name: 'Подробно о корме: садок 1' }).click()
  await expectText(dialog(page), /Норма: садок 1.*расчёт «Товарная, зима».*100–300 г.*1,5 %.*3,00 кг корма/)
  await page.keyboard.press('Escape')
})

test('a rate that differs is asked about: taken back, or kept', async () => {
  await cell('Корм', 1).fill('3,5')
  await expectText(dialog(page), /решить: 1/)
  await dialog(page).getByRole('button', { name: 'Введено 3,50, расчёт 3,00' }).click()
  await page.getByRole('button', { name: 'Применить 3,00' }).click()
  await expect.poll(() => cell('Корм', 1).inputValue()).toBe('3,00')
  await cell('Корм', 1).fill('2')
  await dialog(page).getByRole('button', { name: 'Введено 2,00, расчёт 3,00' }).click()
  await page.getByRole('button', { name: 'Оставить 2,00' }).click()
  // the keys go on in the cell
  await expect.poll(() => cell('Корм', 1).evaluate((one) => one === document.activeElement)).toBe(true)
  await expectText(dialog(page), /^(?!.*решить)/)
})

test('a wrong number keeps the plan from being saved, in the words of the specification', async () => {
  await cell('Темп.', 2).focus()
  await paste(page, '4;2\t\r\n4;2\t\r\n')
  await expectText(dialog(page), /ошибка: 1/)
  await save()
  await expectText(notices(page), 'Не удалось сохранить план кормления! Проверьте правильность введенных данных')
  await cell('Темп.', 2).fill('10')
})

test('what is saved stands there the next time, and the day is full', async () => {
  await save()
  await expectText(notices(page), 'План кормления успешно сохранен!')
  const { rows } = await plan()
  expect(rows.map(({ rate, is_rate_alert_dismissed }) => [rate, is_rate_alert_dismissed])).toEqual([
    [2, true],
    [3, false],
  ])
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await page
    .getByRole('gridcell')
    .getByRole('button', { name: /заполнен$/ })
    .first()
    .waitFor()
})

test('leaving with unsaved changes asks first', async () => {
  await page.goto(`/feed/feeding-plan?date=${tomorrow}`)
  await cell('Корм', 2).fill('1')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog')
  await expectText(question, 'Вы действительно хотите выйти из плана дня? Все несохраненные данные будут удалены!')
  await question.getByRole('button', { name: 'Отмена' }).click()
  await expect.poll(() => cell('Корм', 2).inputValue()).toBe('1')
})

test('whoever comes second is shown what differs, and loses nothing', async () => {
  const { version, rows } = await plan()
  const sent = rows.map((row) => ({ ...row, rate: row.cage_id === rows[0]!.cage_id ? 2.5 : row.rate }))
  await pond.call(planCalls.saveDay, {
    date: tomorrow,
    version,
    plan: sent.map(({ temperature, growth, ...row }) => ({ ...row, temperature: temperature!, growth: growth! })),
  })
  await save()
  await expectText(dialog(page), /План тем временем сохранил другой человек/)
  await dialog(page).getByRole('button', { name: 'Продолжить' }).click()
  await expect.poll(() => cell('Корм', 1).inputValue()).toBe('2,50')
  await expect.poll(() => cell('Корм', 2).inputValue()).toBe('1')
  await save()
  await expect.poll(async () => (await plan()).rows.map(({ rate }) => rate)).toEqual([2.5, 1])
})

test('the sheet for the barge has room for what was given', async () => {
  await page.evaluate(() => (window.print = () => undefined))
  await dialog(page).getByRole('button', { name: 'Печать листа для баржи' }).click()
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('body > div').filter({ hasText: 'Подпись' }).last()
  await expectText(sheet, /Кормление.*Дано, кг.*Актив 4 мм.*2,50.*Кормил/)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
})

test('the plan of a cage goes on day by day', async () => {
  await page.goto(`/feed/feeding-plan?cage=${pond.cages[0]}`)
  await dialog(page).getByRole('button', { name: 'Добавить день' }).first().click()
  await expectText(dialog(page), new RegExp(showDay(addDays(parseDay(tomorrow)!, 1)).replaceAll('.', '\\.')))
  await save()
  await expect.poll(async () => (await pond.call(planCalls.cage, { cageId: pond.cages[0]! })).rows.length).toBe(2)
})

test('a plan of fish that were weighed since says so, and takes those of now', async () => {
  await pond.call(kinds.weighing.create, {
    date: pond.daysAgo(0),
    time: '00:05',
    cage_id: pond.cages[0]!,
    avg_weight: 0.25,
  })
  await page.goto(`/feed/feeding-plan?date=${tomorrow}`)
  await expectText(dialog(page), /уже не та рыба, на которую составлен план: 1 \(0,2000 → 0,2500 кг\)/)
  await dialog(page).getByRole('button', { name: 'Взять нынешнюю' }).click()
  await expect.poll(() => cell('Навеска', 1).inputValue()).toBe('0,2500')
  await expectText(dialog(page), /^(?!.*уже не та рыба)/)
  await save()
  await expect.poll(async () => (await plan()).rows[0]!.avg_weight).toBe(0.25)
})

test('on a phone nothing overflows and nothing fails', async () => {
  const phone = await openPage({ width: 390, height: 844, as: pond })
  for (const address of ['/feed/feeding-plan', `/feed/feeding-plan?date=${tomorrow}`]) {
    await phone.page.goto(address)
    await phone.page.getByText(/План/).first().waitFor()
    expect(await overflow(phone.page)).toBe(0)
  }
  expect([...open.errors, ...phone.errors].filter((text) => !text.includes('409'))).toEqual([])
  await phone.close()
})
