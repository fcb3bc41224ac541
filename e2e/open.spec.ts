import { expect, test } from 'vitest'
import { openPage } from './browser'

test.each([
  ['wide and light', { width: 1280, colorScheme: 'light' as const }],
  ['narrow and dark', { width: 390, height: 844, colorScheme: 'dark' as const }],
])('a stranger is asked to sign in, on any address: %s', async (_, options) => {
  const { page, errors, close } = await openPage(options)
  await page.goto('/journals/feeding?page=2')
  await page.locator('input[type=password]').waitFor()
  await expect.poll(() => page.title()).toContain('Садок')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  // The one answer 401 that says nobody is signed in shows in the console.
  expect(errors.filter((text) => !text.includes('401'))).toEqual([])
  await close()
})
