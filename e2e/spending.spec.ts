/** What was paid for: entered, corrected, filtered, summed, deleted and brought back. */
import { expect, test } from 'vitest'
import { NO_RIGHT } from '../src/shared/abilities'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { openPage } from './browser'
import { registerPond } from './farm'
import { openKept } from './kept'
import {
  choose,
  closeNotices,
  confirmQuestion,
  dialog,
  expectField,
  expectText,
  field,
  fill,
  notices,
  save,
} from './actions'

test('spending is entered, filtered by its sums, corrected, deleted and brought back', async () => {
  const pond = await registerPond('Затраты')
  const { page, errors, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/accounting/spending')
  await page.getByText('Затрат за указанный период нет.').waitFor()
  const enter = async (values: { category: string; name: string; amount: string; generation?: RegExp }) => {
    await page.getByRole('button', { name: 'Записать затраты' }).click()
    await expect.poll(() => field(page, 'Время').count()).toBe(0)
    await choose(page, 'Статья', values.category)
    await fill(page, { Название: values.name, Сумма: values.amount })
    if (values.generation) await choose(page, 'Генерация', values.generation)
    await save(page)
    const sum = values.amount.includes(',') ? values.amount : `${values.amount},00`
    await expectText(notices(page), `Сохранено! Затраты ${sum} ₽: ${values.name}`)
    await closeNotices(page)
  }
  await enter({ category: 'Топливо', name: 'Бензин', amount: '1 500,25' })
  await enter({ category: 'Ремонт', name: 'Сварка', amount: '3 000' })
  await enter({ category: 'Посадочный материал', name: 'Малёк', amount: '500', generation: /^(?!Без)/ })

  const totals = page.getByRole('region', { name: 'Итоги' })
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Удалить' }) })
  const footer = page.getByRole('row').filter({ hasText: 'Итого' })
  await expectText(totals, /Ремонт3 000,00 ₽60,0 %Топливо1 500,25 ₽30,0 %Посадочный материал500,00 ₽10,0 %/)
  await expectText(totals, /Без генерации4 500,25 ₽90,0 %/)
  await expectText(footer, /5 000,25/)

  await totals.getByRole('button', { name: /Без генерации/ }).click()
  await expect.poll(() => rows.count()).toBe(2)
  expect(new URL(page.url()).searchParams.get('generationsId')).toBe('0')
  await expectText(footer, /4 500,25/)
  await page.reload()
  await expect.poll(() => rows.count()).toBe(2)
  await totals.getByRole('button', { name: /Топливо/ }).click()
  await expectText(footer, /1 500,25/)

  await rows.first().getByRole('button', { name: 'Изменить' }).click()
  await expectField(page, 'Сумма', '1 500,25')
  await fill(page, { Сумма: '0' })
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expectText(dialog(page), /Введите сумму больше нуля/)
  await fill(page, { Сумма: '1600', Название: 'Бензин АИ-92' })
  await save(page)
  await expectText(rows.first(), /Бензин АИ-92.*1 600,00/)
  await closeNotices(page)

  await rows.first().getByRole('button', { name: 'Удалить' }).click()
  await confirmQuestion(page, 'Вы уверены, что хотите удалить данные затраты?')
  await expectText(notices(page), 'Затраты удалены. Затраты 1 600,00 ₽: Бензин АИ-92')
  await page.getByText('Затрат за указанный период нет.').waitFor()
  await notices(page).getByRole('button', { name: 'Отменить' }).click()
  await expectText(rows.first(), /Бензин АИ-92.*1 600,00/)

  await page.getByRole('button', { name: 'Сбросить' }).click()
  await expectText(footer, /5 100,00/)
  expect(errors).toEqual([])
  await close()
})

test('spending is recorded without a network and reaches the server once', async () => {
  const pond = await registerPond('Без сети')
  const { page, context, close } = await openKept(pond)
  await page.goto('/accounting/spending')
  await page.getByText('Затрат за указанный период нет.').waitFor()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Записать затраты' }).click()
  await choose(page, 'Статья', 'Ремонт')
  await fill(page, { Название: 'Трос', Сумма: '1234,5' })
  await save(page)
  await expectText(notices(page), 'Ждёт сети. Затраты 1 234,50 ₽: Трос')
  await context.setOffline(false)
  await expectText(page.getByRole('row').nth(1), /Трос.*Ремонт.*1 234,50/)
  const rows = await pond.call(kinds.spending.list, { start: pond.daysAgo(1), end: pond.daysAgo(0) })
  expect(rows).toHaveLength(1)
  await close()
})

test('the name offers what was paid for before in the category', async () => {
  const pond = await registerPond('Подсказки')
  const { page, close } = await openPage({ width: 390, height: 844, as: pond })
  await page.goto('/accounting/spending')
  const open = async (category: string) => {
    await page.getByRole('button', { name: 'Записать затраты' }).click()
    await choose(page, 'Статья', category)
  }
  await open('Аренда')
  await fill(page, { Название: 'Аренда причала', Сумма: '100' })
  await save(page)
  await closeNotices(page)
  await open('Аренда')
  await choose(page, 'Название', 'Аренда причала')
  await fill(page, { Сумма: '200' })
  await save(page)
  await expectText(page.getByRole('main'), /300,00/)
  await close()
})

test('whoever may only read it sees the sums and can change nothing; others have no such page', async () => {
  const pond = await registerPond('Бухгалтер')
  const reader = await openPage({ width: 1440, as: await pond.colleague(['access spending', 'delete from journals']) })
  await reader.page.goto('/accounting/spending')
  const button = reader.page.getByRole('button', { name: 'Записать затраты' })
  await expect.poll(() => button.getAttribute('title')).toBe(NO_RIGHT)
  await reader.close()
  const stranger = await openPage({ width: 1440, as: await pond.colleague(['delete from journals']) })
  await stranger.page.goto('/accounting/spending')
  await expectText(notices(stranger.page), NO_RIGHT)
  await expect
    .poll(() => stranger.page.getByRole('navigation', { name: 'Разделы' }).getByText('Затраты').count())
    .toBe(0)
  await stranger.close()
})
