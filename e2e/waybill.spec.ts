/**
 * The storekeeper's morning: a supplier's sheet becomes a receipt, what is unclear is asked, and the paper is printed.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { goodCalls } from '../src/core/goods/good-calls.contract'
import { counterpartyLibrary } from '../src/core/lists/libraries/counterparty.contract'
import { choose, dialog, expectField, expectText, field, notices, paste } from './actions'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'

const KNOWN = Array.from({ length: 17 }, (_, at) => `Корм форелевый ${at + 2} мм`)
const UNKNOWN = ['Перчатки рабочие', 'Бензин АИ-95', 'Сачок большой']
const PIECES = ['Перчатки рабочие', 'Сачок большой']

/** 20 goods, two of them misspelt, columns in the supplier's order; pieces are whole. */
const SHEET = [
  ['№ п/п', 'Кол-во', 'Ед.', 'Наименование товара', 'Страна', 'Сумма, руб.', 'Цена, руб.', 'Ставка НДС', 'Партия'],
  ...[...KNOWN, ...UNKNOWN].map((name, at) => {
    const [written, unit] = [
      name.replace('форелевый 3 мм', 'фарелевый 3мм').replace(' 4 мм', ' 4MM'),
      at < 17 ? 'кг' : 'шт.',
    ]
    const [amount, sum] = PIECES.includes(name) ? ['1 000', '100 000,00'] : ['1 000,50', '100 050,00']
    return [at + 1, amount, unit, written, 'РФ', sum, '100,00', '20%', `П-${at + 1}`]
  }),
  ['', '', '', 'Итого', '', '2 000 900,00', '', '', ''],
]
  .map((row) => row.join('\t'))
  .join('\r\n')

let pond: Awaited<ReturnType<typeof registerPond>>
let open: OpenPage
let page: Page
beforeAll(async () => {
  pond = await registerPond('Утро кладовщика')
  await pond.stock('Береговой склад')
  for (const name of KNOWN) await pond.good({ type: 'feed', name })
  await pond.call(counterpartyLibrary.create, { name: 'ООО «Корма»' })
  open = await openPage({ width: 1440, height: 900, as: pond })
  page = open.page
})
afterAll(() => open.close())

const good = (line: number) => field(page, `Строка ${line}: Расходник`)
const openReceipt = async () => {
  await page.goto('/journals/receipts')
  await page.getByRole('button', { name: 'Записать приход' }).click()
  await good(1).focus()
}

test('twenty goods land in their places; the unknown ones keep their names and are made at once', async () => {
  await openReceipt()
  await paste(page, SHEET)
  await expectText(notices(page), 'Вставлено строк: 20. Пропущено: Итого.')
  await expect.poll(() => good(2).inputValue()).toBe('Корм форелевый 3 мм')
  await expect.poll(() => good(3).inputValue()).toBe('Корм форелевый 4 мм')
  await expectField(page, 'Строка 20: Количество', '1 000')
  await expectField(page, 'Строка 20: Цена, ₽', '100')
  await expectField(page, 'Строка 5: Партия', 'П-5')
  await expectText(dialog(page).locator('[data-row="1"]'), 'В листе: Корм фарелевый 3мм')
  await dialog(page).getByText('Перчатки рабочие', { exact: true }).waitFor()
  await expectField(page, 'НДС в цене', '20 %')

  await dialog(page).getByRole('button', { name: 'Создать сразу: 3' }).click()
  const made = page.getByRole('dialog', { name: 'Новые расходники' })
  await expect.poll(() => made.getByLabel('Строка 2: Вид').inputValue()).toBe('gasoline')
  await made.getByLabel('Строка 2: Ед.').selectOption('liter')
  await made.getByRole('button', { name: 'Создать: 3' }).click()
  await expect.poll(() => good(18).inputValue()).toBe('Перчатки рабочие')
  const goods = Object.values(await pond.call(goodCalls.list, {}))
  expect(goods.find(({ name }) => name === 'Бензин АИ-95')).toMatchObject({ type: 'gasoline', measure: 'liter' })
})

test('it is received as it stands in the sheet, found in the journal and printed', async () => {
  await choose(page, 'Поставщик', 'ООО «Корма»')
  await field(page, 'Номер накладной').fill('УТ-118')
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expectText(notices(page), /Приход: Корм форелевый 2 мм 1 000,5 кг и ещё 19/)
  const { rows } = (await pond.call(kinds.receipt.list, { start: pond.daysAgo(1), end: pond.daysAgo(0), page: 1 })) as {
    rows: { id: number; total_price: number; vat: number; vat_rate: string; lines: unknown[] }[]
  }
  expect(rows[0]).toMatchObject({ total_price: 2000900, vat: 333483.33, vat_rate: '20' })
  expect(rows[0]!.lines).toHaveLength(20)
  await page.goto('/journals/receipts')
  await page.getByLabel('Номер накладной').fill('118')
  const row = page.getByRole('row', { name: /Корм форелевый 2 мм 1 000,5 кг и ещё 19/ })
  await row.press('Enter')
  await expectText(dialog(page), /УТ-118.*Сачок большой/)
  await page.goto(`/print/receipt/${rows[0]!.id}/torg-12`)
  await expectText(page.locator('main'), /УТ-118.*Сачок большой.*2 000 900,00/)
})

test('two columns of numbers are asked about, once for a sheet of this sort', async () => {
  await openReceipt()
  await paste(page, 'Корм форелевый 5 мм\t20\t1500\nКорм форелевый 6 мм\t30\t2100')
  const asked = page.getByRole('dialog', { name: 'Что в столбцах?' })
  await asked.getByLabel('Столбец 3: что это').selectOption('sum')
  await asked.getByRole('button', { name: 'Вставить строк: 2' }).click()
  await expectField(page, 'Строка 2: Цена, ₽', '70')
  await page.keyboard.press('Escape')
  await openReceipt()
  await paste(page, 'Корм форелевый 5 мм\t10\t750')
  await expectField(page, 'Строка 1: Цена, ₽', '75')
  // a word among the numbers stays there, and is told
  await good(1).focus()
  await paste(page, 'Товар\tКол-во\nКорм форелевый 7 мм\tмного')
  await expectField(page, 'Строка 2: Количество', 'много')
  await expectText(dialog(page).locator('[data-row="1"]'), /Здесь должно быть число/)
  expect(open.errors).toEqual([])
})
