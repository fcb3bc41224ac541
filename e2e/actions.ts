/** What a person does and sees: finds a cage, opens its menu, fills a form, reads a text. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Text without the difference between spaces, as one reads it. */
export const plain = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim()

/** Waits until the place shows the text. */
export const expectText = (place: Locator, text: string | RegExp): Promise<void> =>
  expect.poll(async () => plain(await place.textContent())).toMatch(text)

/** A cage of the map or, on a phone, of the list. */
export const cage = (page: Page, number: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^Садок ${number},`) })

/** Waits until the cage says this of itself: «1 000 шт, 200 кг, навеска 0,2 кг». */
export const expectCage = (page: Page, number: string, text: string | RegExp): Promise<void> =>
  expect.poll(async () => plain(await cage(page, number).getAttribute('aria-label'))).toMatch(text)

export const dialog = (page: Page): Locator => page.getByRole('dialog').last()

/** Clicks a cage of the map and an entry of its menu. */
export async function operate(page: Page, number: string, operation: string): Promise<void> {
  await cage(page, number).click()
  await page.getByRole('menuitem', { name: operation }).click()
}

/** A field of the open form by its label. */
export const field = (page: Page, label: string): Locator =>
  dialog(page).getByLabel(label, { exact: true }).and(page.locator('input, textarea'))

/** What a row of a table keeps behind «⋯». */
export async function chooseAction(row: Locator, name: string): Promise<void> {
  await row.getByRole('button', { name: 'Действия' }).click()
  await row.getByRole('menuitem', { name }).click()
}

/** Waits until the field of the open form holds the text. */
export const expectField = (page: Page, label: string, text: string): Promise<void> =>
  expect.poll(async () => plain(await field(page, label).inputValue())).toBe(text)

export async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await field(page, label).click()
  await page.getByRole('listbox').getByRole('option', { name: option }).first().click()
}

export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
}

/** Saves the open form, also what it asks about, and waits until it is gone. */
export async function save(page: Page): Promise<void> {
  const form = dialog(page)
  await form.getByRole('button', { name: 'Сохранить', exact: true }).click()
  const sure = form.getByRole('button', { name: 'Всё верно', exact: true })
  if (await sure.isVisible()) await sure.click()
  // a phone offers the next cage in another dialog then
  await form.filter({ has: page.locator('form') }).waitFor({ state: 'hidden' })
}

/** Answers the question that stands over everything. */
export async function confirmQuestion(page: Page, question: string): Promise<void> {
  const box = page.getByRole('alertdialog')
  await expectText(box, question)
  await box.getByRole('button', { name: 'Удалить' }).click()
}

export const notices = (page: Page): Locator => page.getByRole('region', { name: 'Уведомления' })

/** Puts the notices away: they lie over the lowest cages. */
export async function closeNotices(page: Page): Promise<void> {
  const buttons = notices(page).getByRole('button', { name: 'Закрыть' })
  while ((await buttons.count()) > 0) await buttons.first().click()
}

/** How far the page can be scrolled sideways. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** Pastes into what has the focus, as the clipboard would. */
export const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)
