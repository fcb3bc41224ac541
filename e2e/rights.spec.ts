/** What one may not do is hidden or disabled, and says why. */
import { expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { NO_RIGHT, NO_SUBSCRIPTION } from '../src/shared/abilities'
import { openPage } from './browser'
import { registerPond } from './farm'
import { cage, dialog, expectText, fill, notices, operate, save } from './actions'
import { downloadSheet } from './xlsx'

test('someone with few rights sees what they may do', async () => {
  const pond = await registerPond('Права')
  await pond.call(kinds.note.create, { date: pond.daysAgo(1), time: '08:00', cage_id: pond.cages[0]!, text: 'Не моё' })
  const person = await pond.colleague(['create notes', 'delete own from journals'])
  const { page, close } = await openPage({ width: 1440, as: person })
  await page.goto('/lib/locations')
  await expectText(notices(page), NO_RIGHT)
  await cage(page, '1').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  // one module is the whole farm
  const modules = page.getByRole('group', { name: 'Модули', exact: true }).getByRole('button')
  await expect.poll(() => modules.allTextContents()).toEqual([expect.stringContaining('Залив')])
  const sections = page.getByRole('navigation', { name: 'Разделы' })
  await expect.poll(() => sections.getByText('Журналы').count()).toBe(1)
  for (const hidden of ['Склад', 'Справочники']) await expect.poll(() => sections.getByText(hidden).count()).toBe(0)
  const create = page.getByRole('button', { name: 'Создать садок' })
  await expect
    .poll(async () => [await create.isDisabled(), await create.getAttribute('title')])
    .toEqual([true, NO_RIGHT])

  await cage(page, '1').click()
  for (const operation of ['Кормление', 'Отход', 'Пересадка', 'Коррекция']) {
    await expect.poll(() => page.getByRole('menuitem', { name: operation }).getAttribute('title')).toBe(NO_RIGHT)
  }
  await page.getByRole('menuitem', { name: 'Примечание' }).click()
  await fill(page, { Текст: 'Моё' })
  await save(page)

  await page.goto('/journals/note')
  const buttonOf = (text: string) =>
    page.getByRole('row').filter({ hasText: text }).getByRole('button', { name: 'Удалить' })
  await expect.poll(() => buttonOf('Не моё').getAttribute('title')).toBe(NO_RIGHT)
  await page.getByRole('row').filter({ hasText: 'Не моё' }).focus()
  await page.keyboard.press('Delete')
  await expectText(notices(page), NO_RIGHT)
  await page.getByRole('row').filter({ hasText: /Моё/ }).getByRole('button', { name: 'Удалить' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click()
  await expectText(notices(page), 'Операция удалена')
  await close()
})

test('what needs two rights is not opened with one', async () => {
  const pond = await registerPond('Два права')
  const person = await pond.colleague(['read stocks'])
  const { page, errors, close } = await openPage({ width: 1440, as: person })
  await page.goto('/feed/supply')
  await expectText(notices(page), NO_RIGHT)
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  expect(errors).toEqual([])
  await close()
})

test('after the subscription everything may be read and nothing written', async () => {
  const pond = await registerPond('Подписка')
  await pond.subscribedFor(-1)
  const { page, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/')
  await expectText(page.getByRole('status').first(), /закончился.*Основные функции отключены/)
  await cage(page, '1').click()
  await expect.poll(() => page.getByRole('menuitem', { name: 'Отход' }).getAttribute('title')).toBe(NO_SUBSCRIPTION)
  await page.keyboard.press('Escape')
  for (const name of ['Создать садок', 'Изменить садок 1', 'Удалить садок 1']) {
    const button = page.getByRole('button', { name })
    await expect.poll(() => button.getAttribute('title')).toBe(NO_SUBSCRIPTION)
    await expect
      .poll(async () => (await button.isDisabled()) || (await button.getAttribute('aria-disabled')) === 'true')
      .toBe(true)
  }
  // the banner takes two lines here, and the foot of the side bar stays on the screen
  await page.setViewportSize({ width: 800, height: 900 })
  const help = page.getByRole('button', { name: 'Справка' })
  await expect.poll(async () => (await help.boundingBox())!.y + (await help.boundingBox())!.height).toBeLessThan(896)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/journals/stocking')
  for (const name of ['Изменить', 'Удалить']) {
    await expect.poll(() => page.getByRole('button', { name, exact: true }).getAttribute('title')).toBe(NO_SUBSCRIPTION)
  }
  const { rows } = await downloadSheet(page)
  expect(rows.flat()).toContainEqual(expect.objectContaining({ number: 1000 }))
  await page.goto('/lib/species')
  await expect.poll(() => page.getByRole('button', { name: 'Создать' }).getAttribute('title')).toBe(NO_SUBSCRIPTION)
  await close()
})

test('a subscription that ends soon is announced, one that lasts is not', async () => {
  const pond = await registerPond('Скоро')
  await pond.subscribedFor(12)
  const { page, close } = await openPage({ width: 1440, as: pond })
  await page.goto('/')
  await page.getByText(/закончится через 12 дней/).waitFor()
  await pond.subscribedFor(41)
  await page.reload()
  await cage(page, '1').waitFor()
  await expect.poll(() => page.getByText(/закончится через/).count()).toBe(0)
  await operate(page, '1', 'Отход')
  await dialog(page).waitFor()
  await close()
})
