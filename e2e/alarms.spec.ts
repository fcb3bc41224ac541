/** An alarm as a person meets it: what the rule would have done, the ring, the word, the end; also on a phone. */
import { expect, test } from 'vitest'
import { measurementCalls } from '../src/core/cages/measurement.contract'
import { dialog, expectText, fill, overflow, save } from './actions'
import { openPage } from './browser'
import { registerPond, sql } from './farm'

/** The clock looks every five minutes; nobody waits for it here. */
const look = () =>
  sql(
    `insert into pgboss.job (name, policy, data) values ('alarms', 'short', '{"asked": true}') on conflict do nothing`,
  )

test.each([1280, 390])('a rule is asked, switched on, rings, is accepted and ends, %i wide', async (width) => {
  const pond = await registerPond(`Тревоги ${width}`)
  await pond.subscribedFor(300)
  const parameter = await pond.parameter({ location: pond.module.id, name: 'Кислород', type: 'oxygen' })
  const measure = (days: number, time: string, value: number) =>
    pond.call(measurementCalls.create, {
      ...{ date: pond.daysAgo(days), time, value, depth: 2 },
      measure_parameter_id: parameter.id,
    })
  await measure(9, '08:00', 14)
  await measure(9, '12:00', 4)
  await measure(9, '20:00', 14)
  const { page, errors, close } = await openPage({ width, as: pond })

  await page.goto('/alarms?show=rules')
  const rule = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Мало кислорода/ }) })
  await rule.getByRole('button', { name: 'Включить…' }).click()
  await expectText(dialog(page), /За год сработало бы 2 раза\. Из них «нет данных»: 1/)
  await fill(page, { 'Нет данных дольше, ч': '' })
  await expectText(dialog(page), /Исправьте пороги/)
  await fill(page, { 'Нет данных дольше, ч': '336' })
  await expectText(dialog(page), /За год сработало бы 1 раз/)
  await expectText(dialog(page), new RegExp(`${pond.daysAgo(9)} 12:00.*Залив.*Кислород 4 мг/л`))
  await expect.poll(() => overflow(page)).toBe(0)
  await save(page)
  // a new rule does not wait for the clock
  await expectText(rule, /Включено.*Проверено/)

  await page.goto('/alarms')
  await page.getByText('Сейчас тревог нет.').waitFor()
  const bell = page.getByRole('button', { name: /^Уведомления/ })
  await measure(1, '12:00', 4.2)
  await look()
  await expect.poll(() => bell.getAttribute('aria-label'), { timeout: 20_000 }).toBe('Уведомления: 1 новое')
  const alarm = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /Мало кислорода: Залив/ }) })
  await expectText(alarm, /Опасность.*Кислород 4,2 мг\/л/)
  await expect.poll(() => overflow(page)).toBe(0)
  await bell.click()
  await dialog(page)
    .getByRole('link', { name: /Мало кислорода, Залив\. Кислород 4,2 мг\/л/ })
    .click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/measurements')

  await page.goto('/alarms')
  await alarm.getByRole('button', { name: 'Принять' }).click()
  await fill(page, { 'Что сделали': 'Включили аэратор' })
  await dialog(page).getByRole('button', { name: 'Принять' }).click()
  await expectText(alarm, /Принято .*, Мария Рябова: Включили аэратор/)
  await bell.click()
  await expectText(dialog(page), 'Новых уведомлений нет')
  await page.keyboard.press('Escape')

  await measure(1, '20:00', 14)
  await look()
  await page.getByText('Сейчас тревог нет.').waitFor({ timeout: 20_000 })
  await page.getByRole('tab', { name: 'История' }).click()
  await expectText(page.getByRole('main'), /Мало кислорода.*Мария Рябова/)
  await expect.poll(() => overflow(page)).toBe(0)
  expect(errors).toEqual([])
  await close()
})
