/**
 * A phone that cold-starts the application without a network: the demo farm, signed in once at 390 × 844, then a new
 * browser with the same profile, offline, its processor throttled to a quarter.
 */
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type CDPSession, type Page } from 'playwright-core'
import { addressOf, demoOf, startApp } from '../e2e/app'
import { ARGS, executablePath, NAMES_IN_PAGE } from './chromium'
import { type Figure, ms, spread } from './figures'
import { sharesOf, traced } from './trace'

const RUNS = 5
const THROTTLE = 4
const CAGE = 'main li button[aria-haspopup=menu]'
const SHEET = '[role=dialog]'

interface Start {
  /**
   * milliseconds since navigation: a cage is shown, the page can handle a press, the sheet of the pressed cage is shown
   */
  stands: number
  free: number
  pressed: number
  scripts: number
  bytes: number
  /** duration of an empty loop, to know how fast the machine was */
  bare: number
}

/** Runs in the page: notes when the first cage is shown, presses it, and notes when its sheet is shown. */
const watching = ([cage, sheet]: string[]) => {
  const painted = (selector: string) =>
    new Promise<HTMLElement>((resolve) => {
      const look = () => {
        const found = document.querySelector<HTMLElement>(selector)
        if (!found) return requestAnimationFrame(look)
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(found)
        return port2.postMessage(null)
      }
      requestAnimationFrame(look)
    })
  // the browser reports when a marked element has been shown
  const shown = new Promise<number>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries()[0]!.startTime)).observe({ type: 'element' })
    const observer = new MutationObserver(() => {
      const parts = document.querySelectorAll(`${cage!} *`)
      if (parts.length === 0) return
      observer.disconnect()
      parts.forEach((part) => part.setAttribute('elementtiming', 'cage'))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  const started = async () => {
    const row = await painted(cage!)
    const free = performance.now()
    const stands = await shown
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const scripts = files.filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd <= stands)
    row.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    row.click()
    await painted(sheet!)
    const pressed = performance.now()
    const bytes = scripts.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)
    return { stands, free, pressed, scripts: scripts.length, bytes }
  }
  Object.assign(window, { started: started() })
}

const bareLoop = () => {
  const start = performance.now()
  let sum = 0
  for (let index = 0; index < 20_000_000; index++) sum = (sum + index) | 0
  return sum === 1 ? 0 : performance.now() - start
}

const openProfile = (profile: string) =>
  chromium.launchPersistentContext(profile, {
    executablePath: executablePath(),
    args: ARGS,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'ru-RU',
  })

/** Whether the device has stored the answer with the cages. */
const keepsCages = () =>
  new Promise<boolean>((resolve) => {
    const opening = indexedDB.open('sadok')
    opening.onsuccess = () => {
      const keys = opening.result.transaction('answers').objectStore('answers').getAllKeys()
      keys.onsuccess = () => {
        opening.result.close()
        resolve(keys.result.some((key) => String(key).includes('"/cages"')))
      }
    }
  })

/** The first visit: signs in, and leaves when the device has stored everything. */
async function prepare(profile: string, origin: string): Promise<void> {
  const context = await openProfile(profile)
  const page = context.pages()[0]!
  await context.addInitScript(NAMES_IN_PAGE)
  await page.goto(`${origin}/login`)
  await page.getByLabel('E-mail').fill('demo@example.com')
  await page.getByRole('textbox', { name: 'Пароль' }).fill('demo-farm')
  await page.keyboard.press('Enter')
  await page.locator(CAGE).first().waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  await page.locator(CAGE).first().waitFor()
  while (!(await page.evaluate(keepsCages))) await page.waitForFunction(() => new Promise(requestAnimationFrame))
  await context.close()
}

async function startCold<T>(profile: string, work: (page: Page, devtools: CDPSession) => Promise<T>): Promise<T> {
  const context = await openProfile(profile)
  try {
    await context.addInitScript(NAMES_IN_PAGE)
    await context.addInitScript(watching, [CAGE, SHEET])
    await context.setOffline(true)
    const page = context.pages()[0]!
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })
    return await work(page, devtools)
  } finally {
    await context.close()
  }
}

async function visit(page: Page, origin: string): Promise<Start> {
  await page.goto(origin)
  const start = await page.evaluate(() => (window as never as { started: Promise<Omit<Start, 'bare'>> }).started)
  // the first pass compiles it
  await page.evaluate(bareLoop)
  return { ...start, bare: await page.evaluate(bareLoop) }
}

async function measureAt(origin: string, profile: string, add: (figure: Figure) => void): Promise<void> {
  await prepare(profile, origin)
  const all: Start[] = []
  for (let run = 0; run < RUNS; run++) all.push(await startCold(profile, (page) => visit(page, origin)))
  const middle = (of: keyof Start) => spread(all.map((one) => one[of])).p50
  const times = (of: keyof Start) => all.map((one) => Math.round(one[of])).join(' ')
  const what = `phone, cold and offline, processor ÷ ${THROTTLE}`
  add({ what: `${what}: the list stands (${times('stands')})`, figure: ms(middle('stands')), gate: '<= 2000 ms' })
  add({ what: `${what}: a press is taken (${times('free')})`, figure: ms(middle('free')) })
  add({ what: `${what}: the pressed cage's sheet stands (${times('pressed')})`, figure: ms(middle('pressed')) })
  add({
    what: `${what}: scripts before the list`,
    figure: `${middle('scripts')} files, ${Math.round(middle('bytes') / 1000)} kB`,
  })
  add({ what: `${what}: a loop of 20 million steps in that page`, figure: ms(middle('bare')) })
  const events = await startCold(profile, (page, devtools) => traced(devtools, () => visit(page, origin)))
  add({ what: `${what}: the main thread of one start until then`, figure: sharesOf(events) })
}

export async function measurePhone(add: (figure: Figure) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sadok-phone-'))
  // the embedded database has an account of its own when this runs as root
  chmodSync(folder, 0o711)
  const app = startApp({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' })
  try {
    const address = await addressOf(app)
    await demoOf(address)
    await measureAt(address, join(folder, 'profile'), add)
  } finally {
    app.kill('SIGTERM')
    await once(app, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
}
