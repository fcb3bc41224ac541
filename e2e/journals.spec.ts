/** A journal: filters, totals, order, corrections, and what comes out as a file. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accessCalls } from '../src/features/access/sign-in/access.contract'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { openPage, type OpenPage } from './browser'
import { registerPond } from './farm'
import { confirmQuestion, dialog, expectText, fill, notices, plain, save } from './actions'
import { downloadSheet, instantOf } from './xlsx'

type Pond = Awaited<ReturnType<typeof registerPond>>
let pond: Pond
let open: OpenPage
let page: Page

const lose = (cage: number, day: number, count: number, note?: string) =>
  pond.call(kinds.retreat.create, {
    date: pond.daysAgo(day),
    time: '08:15',
    from_id: pond.cages[cage - 1]!,
    count,
    note,
  })

beforeAll(async () => {
  pond = await registerPond('Журналы', { cages: 2, stocked: 2 })
  // 1 … 12 pieces from the first cage, 30 from the second
  for (let count = 1; count <= 12; count++) await lose(1, 15 - count, count, count === 12 ? '=1+1' : undefined)
  await lose(2, 1, 30)
  open = await openPage({ width: 1440, as: pond })
  page = open.page
})
afterAll(() => open.close())
beforeEach(async () => {
  await page.goto('/journals/retreat')
  await expectText(total(), '108')
})

test('a journal that no menu leads to is named in the tab too', async () => {
  await page.goto('/journals/shipments')
  await expect.poll(() => page.title()).toContain(kinds.shipment.plural)
})

const rows = () => page.locator('tbody tr')
const total = () => page.locator('tfoot')
/** pieces of the rows in sight, from above */
const counts = async () => {
  const titles = await page.locator('thead th').allTextContents()
  const column = titles.findIndex((title) => title.startsWith('Количество'))
  return (
    await rows()
      .locator(`td:nth-child(${column + 1})`)
      .allTextContents()
  ).map(Number)
}
const query = () => new URL(page.url()).searchParams

test('filters live in the address: reload and the back button keep to them', async () => {
  await expect.poll(() => counts()).toEqual([30, 12, 11, 10, 9, 8, 7, 6, 5, 4])
  await page.getByRole('combobox', { name: /^Садки/ }).click()
  await page.getByRole('option', { name: '2', exact: true }).click()
  await page.keyboard.press('Escape')
  await expectText(total(), '30')
  await expect.poll(counts).toEqual([30])
  expect(query().getAll('cagesId')).toEqual([String(pond.cages[1])])
  await page.reload()
  await expect.poll(counts).toEqual([30])
  await page.getByText('Сегодня', { exact: true }).click()
  await page.getByText('Отходов за указанный период не обнаружено.').waitFor()
  expect(query().get('start')).toBe(pond.daysAgo(0))
  await page.goBack()
  await expect.poll(counts).toEqual([30])
  await page.goBack()
  await expectText(total(), '108')
  expect(query().has('cagesId')).toBe(false)
  await page.goForward()
  await expect.poll(counts).toEqual([30])
})

test('a link from elsewhere opens it filtered', async () => {
  const day = pond.daysAgo(5)
  await page.goto(`/journals/retreat?start=${day}&end=${day}&cagesId[]=${pond.cages[0]}&locationId=${pond.module.id}`)
  await expect.poll(counts).toEqual([10])
})

test('totals are of all pages, the order is chosen by the header', async () => {
  await page.getByRole('button', { name: 'Страница 2' }).click()
  await expect.poll(counts).toEqual([3, 2, 1])
  await expectText(total(), '108')
  await page.getByRole('button', { name: /^Количество/ }).click()
  await expect.poll(counts).toEqual([30, 12, 11, 10, 9, 8, 7, 6, 5, 4])
  await page.getByRole('button', { name: /^Количество/ }).click()
  await expect.poll(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(query().get('sort')).toBe('count')
})

test('a row is edited and deleted, the totals follow', async () => {
  await lose(2, 2, 70)
  await page.reload()
  await expectText(total(), '178')
  const own = rows().filter({ has: page.getByRole('cell', { name: '70', exact: true }) })
  await own.getByRole('button', { name: 'Изменить' }).click()
  await expectText(dialog(page).getByRole('heading'), 'Редактирование отхода')
  await fill(page, { Количество: '50' })
  await save(page)
  await expectText(notices(page), 'Изменено!')
  await expectText(total(), '158')
  const edited = rows().filter({ has: page.getByRole('cell', { name: '50', exact: true }) })
  await edited.focus()
  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog')
  // what the deletion changes is told by then: the buttons stand where they stay
  await question.waitFor()
  await expect.poll(() => question.locator('[aria-busy=true]').count()).toBe(0)
  await question.getByRole('button', { name: 'Отмена' }).click()
  await question.waitFor({ state: 'hidden' })
  await expectText(total(), '158')
  await edited.getByRole('button', { name: 'Удалить' }).click()
  await confirmQuestion(page, 'Вы уверены, что хотите удалить данную операцию?')
  await expectText(notices(page), 'Операция удалена')
  await expectText(total(), '108')
})

test('a row of a closed period says why it cannot be changed', async () => {
  const closed = { 'minimal-operation-date-enabled': true, 'minimal-operation-date': pond.daysAgo(4) }
  await pond.call(accessCalls.companySettings, closed)
  await page.reload()
  const old = rows().filter({ has: page.getByRole('cell', { name: '10', exact: true }) })
  const button = old.getByRole('button', { name: 'Удалить' })
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
  const reason = (await button.getAttribute('title'))!
  expect(reason).toContain(pond.daysAgo(4))
  await old.focus()
  await page.keyboard.press('Delete')
  await expectText(notices(page), reason)
  await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0)
  const fresh = rows().filter({ has: page.getByRole('cell', { name: '30', exact: true }) })
  await expect.poll(() => fresh.getByRole('button', { name: 'Удалить' }).getAttribute('aria-disabled')).toBe(null)
  await pond.call(accessCalls.companySettings, { 'minimal-operation-date-enabled': false })
})

