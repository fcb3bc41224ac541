/**
 * A farm keeps a sheet for each cage, a day in a row, with what is left of the fish each evening. The whole of it is
 * brought at a desk and on a phone: names are answered, what was there before the book is added, a cell is mended, and
 * the evening that was miscounted is told.
 */
import { describe, expect, test } from 'vitest'
import { cageCalls } from '../src/core/cages/cage.contract'
import { workbookOf } from '../src/testing/workbook'
import { expectText, overflow } from './actions'
import { openPage } from './browser'
import { registerFarm } from './farm'

type Row = (string | number | null)[]
const DAYS = 20
const [BEGAN, DIED_EACH_THIRD] = [1000, 2]
const left = (day: number) => BEGAN - DIED_EACH_THIRD * Math.floor(day / 3)

/** `told` says how a day is told otherwise than it was. */
const diary = (told: Record<number, Partial<Record<'left' | 'feed', string | number>>> = {}): Row[] => [
  ['Дата', 'Рыбы, шт', 'Отход', 'Корм, кг', 'Навеска, г', 'Температура'],
  ...Array.from({ length: DAYS }, (_, index): Row => {
    const day = index + 1
    return [
      `${String(day).padStart(2, '0')}.04.2024`,
      told[day]?.left ?? left(day),
      day % 3 === 0 ? DIED_EACH_THIRD : '-',
      told[day]?.feed ?? 20,
      day === 4 ? 210 : null,
      6 + day / 10,
    ]
  }),
]

describe.each([
  { on: 'a desk', width: 1440, height: 1000 },
  { on: 'a phone', width: 390, height: 844 },
])('on $on', ({ on, width, height }) => {
  test('a diary comes in whole', async () => {
    const farm = await registerFarm(`Дневник: ${on}`)
    const { page, errors, close } = await openPage({ width, height, as: farm })
    await page.goto('/moving-in')
    const buffer = await workbookOf({
      'Садок 1': diary({ 7: { feed: 'много' } }),
      'Садок 2': diary({ [DAYS]: { left: left(DAYS) + 5 } }),
    })
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    await page.locator('input[type=file]').setInputFiles({ name: 'Дневник.xlsx', mimeType, buffer })
    const book = page.getByRole('region', { name: 'Дневник.xlsx' })
    const rows = book.getByRole('region', { name: 'Строки книги' })
    const button = (name: string | RegExp) => book.getByRole('button', { name })
    const isChecked = async () => /Проверен$/.test((await book.getByRole('heading', { level: 2 }).textContent()) ?? '')
    /** Answers as it is proposed until that comes. */
    const answerUntil = (name: string) =>
      expect
        .poll(
          async () => {
            if (!(await isChecked())) return false
            const answer = button('Ответить и проверить')
            if (!(await answer.isVisible())) return button(name).isVisible()
            await answer.click()
            return false
          },
          // a list stands on another one: modules before cages
          { timeout: 60_000 },
        )
        .toBe(true)

    await answerUntil('Добавить начальный остаток рыбы')
    await expectText(book, /Дневник садка: день в строке · 20 строк/)
    await expectText(book.getByRole('region', { name: 'В садках не хватает рыбы' }), /Садок 1.*Садок 2/)
    await button('Добавить начальный остаток рыбы').click()
    await button('Убрать начальный остаток рыбы').waitFor()
    await answerUntil('Добавить приход недостающего')
    await button('Добавить приход недостающего').click()
    await expectText(rows, /Исправить · 1(?!\d)/)
    await expectText(rows, /Садок 1!D8: «много» — не число/)

    await rows.getByRole('textbox', { name: 'Количество корма или препарата, Садок 1!8', exact: true }).fill('20')
    await button('Проверить исправленное').click()
    await expectText(rows, /Исправить · 0/)
    await rows.getByRole('tab', { name: /^Остаток в книге другой · 1/ }).click()
    await expectText(rows, `Садок 2!B21: По книге в садке ${left(DAYS) + 5} шт, по учёту ${left(DAYS)} шт`)
    expect(await overflow(page)).toBeLessThanOrEqual(0)

    await button(/^Записать 42 строки/).click()
    await button('Отменить перенос').waitFor()
    const cages = await farm.call(cageCalls.list, {})
    expect(cages.map(({ number, count }) => [number, count]).sort()).toEqual([
      ['1', left(DAYS)],
      ['2', left(DAYS)],
    ])
    // what is done is folded away, and opens to be read
    await book.getByText('Садок 2!21', { exact: true }).first().waitFor({ state: 'hidden' })
    await book.getByText('Строки книги').first().click()
    await book.getByText('Садок 2!21', { exact: true }).first().waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(errors).toEqual([])
    await close()
  }, 180_000)
})
