import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { inject } from 'vitest'

export interface PageOptions {
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
  /** whose session; nobody is signed in without it */
  as?: { cookie: string }
  /** anything else Playwright knows: hasTouch, isMobile, storageState … */
  context?: BrowserContextOptions
}

export interface OpenPage {
  page: Page
  /** uncaught errors and console errors of the page, for `expect(errors).toEqual([])` */
  errors: string[]
  close(): Promise<void>
}

/** One for all files of a worker, each page in a context of its own; it ends with the worker. */
let browser: Promise<Browser> | null = null

/** A page in a context of its own, on the app with the demo farm: `page.goto('/')`. */
export async function openPage({
  width = 1280,
  height = 800,
  colorScheme = 'light',
  as,
  context = {},
}: PageOptions = {}): Promise<OpenPage> {
  browser ??= launch()
  const opened = await (
    await browser
  ).newContext({
    baseURL: inject('baseUrl'),
    viewport: { width, height },
    colorScheme,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    reducedMotion: 'reduce',
    // keeping the application on the device takes its time; tests that need it allow it
    serviceWorkers: 'block',
    ...context,
  })
  if (as) await opened.addCookies([{ name: 'sadok_session', value: as.cookie, url: inject('baseUrl') }])
  const page = await opened.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
  page.setDefaultTimeout(10_000)
  return { page, errors, close: () => opened.close() }
}

function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: inject('chromium'),
    chromiumSandbox: false,
    // without a language it gives no Cyrillic name to a downloaded file
    env: { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
