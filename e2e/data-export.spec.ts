/** An accountant takes the year away as a workbook, and only the part she needs; a file that breaks off is told. */
import { expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { expectText, overflow } from './actions'
import { openPage } from './browser'
import { registerPond } from './farm'
import { downloaded, readWorkbook } from './xlsx'

test.each([1440, 390])('chosen parts come as a workbook at %i px', async (width) => {
  const farm = await registerPond(`Выгрузка ${width}`, { cages: 1, stocked: 1 })
  const loss = { ...farm.group, date: farm.daysAgo(1), time: '09:00' }
  await farm.call(kinds.retreat.create, { ...loss, from_id: farm.cages[0]!, count: 7 })
  const { page, close } = await openPage({ width, height: 900, as: farm })
  try {
    await page.goto('/data-export')
    const part = (name: string) => page.getByRole('checkbox', { name, exact: true })
    for (const group of ['Изделия', 'Расходники и продукция', 'Цех', 'Остатки на конец периода'])
      await part(group).click()
    for (const name of ['Пересадки между модулями', 'Смены категорий', 'Навески']) await part(name).uncheck()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    const { name, file } = await downloaded(page, 'Выгрузить')
    expect(name).toBe('sadok.xlsx')
    const book = readWorkbook(file)
    expect([...book.keys()]).toEqual(['Отход', 'Подъёмы рыбы', 'Пересадки внутри модулей', 'Зарыбления', 'Коррекции'])
    const counts = book.get('Отход')!.map((row) => row[6])
    expect(counts).toEqual([{ text: 'Количество, шт' }, { number: 7, format: '#,##0' }])

    await part('Рыба').check()
    await part('Рыба').uncheck()
    await expectText(page.locator('form'), /Отметьте хотя бы одну часть/)
    await expect.poll(() => page.getByRole('button', { name: 'Выгрузить' }).isDisabled()).toBe(true)

    await part('Рыба').check()
    await page.route('**/api/export-data-xml*', (route) => route.abort())
    await page.getByRole('button', { name: 'Выгрузить' }).click()
    await expectText(page.locator('body'), /Не удалось выгрузить данные!/)
  } finally {
    await close()
  }
})
