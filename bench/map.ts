/**
 * The main page of a farm of 500 cages in a real browser: from navigation until everything is painted, then
 * interactions with the map.
 */
import { chromium, type Browser, type Page } from 'playwright-core'
import { ARGS, executablePath, NAMES_IN_PAGE } from './chromium'
import { ms, spread } from './figures'
import type { Run } from './run'

const FIRST = '<= 1200 ms'
const LATER = '<= 450 ms'
export const QUICK = '<= 80 ms'
export const TIMES = 12

/** Runs in the page: measures from an event until a frame with its outcome is painted. */
const measuring = () => {
  const painted = (done: () => boolean, then: () => void) =>
    requestAnimationFrame(() => {
      if (!done()) return painted(done, then)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = then
      port2.postMessage(null)
    })
  Object.assign(window, {
    expectPaint: (event: string, selector: string | null) => {
      const taken = new Promise<number>((resolve) => {
        const listener = ({ timeStamp }: Event) =>
          painted(
            () => selector === null || document.querySelector(selector) !== null,
            () => resolve(performance.now() - timeStamp),
          )
        window.addEventListener(event, listener, { capture: true, once: true })
      })
      Object.assign(window, { taken })
    },
    // the visible cages, the cards of modules and the table: nothing is loading any more
    whenReady: () =>
      new Promise<number>((resolve) =>
        painted(
          () =>
            ['[data-cage]', '[aria-label="Модули"] button[aria-pressed]', 'tbody tr'].every((one) =>
              document.querySelector(one),
            ),
          () => resolve(performance.now()),
        ),
      ),
  })
}

interface Measuring {
  expectPaint(event: string, selector: string | null): void
  whenReady(): Promise<number>
  taken: Promise<number>
}

/** Milliseconds from the event until a frame with its outcome is painted. */
export async function taken(page: Page, event: string, act: () => Promise<unknown>, selector: string | null = null) {
  await page.evaluate(([name, wanted]) => (window as never as Measuring).expectPaint(name!, wanted!), [event, selector])
  await act()
  return page.evaluate(() => (window as never as Measuring).taken)
}

export async function repeat(times: number, work: (index: number) => Promise<number>): Promise<number[]> {
  const all: number[] = []
  for (let index = 0; index < times; index++) all.push(await work(index))
  return all
}

/** Middles of cages that are completely visible. */
const inSight = (page: Page) =>
  page.evaluate(() => {
    const frame = document.querySelector('svg[role=group]')!.getBoundingClientRect()
    return [...document.querySelectorAll<SVGGElement>('[data-cage]')].flatMap((cage) => {
      const box = cage.getBoundingClientRect()
      const inside = box.width > 0 && box.left > frame.left && box.right < frame.right && box.top > frame.top
      return inside && box.bottom < Math.min(frame.bottom, innerHeight)
        ? [{ x: box.left + box.width / 2, y: box.top + box.height / 2 }]
        : []
    })
  })

export async function openPage(browser: Browser, { app }: Run): Promise<Page> {
  const context = await browser.newContext({
    baseURL: app.origin,
    viewport: { width: 1440, height: 900 },
    locale: 'ru-RU',
  })
  const [name, value] = app.cookie.split('=')
  await context.addCookies([{ name: name!, value: value!, url: app.origin }])
  // all modules at once
  await context.addInitScript(() => localStorage.setItem('current_location_id', '-1'))
  await context.addInitScript(NAMES_IN_PAGE)
  await context.addInitScript(measuring)
  return context.newPage()
}

async function ready(page: Page): Promise<number> {
  await page.goto('/')
  return page.evaluate(() => (window as never as Measuring).whenReady())
}

const menu = async (page: Page) => {
  const cages = await inSight(page)
  return repeat(TIMES, async (index) => {
    const at = cages[index % cages.length]!
    await page.mouse.move(at.x, at.y)
    const time = await taken(page, 'click', () => page.mouse.click(at.x, at.y), '[role=menu]')
    await page.keyboard.press('Escape')
    await page.waitForSelector('[role=menu]', { state: 'detached' })
    return time
  })
}

const zoom = (page: Page, middle: { x: number; y: number }) =>
  repeat(TIMES, async (index) => {
    await page.mouse.move(middle.x, middle.y)
    // out to 25 %, where most is seen, and back in
    return taken(page, 'wheel', () => page.mouse.wheel(0, index % 6 < 3 ? 100 : -100))
  })

const filter = async (page: Page) => {
  const field = page.getByRole('searchbox', { name: 'Номер садка' })
  const times = await repeat(TIMES, async (index) => {
    await field.fill('')
    await field.focus()
    return taken(page, 'input', () => page.keyboard.press(String(1 + (index % 9))))
  })
  await field.fill('')
  return times
}

/** Measures each step of the pointer until its own frame. */
async function drag(page: Page, from: { x: number; y: number }): Promise<number[]> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  const times = await repeat(TIMES, (index) =>
    taken(page, 'pointermove', () => page.mouse.move(from.x + 9 * (index + 1), from.y + 6 * (index + 1))),
  )
  await page.mouse.up()
  return times
}

async function layout(page: Page): Promise<number[]> {
  await page.getByRole('group', { name: 'Модуль' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Настройки карты' }).click()
  await page.getByRole('menuitem', { name: 'Расположение' }).click()
  const [cage] = await inSight(page)
  return drag(page, cage!)
}

export async function withBrowser(work: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ executablePath: executablePath(), args: ARGS })
  await work(browser).finally(() => browser.close())
}

export const measureMap = (run: Run) =>
  withBrowser(async (browser) => {
    const { cages } = run.size
    const add = (what: string, times: number[], gate: string) => {
      const { p50, p95 } = spread(times)
      run.add({ what: `map of ${cages} cages, ${what}: p50 (p95)`, figure: `${ms(p50)} (${ms(p95)})`, gate })
    }
    const first = await repeat(3, async () => {
      const page = await openPage(browser, run)
      const time = await ready(page)
      await page.context().close()
      return time
    })
    add('first visit, everything fetched', first, FIRST)
    const page = await openPage(browser, run)
    await ready(page)
    await page.waitForLoadState('networkidle')
    // by then a browser has put the files away, which takes it some seconds
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    add('ready on a later visit', await repeat(6, () => ready(page)), LATER)
    await page.waitForLoadState('networkidle')
    const box = (await page.locator('svg[role=group]').boundingBox())!
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    add('menu opens', await menu(page), QUICK)
    add('zoom by the wheel', await zoom(page, middle), QUICK)
    add('filter as one types', await filter(page), QUICK)
    add('pan, each step', await drag(page, { x: box.x + 20, y: box.y + 20 }), QUICK)
    add('a cage dragged, each step', await layout(page), QUICK)
  })
