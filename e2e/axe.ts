/** What axe sees on a page, in both themes. */
import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The faults in a part of the page by rule and place. The engine is put into a page once; no page has frames. */
export async function faults(page: Page, part: string, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    ([place, how]) => (window as unknown as { axe: typeof axe }).axe.run(place, how),
    [part, { ...options, resultTypes: ['violations'], preload: false }] as [string, RunOptions],
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id} ${node.target.join(' ')}: ${node.failureSummary}`),
  )
}

/** Switches the theme and waits until nothing changes colour any more. */
async function setTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
}

/** What is wrong on the page or in a part of it, by rule and place. The dark theme differs in its colours alone. */
export async function violations(page: Page, part = 'body'): Promise<string[]> {
  // what is being renewed is dimmed, and says that it is busy
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
  await setTheme(page, 'light')
  const light = await faults(page, part, { runOnly: TAGS })
  await setTheme(page, 'dark')
  const dark = await faults(page, part, { runOnly: { type: 'rule', values: ['color-contrast'] } })
  return [...light, ...dark.map((line) => `dark ${line}`)]
}

export async function settled(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
}
