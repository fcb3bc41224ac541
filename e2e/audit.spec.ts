/** Who did that? A feeding is changed, and it is found in the journal and from the row itself; so is a refusal. */
import { expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { openPage } from './browser'
import { registerPond } from './farm'
import { closeNotices, dialog, expectText, fill, save } from './actions'

test('who changed a feeding is told by the journal and by the row itself, who was refused by the security events', async () => {
  const pond = await registerPond('Кто')
  const [feed, stock] = [await pond.good(), await pond.stock()]
  await pond.adding({ good: feed.id, stock: stock.id, count: 500, date: pond.daysAgo(5) })
  const feeding = await pond.call(kinds.feeding.create, {
    ...{ date: pond.daysAgo(1), time: '08:00', cage_id: pond.cages[0]!, appetite: 3 },
    ...{ feed_type_id: feed.id, stock_id: stock.id, volume: 50 },
  })
  const worker = await pond.colleague(['delete from journals'])
  const own = await openPage({ width: 1440, as: worker })
  await own.page.goto('/journals/feeding')
  const row = own.page.getByRole('row').filter({ hasText: '50' })
  await row.getByRole('button', { name: 'Изменить' }).click()
  await fill(own.page, { Количество: '45' })
  await save(own.page)
  await closeNotices(own.page)
  // nobody needs a right to read the history of what he reads
  await own.page.getByRole('button', { name: 'История' }).first().click()
  await expectText(dialog(own.page), new RegExp(`Кормление № ${feeding.id}.*${worker.user.name}.*50 кг 45 кг`))
  await own.page.keyboard.press('Escape')
  // the journal itself is not theirs
  await own.page.goto('/audit')
  await expectText(own.page.locator('body'), /Вы не имеете прав/)
  const refused = await own.page.evaluate(
    async () => (await fetch('/api/audit?start=01.01.2026&end=02.01.2026')).status,
  )
  expect(refused).toBe(403)
  await own.close()

  const { page, errors, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/')
  await page.getByRole('button', { name: /Меню пользователя/ }).click()
  await page.getByRole('menuitem', { name: 'Журнал изменений' }).click()
  await page.getByRole('combobox', { name: 'Действие' }).click()
  await page.getByRole('option', { name: 'Изменение' }).click()
  const line = page.getByRole('row').filter({ hasText: `Кормление № ${feeding.id}` })
  await expectText(line, new RegExp(`Изменение.*50 кг 45 кг.*${worker.user.name}`))
  expect(new URL(page.url()).searchParams.get('action')).toBe('update')
  await line.click()
  await expectText(dialog(page), /Изменение.*Создание/)
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'События безопасности' }).click()
  await expectText(page.getByRole('row').nth(1), /Отказ: нет права.*Журнал изменений/)
  expect(errors).toEqual([])
  await close()
})

test('a receipt of ten lines takes four lines of the journal and unfolds, made, changed and deleted', async () => {
  const pond = await registerPond('Десять строк')
  const stock = await pond.stock('Берег')
  const goods = await Promise.all(Array.from({ length: 10 }, (_, at) => pond.good({ name: `Корм ${at + 1} мм` })))
  const receipt = (amount: number) => ({
    ...{ date: pond.daysAgo(1), time: '09:00', stock_id: stock.id },
    lines: goods.map(({ id }) => ({ good_id: id, amount, price: 100 })),
  })
  const { id } = await pond.call(kinds.receipt.create, receipt(10))
  await pond.call(kinds.receipt.update, { id, ...receipt(20) })
  await pond.call(kinds.receipt.remove, { id })

  const { page, errors, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/audit')
  for (const action of ['Создание', 'Изменение', 'Удаление']) {
    const row = page
      .getByRole('row')
      .filter({ hasText: `Приход № ${id}` })
      .filter({ hasText: action })
    const more = row.getByRole('button', { name: /^ещё \d+$/ })
    await more.waitFor()
    await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThan(150)
    await more.click()
    await expectText(row, /Корм 1 мм.*Корм 10 мм/)
    // it is told there, not in a window of its own
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  }
  await page.getByRole('row').filter({ hasText: 'Удаление' }).first().getByText('Удаление').click()
  const deleted = dialog(page).getByRole('listitem').first()
  await deleted.getByRole('button', { name: /^ещё \d+$/ }).click()
  await expectText(deleted, /Корм 1 мм.*Корм 10 мм/)
  expect(errors).toEqual([])
  await close()
})
