/** A phone in wet hands and in the sun: whatever is touched is 48 px high, whatever is read stands out 7 to 1. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, type OpenPage } from './browser'
import { signInToDemo } from './farm'

const LEAST = 48

let phone: OpenPage
beforeAll(async () => {
  const as = await signInToDemo()
  phone = await openPage({ width: 390, height: 844, as, context: { hasTouch: true, isMobile: true } })
})
afterAll(() => phone.close())

/** What is touched and lower than it may be: «button «Сохранить» 120 × 44». A link inside a sentence is none. */
const lowTargets = (page: Page, part: string): Promise<string[]> =>
  page.evaluate(
    ([part, least]) => {
      const places = 'button, a[href], input:not([type=hidden]), select, textarea, [role=button], summary'
      const reach = (element: Element) => {
        const label =
          element.closest('label') ?? (element.id ? document.querySelector(`label[for="${element.id}"]`) : null)
        const frame = element.closest('.mantine-Input-wrapper, .mantine-Switch-root')
        const boxes = [element, label, frame].filter((one) => one !== null)
        return boxes.map((box) => box.getBoundingClientRect()).filter(({ width }) => width > 0)
      }
      const after = (element: Element) => {
        const { width, height } = getComputedStyle(element, '::after')
        return [parseFloat(width) || 0, parseFloat(height) || 0] as const
      }
      return [...document.querySelectorAll(`${part} :is(${places})`)].flatMap((element) => {
        const style = getComputedStyle(element)
        const own = element.getBoundingClientRect()
        const seen = own.width > 1 && own.height > 1 && style.visibility !== 'hidden' && style.opacity !== '0'
        if (!seen || element.closest('[inert], [aria-hidden=true], p, table')) return []
        const [wide, high] = after(element)
        const height = Math.max(high, ...reach(element).map((box) => box.height))
        const width = Math.max(wide, ...reach(element).map((box) => box.width))
        if (height >= Number(least) - 0.5 && width >= Number(least) - 0.5) return []
        const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
        return [
          `${element.tagName.toLowerCase()} «${name.trim().slice(0, 40)}» ${Math.round(width)} × ${Math.round(height)} .${element.getAttribute('class')}`,
        ]
      })
    },
    [part, LEAST] as const,
  )

/** Texts of too little contrast, by place. Large ones need 4.5. */
async function paleTexts(page: Page, part: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (place) =>
      (window as unknown as { axe: typeof axe }).axe.run(place, {
        runOnly: { type: 'rule', values: ['color-contrast-enhanced'] },
        rules: { 'color-contrast-enhanced': { enabled: true } },
        resultTypes: ['violations'],
      }),
    part,
  )
  return violations.flatMap(({ nodes }) =>
    nodes.map((node) => `${node.target.join(' ')}: ${/contrast of [\d.]+.*?\)/.exec(node.failureSummary ?? '')?.[0]}`),
  )
}

const screens = [
  '/',
  '/round',
  '/measurements',
  '/journals/retreat',
  '/journals/receipts',
  '/stock/goods',
  '/stock/items',
  '/stock/stocktake',
  '/stock/best-before',
  '/workshop/batches',
  '/workshop/goods',
  '/workshop/transform-goods',
  '/accounting/spending',
  '/lib/stocks',
  '/users',
  '/roles',
  '/settings',
  '/audit',
  '/profile',
]

test.each(screens)('%s', async (path) => {
  const { page } = phone
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
  expect({ low: await lowTargets(page, 'body'), pale: await paleTexts(page, 'body') }).toEqual({ low: [], pale: [] })
})

test.each(['/login', '/register', '/password/reset'])('stranger: %s', async (path) => {
  const { page, close } = await openPage({ width: 390, height: 844, context: { hasTouch: true, isMobile: true } })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect({ low: await lowTargets(page, 'body'), pale: await paleTexts(page, 'body') }).toEqual({ low: [], pale: [] })
  await close()
})

test('windows: weighing, group feeding, menu of the person', async () => {
  const { page } = phone
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const check = async (part: string) =>
    expect({ low: await lowTargets(page, part), pale: await paleTexts(page, part) }).toEqual({ low: [], pale: [] })
  await page.getByRole('button', { name: 'Действия' }).click()
  await page.getByRole('menuitem', { name: /^Групповое кормление/ }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: /садок/ }).first().fill('2')
  await check('[role=dialog]')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page
    .getByRole('button', { name: /^Садок / })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Навеска' }).waitFor()
  await check('[role=dialog]')
  await page.getByRole('dialog').getByRole('button', { name: 'Навеска' }).click()
  await page.getByRole('dialog').locator('form').waitFor()
  await check('[role=dialog]')
  await page.keyboard.press('Escape')

  // all of it is in sight, with the way out above the bar of pages
  await page.goto('/profile')
  await page.getByRole('button', { name: /^Меню пользователя/ }).click()
  const exit = (await page.getByRole('menuitem', { name: 'Выйти' }).boundingBox())!
  const bar = (await page.getByRole('navigation').last().boundingBox())!
  expect(exit.y + exit.height).toBeLessThanOrEqual(bar.y)
  await check('[role=menu]')
})
