/** A page of 500 rows: only those in sight are drawn, and the keyboard reaches every one of them. */
import { expect, test } from 'vitest'
import { openPage } from './browser'
import { signInToDemo } from './farm'

test('a long table draws what is in sight, wherever one scrolls, and keeps the focus at both ends', async () => {
  const { page, close, errors } = await openPage({ width: 1440, height: 900, as: await signInToDemo() })
  await page.goto('/journals/feeding?perPage=500')
  const row = (index: number) => page.locator(`tbody tr[data-row="${index}"]`)
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset['row'])
  await row(0).waitFor()
  await expect.poll(() => page.locator('tbody tr[data-row]').count()).toBeLessThan(100)
  await row(0).focus()
  await page.keyboard.press('End')
  await expect.poll(focused).toBe('499')
  await expect.poll(() => row(0).count()).toBe(0)
  await page.keyboard.press('ArrowUp')
  await expect.poll(focused).toBe('498')
  await page.keyboard.press('Home')
  await expect.poll(focused).toBe('0')
  // scrolled to the middle it shows the rows of the middle
  await page.getByRole('table').evaluate((table) => (table.parentElement!.scrollTop = 250 * 36))
  await row(250).waitFor()
  await expect.poll(() => row(250).getByRole('cell').first().isVisible()).toBe(true)
  expect(errors).toEqual([])
  await close()
})

test('a long list of cards on a phone draws what is in sight, wherever one scrolls', async () => {
  const { page, close, errors } = await openPage({ width: 390, height: 844, as: await signInToDemo() })
  await page.goto('/journals/feeding?perPage=500')
  const card = (index: number) => page.locator(`li[data-row="${index}"]`)
  await card(0).waitFor()
  await expect.poll(() => page.locator('li[data-row]').count()).toBeLessThan(100)
  await expect.poll(() => card(0).getAttribute('aria-setsize')).toBe('500')
  const button = card(0).getByRole('button').first()
  await button.focus()
  await page.getByRole('navigation', { name: 'Страницы' }).scrollIntoViewIfNeeded()
  await card(499).waitFor()
  await expect.poll(() => card(250).count()).toBe(0)
  // what has the focus stays
  await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(errors).toEqual([])
  await close()
})

test('a page far away is reached by its number, and a number beyond the last leads to the last', async () => {
  const { page, close, errors } = await openPage({ width: 1440, height: 900, as: await signInToDemo() })
  await page.goto('/journals/feeding?perPage=10')
  const pages = page.getByRole('navigation', { name: 'Страницы' })
  const jump = pages.getByLabel('Перейти на страницу')
  await jump.fill('23')
  await jump.press('Enter')
  await expect.poll(() => pages.locator('[aria-current]').textContent()).toBe('23')
  expect(new URL(page.url()).searchParams.get('page')).toBe('23')
  await jump.fill('99999')
  await jump.press('Enter')
  await expect.poll(() => pages.getByRole('button', { name: 'Следующая страница' }).isDisabled()).toBe(true)
  expect(errors).toEqual([])
  await close()
})
