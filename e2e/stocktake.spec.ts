/** A warehouse is counted beside its shelves, with a phone and without a network. */
import { expect, test } from 'vitest'
import { goodCalls } from '../src/core/goods/good-calls.contract'
import { registerPond } from './farm'
import { expectText, notices, paste } from './actions'
import { openPage } from './browser'
import { openKept } from './kept'

async function farm(name: string, feed = 'Корм 6 мм') {
  const pond = await registerPond(name)
  const stock = await pond.stock('Баржа')
  const goods = await Promise.all([feed, 'Соль'].map((name) => pond.good({ type: 'feed', name })))
  for (const { id } of goods) await pond.adding({ good: id, stock: stock.id, count: 500, date: pond.daysAgo(10) })
  const amounts = async () => {
    const all = await pond.call(goodCalls.amounts, {})
    return goods.map(({ id }) => all[id]?.[stock.id] ?? 0)
  }
  return { pond, amounts }
}

const PHONE = { width: 390, height: 844, context: { hasTouch: true, isMobile: true } }

test('what differs is seen before it is recorded; what was not counted stays as it is', async () => {
  const { pond, amounts } = await farm('Учёт баржи')
  const { page, close } = await openPage({ ...PHONE, as: pond })
  await page.goto('/stock/stocktake')
  const counted = (good: string) => page.getByLabel(`${good}: посчитано`)
  await counted('Корм 6 мм').fill('480')
  const box = (await counted('Корм 6 мм').boundingBox())!
  expect(box.height).toBeGreaterThanOrEqual(48)
  await expectText(page.locator('dl').last(), /Посчитано1 из 2.*Недостача.*Корм 6 мм −20 кг.*Излишекнет/)
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expectText(notices(page), /Инвентаризация: Корм 6 мм −20 кг/)
  await expect.poll(() => amounts()).toEqual([480, 500])
  await page.waitForURL('**/journals/stocktakes')
  await notices(page).getByRole('button', { name: 'Отменить' }).click()
  await expect.poll(amounts).toEqual([500, 500])
  await close()
})

