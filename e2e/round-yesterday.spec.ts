/** Numbers of a round that nobody recorded: the next day tells of them. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { expectText, notices } from './actions'
import { openPage } from './browser'
import { fedFarm } from './farm'

const PHONE = { width: 390, height: 844, context: { hasTouch: true, isMobile: true } }

/** The night goes by: what was typed today was typed yesterday. */
async function nextMorning(page: Page, today: string, yesterday: string): Promise<void> {
  await page.evaluate(
    ([today, yesterday]) => {
      for (const storage of [localStorage, sessionStorage])
        for (const name of Object.keys(storage).filter((name) => /draft.*round/.test(name)))
          storage.setItem(name, storage.getItem(name)!.replaceAll(today!, yesterday!))
    },
    [today, yesterday],
  )
  await page.reload()
}

const iso = (day: string) => day.split('.').reverse().join('-')

test('a round that was typed and not recorded is told the next day, and recorded for its own day', async () => {
  const pond = await fedFarm('Забытый обход')
  const { page, close } = await openPage({ ...PHONE, as: pond })
  await page.goto('/round')
  for (const [cage, dead] of [
    ['1', '3'],
    ['2', '5'],
  ]) {
    await page.getByRole('button', { name: new RegExp(`^Садок ${cage}, `) }).tap()
    await page.getByRole('textbox', { name: /^Отход/ }).fill(dead!)
  }
  await nextMorning(page, iso(pond.daysAgo(0)), iso(pond.daysAgo(1)))
  const note = page.getByRole('status').filter({ hasText: 'Вчерашний обход не записан' })
  await expectText(note, /Вчерашний обход не записан: 2 садка ?отход 8 шт/)
  // today's numbers do not touch yesterday's
  await page.getByRole('button', { name: /^Садок 3, / }).tap()
  await page.getByRole('textbox', { name: /^Отход/ }).fill('1')
  await page.reload()
  await note.getByRole('button', { name: 'Записать за вчера' }).tap()
  await expectText(notices(page), /Записано: 2 садка, отход 8 шт/)
  await note.waitFor({ state: 'hidden' })
  const losses = async () => {
    const day = { start: pond.daysAgo(1), end: pond.daysAgo(0) }
    const rows = (await pond.call(kinds.retreat.list, day)) as { date: string; count: number }[]
    return rows.map(({ date, count }) => [date, count]).sort()
  }
  await expect.poll(losses).toEqual([
    [pond.daysAgo(1), 3],
    [pond.daysAgo(1), 5],
  ])
  // and it is not told again
  await page.reload()
  await page.getByRole('button', { name: /^Садок 1, / }).waitFor()
  await expect.poll(() => note.count()).toBe(0)
  await close()
})

test('whoever does not want them puts them away after a question', async () => {
  const pond = await fedFarm('Лишний обход')
  const { page, close } = await openPage({ ...PHONE, as: pond })
  await page.goto('/round')
  await page.getByRole('button', { name: /^Садок 1, / }).tap()
  await page.getByRole('textbox', { name: /^Отход/ }).fill('3')
  await nextMorning(page, iso(pond.daysAgo(0)), iso(pond.daysAgo(1)))
  const note = page.getByRole('status').filter({ hasText: 'Вчерашний обход не записан' })
  await note.getByRole('button', { name: 'Убрать' }).tap()
  await expectText(page.getByRole('alertdialog'), /Убрать незаписанные числа обхода за .*: отход 3 шт\?/)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Убрать' }).tap()
  await note.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('button', { name: /^Садок 1, / }).waitFor()
  await expect.poll(() => note.count()).toBe(0)
  await close()
})

test('a cage of two feeds gets both again: the larger is proposed, the other is one touch away', async () => {
  const pond = await fedFarm('Два корма')
  const [fine, shed] = [await pond.good({ name: 'Корм 4 мм' }), await pond.stock('Сарай')]
  await pond.adding({ good: fine.id, stock: shed.id, count: 50, date: pond.daysAgo(10) })
  const yesterday = { date: pond.daysAgo(1), time: '10:00' }
  const cage_id = pond.cages[0]!
  await pond.call(kinds.feeding.create, {
    ...{ ...yesterday, cage_id, feed_type_id: fine.id, stock_id: shed.id, volume: 1.5 },
  })
  const { page, close } = await openPage({ ...PHONE, as: pond })
  await page.goto('/')
  await page.getByRole('button', { name: 'Как вчера 44 кг' }).waitFor()
  await page.getByText(/^Садки 1: вчера было несколько кормов, здесь тот, которого больше/).waitFor()
  await page.goto('/round')
  const cage = page.getByRole('button', { name: /^Садок 1, / })
  await cage.getByText(/вчера ещё Корм 4 мм 1,5.кг/).waitFor()
  await cage.tap()
  const amount = page.getByRole('textbox', { name: /^Корм/ })
  await expect.poll(() => amount.inputValue()).toBe('4')
  await page.getByRole('button', { name: 'Вчера Корм 4 мм 1,5' }).tap()
  await expect.poll(() => amount.inputValue()).toBe('1,5')
  const source = page.getByRole('combobox', { name: 'Корм и склад' })
  await expect.poll(() => source.inputValue()).toBe(`${fine.id}:${shed.id}`)
  await page.getByRole('button', { name: 'Как вчера 4', exact: true }).tap()
  await expect.poll(() => source.inputValue()).not.toBe(`${fine.id}:${shed.id}`)
  await close()
})
