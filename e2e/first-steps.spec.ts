/** From registration to the first feeding with as few clicks as may be: what a newcomer does on the first evening. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from './browser'
import { PASSWORD, sql } from './farm'
import { dialog, expectCage, expectField, expectText, field, fill, operate } from './actions'

async function register(page: Page): Promise<Locator> {
  await sql(`delete from guesses where key like 'registration %'`)
  await page.goto('/register')
  await page.getByLabel('Название хозяйства').fill('Первый вечер')
  await page.getByLabel('Ваше имя').fill('Новичок')
  await page.getByLabel('E-mail').fill(`first-steps-${Date.now()}@example.com`)
  await page.getByRole('textbox', { name: 'Пароль', exact: true }).fill(PASSWORD)
  await page.getByRole('textbox', { name: 'Пароль ещё раз', exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const steps = page.getByRole('region', { name: 'Первые шаги' })
  await steps.waitFor()
  return steps
}

for (const [name, size] of Object.entries({ desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }))
  test(`${name}: the first fish swim after nine clicks and four saves, and are fed after twelve and six`, async () => {
    const { page, errors, close } = await openPage(size)
    const steps = await register(page)
    let [clicks, saves] = [0, 0]
    const click = async (where: Locator) => {
      clicks++
      await where.click()
    }
    const step = async (title: RegExp) => {
      await click(steps.getByRole('button', { name: title }))
      await dialog(page).locator('form').waitFor()
    }
    const save = async () => {
      saves++
      await page.keyboard.press('Enter')
      await page.locator('[role=dialog] form').waitFor({ state: 'hidden' })
    }
    // a phone writes the units into the labels
    const put = (path: string, text: string) => dialog(page).locator(`[data-path=${path}]`).fill(text)
    await step(/Модуль/)
    await put('name', 'Северный')
    await save()
    await steps.locator('[data-state=next]', { hasText: 'Садки' }).waitFor()
    await step(/Садки/)
    await expectField(page, 'Номер', '1')
    await put('count', '12')
    await put('volume', '1600')
    await expectText(dialog(page), 'садки 1 – 12')
    await save()
    await expectCage(page, '12', /пустой/)
    await step(/Генерация/)
    await put('name', 'Весна 2026')
    await click(field(page, 'Вид рыбы'))
    await click(page.getByRole('option', { name: 'Радужная форель' }))
    await save()
    await steps.locator('[data-state=next]', { hasText: 'Зарыбление' }).waitFor()
    await step(/Зарыбление/)
    await expectField(page, 'Генерация', 'Весна 2026')
    await click(field(page, 'Возрастная категория'))
    await click(page.getByRole('option', { name: 'Мальки' }))
    await put('count', '10000')
    await put('avg_weight', '0,045')
    await save()
    await expectCage(page, '1', /10 000 шт, 450 кг/)
    expect(clicks).toBeLessThanOrEqual(9)
    expect(saves).toBeLessThanOrEqual(4)

    await steps.locator('[data-state=next]', { hasText: /^5/ }).waitFor()
    await step(/Корм/)
    await put('good', 'Корм форелевый 3 мм')
    await put('amount', '2000')
    await put('price', '145,5')
    await save()
    await steps.locator('[data-state=next]', { hasText: 'Первое кормление' }).waitFor()
    await step(/Первое кормление/)
    await expectField(page, 'Корм', 'Корм форелевый 3 мм')
    await put('volume', '9')
    await expectText(dialog(page), /1 991/)
    await save()
    expect(clicks).toBeLessThanOrEqual(12)
    expect(saves).toBeLessThanOrEqual(6)
    // the way is over, also when the feed is
    await steps.waitFor({ state: 'hidden' })
    expect(errors).toEqual([])
    await close()
  })

test('what is missing in a list is made in place, over the open form, and is chosen', async () => {
  const { page, close } = await openPage({ width: 1440, height: 900 })
  const steps = await register(page)
  const create = async (label: string, title: string) => {
    await field(page, label).click()
    await page.getByRole('option', { name: title }).click()
  }
  const form = (title: string) => page.getByRole('dialog', { name: title })
  const inForm = (title: string, label: string) => form(title).getByLabel(label, { exact: true })
  await steps.getByRole('button', { name: /Садки/ }).click()
  await fill(page, { Номер: '7', Объём: '800' })
  await create('Модуль', 'Создать модуль')
  await inForm('Создать модуль', 'Название').fill('Южный')
  await page.keyboard.press('Enter')
  await form('Создать модуль').waitFor({ state: 'hidden' })
  await expect.poll(() => inForm('Создать садок', 'Модуль').and(page.locator('input')).inputValue()).toBe('Южный')
  await expectField(page, 'Номер', '7')
  await page.keyboard.press('Enter')
  await expectCage(page, '7', /пустой/)

  // a window over a window over a form: Esc closes one at a time
  await operate(page, '7', 'Зарыбление')
  await field(page, 'Генерация').fill('Осень 2026')
  await page.getByRole('option', { name: 'Создать генерацию' }).click()
  await expect.poll(() => inForm('Создать генерацию', 'Название').inputValue()).toBe('Осень 2026')
  await create('Вид рыбы', 'Создать вид рыбы')
  await inForm('Создать вид рыбы', 'Название').fill('Голец')
  await page.keyboard.press('Escape')
  await form('Создать вид рыбы').waitFor({ state: 'hidden' })
  await expect.poll(() => inForm('Создать генерацию', 'Название').inputValue()).toBe('Осень 2026')
  await field(page, 'Вид рыбы').click()
  await page.getByRole('option', { name: 'Сиг', exact: true }).click()
  await page.keyboard.press('Enter')
  await form('Создать генерацию').waitFor({ state: 'hidden' })
  await expectField(page, 'Генерация', 'Осень 2026')
  await close()
})