test('a blind count tells nothing of the book before all is counted', async () => {
  const { pond } = await farm('Вслепую')
  const { page, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/stock/stocktake')
  await page.getByText('500 кг').first().waitFor()
  await page.getByRole('switch', { name: 'Считать вслепую' }).click({ force: true })
  await expect.poll(() => page.getByText('500 кг').count()).toBe(0)
  const counted = (good: string) => page.getByLabel(`${good}: посчитано`)
  await counted('Корм 6 мм').fill('501,5')
  // Enter goes down the sheet and saves nothing
  await page.keyboard.press('Enter')
  await page.keyboard.type('500')
  await expectText(page.locator('dl').last(), /Посчитано2 из 2.*Излишек.*Корм 6 мм \+1,5 кг/)
  await close()
})

test('a warehouse where nothing has lain takes a counted sheet', async () => {
  const { pond } = await farm('Первый подсчёт')
  const stock = await pond.stock('Новый склад')
  const { page, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/stock/stocktake')
  await page.locator('input[data-path=stock_id]').click()
  await page.getByRole('option', { name: 'Новый склад' }).click()
  await page.getByLabel('Вставить лист из Excel').focus()
  await paste(page, 'Название\tПосчитано\nСоль\t120,5\nКорм 6 мм\t40')
  await expect.poll(() => page.getByLabel('Соль: посчитано').inputValue()).toBe('120,5')
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expectText(notices(page), /Инвентаризация:/)
  // amounts are keyed by the good's identity, which is in no order
  await expect
    .poll(async () => {
      const held = Object.values(await pond.call(goodCalls.amounts, {})).map((amounts) => amounts[stock.id] ?? 0)
      return held.sort((one, other) => one - other)
    })
    .toEqual([40, 120.5])
  await close()
})

test('without a network a count waits on the phone, and its amounts are what the phone offers', async () => {
  const { pond, amounts } = await farm('Без сети')
  const { page, context, close } = await openKept(pond)
  await page.goto('/stock/goods')
  await page.getByText('Корм 6 мм').first().waitFor()
  await page.goto('/stock/stocktake')
  await page.getByLabel('Корм 6 мм: посчитано').waitFor()
  await context.setOffline(true)
  await page.getByLabel('Корм 6 мм: посчитано').fill('470')
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expectText(notices(page), 'Ждёт сети. Инвентаризация: Корм 6 мм −30 кг')
  await expect.poll(() => amounts()).toEqual([500, 500])
  await context.setOffline(false)
  await expect.poll(amounts, { timeout: 20_000 }).toEqual([470, 500])
  await close()
})

test('on a phone the warehouse to be counted is chosen by a large row, and can be changed', async () => {
  const { pond } = await farm('Два склада')
  await pond.stock('Береговой склад')
  const { page, close } = await openPage({ ...PHONE, as: pond })
  await page.goto('/stock/stocktake')
  const rows = page.getByRole('group', { name: 'Склад' }).getByRole('button')
  await expect.poll(() => rows.allTextContents()).toEqual(['Баржа', 'Береговой склад'])
  for (const row of await rows.all()) expect((await row.boundingBox())!.height).toBeGreaterThanOrEqual(48)
  await rows.first().click()
  await page.getByLabel('Соль: посчитано').waitFor()
  const other = page.getByRole('button', { name: 'Другой склад' })
  expect((await other.boundingBox())!.height).toBeGreaterThanOrEqual(48)
  await other.click()
  await rows.last().click()
  await page.getByText('На этом складе ничего не лежало.').waitFor()
  await close()
})

/**
 * 2 goods of the warehouse, one of them misspelt, one in two places, two that nobody knows; columns of another firm.
 */
const SHEET = [
  ['Ед.', 'Фактическое наличие', 'Наименование', 'По учёту'],
  ['кг', '300', 'Корм фарелевый 6мм', '500'],
  ['кг', '490,5', 'Соль', '500'],
  ['кг', '180', 'Корм форелевый 6 мм', ''],
  ['шт', '12', 'Перчатки рабочие', ''],
  ['кг', '40', 'Соль крупная', ''],
]
  .map((row) => row.join('\t'))
  .join('\r\n')

test('a sheet counted elsewhere finds its columns and rows; unknown goods wait below until they are made or chosen', async () => {
  const { pond, amounts } = await farm('Лист из таблицы', 'Корм форелевый 6 мм')
  const { page, errors, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/stock/stocktake')
  const counted = (good: string) => page.getByLabel(`${good}: посчитано`)
  await counted('Соль').click()
  await paste(page, SHEET)
  await expectText(notices(page), /Вставлено строк: 5/)
  await expect.poll(() => counted('Корм форелевый 6 мм').inputValue()).toBe('480')
  await expect.poll(() => counted('Соль').inputValue()).toBe('490,5')
  await expectText(notices(page), /Сложено из нескольких строк: Корм форелевый 6 мм/)
  const unknown = page.getByRole('table', { name: 'Не найдены в справочнике' })
  await expectText(unknown, /Перчатки рабочие.*Соль крупная/)

  // it is not saved without them
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expectText(unknown, /Заполните поле/)
  await unknown.locator('[data-row="0"]').getByRole('button', { name: 'Создать' }).click()
  const made = page.getByRole('dialog', { name: 'Новые расходники' })
  await made.getByRole('button', { name: 'Создать: 1' }).click()
  await expect.poll(() => counted('Перчатки рабочие').inputValue()).toBe('12')
  await unknown.getByRole('button', { name: 'Это Соль' }).click()
  await expect.poll(() => counted('Соль').inputValue()).toBe('530,5')
  await expect.poll(() => unknown.count()).toBe(0)
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expectText(notices(page), /Инвентаризация: /)
  await expect.poll(() => amounts()).toEqual([480, 530.5])
  const gloves = Object.values(await pond.call(goodCalls.list, {})).find(({ name }) => name === 'Перчатки рабочие')
  expect(gloves!.total).toBe(12)
  expect(errors).toEqual([])
  await close()
})

test('a column of numbers goes down the sheet, and what reaches beyond it is told', async () => {
  const { pond } = await farm('Столбец чисел')
  const { page, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/stock/stocktake')
  const counted = (good: string) => page.getByLabel(`${good}: посчитано`)
  await counted('Корм 6 мм').click()
  await paste(page, '480\n490,5\n77')
  await expect.poll(() => counted('Корм 6 мм').inputValue()).toBe('480')
  await expect.poll(() => counted('Соль').inputValue()).toBe('490,5')
  await expectText(notices(page), 'Не поместилось в лист: 77')
  await page.keyboard.press('Control+z')
  await expect.poll(() => counted('Соль').inputValue()).toBe('')
  await close()
})