test('the Excel file holds all pages: numbers, dates, and text that stays text', async () => {
  const { name, rows: sheet } = await downloadSheet(page)
  expect(name).toMatch(/^Журнал отходов, \d\d\.\d\d\.\d{4}–\d\d\.\d\d\.\d{4}\.xlsx$/)
  expect(sheet[0]).toEqual([{ text: name.slice(0, -'.xlsx'.length) }])
  const header = sheet.findIndex(([cell]) => cell && 'text' in cell && cell.text === 'Время')
  const titles = sheet[header]!.map((cell) => (cell && 'text' in cell ? cell.text : ''))
  const column = (title: string) => titles.findIndex((one) => one.startsWith(title))
  const body = sheet.slice(header + 1, -1)
  expect(body.map((cells) => cells[column('Количество')])).toMatchObject(
    [30, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((number) => ({ number })),
  )
  const [day, month, year] = pond.daysAgo(3).split('.')
  expect(instantOf(body[1]![0]!)).toBe(`${year}-${month}-${day}T08:15`)
  expect(body[1]![column('Вес')]).toMatchObject({ number: 2.4 })
  expect(body[1]![column('Примечание')]).toEqual({ text: '=1+1' })
  expect(sheet.at(-1)![column('Количество')]).toMatchObject({ number: 108 })
  expect(sheet.at(-1)![0]).toEqual({ text: 'Итого' })
})

test('Ctrl+P prints all rows, as «Печать» does; the menu of the browser prints the page and says so', async () => {
  // what stands on paper at the moment of printing
  await page.evaluate(() => {
    const papers: string[] = []
    Object.assign(window, { papers })
    const keep = () => papers.push([...document.body.children].at(-1)!.textContent)
    window.print = () => {
      keep()
      window.dispatchEvent(new Event('afterprint'))
    }
  })
  const paper = () => page.evaluate(() => (window as unknown as { papers: string[] }).papers.pop() ?? '')
  await page.keyboard.press('Control+p')
  await expect.poll(paper).toMatch(/Журнал отходов, .*Модуль: \[Все\]\. Садки: \[Все\].*Итого.*108/)
  await page.getByRole('button', { name: 'Печать' }).click()
  await expect.poll(paper).toMatch(/Журнал отходов, .*Итого.*108/)
  const atOnce = await page.evaluate(() => {
    window.dispatchEvent(new Event('beforeprint'))
    const text = [...document.body.children].at(-1)!.textContent
    window.dispatchEvent(new Event('afterprint'))
    return text
  })
  expect(plain(atOnce)).toContain('Строки этой страницы: 10 из 13')
})

test('a link keeps the days that it was sent with, and says which cages it cannot show', async () => {
  await page.goto('/journals/retreat')
  await page.getByText('Сегодня', { exact: true }).click()
  const query = () => new URL(page.url()).searchParams
  await expect.poll(() => query().get('start')).toBe(pond.daysAgo(0))
  expect(query().get('end')).toBe(pond.daysAgo(0))
  const own = String(pond.cages[0])
  await page.goto(`/journals/retreat?cagesId=${own}&cagesId=999999`)
  await expectText(page.getByRole('main'), 'Садков из этой ссылки нет среди ваших: 1.')
  await page.getByRole('button', { name: 'Показать остальные' }).click()
  await expect.poll(() => query().getAll('cagesId')).toEqual([own])
})
