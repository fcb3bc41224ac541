/** A page whose application and farm lie on the device, ready for the network to go. */
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openPage, type PageOptions } from './browser'
import { expectCage } from './actions'

const NEEDED = [
  'user',
  '/cages',
  '/locations',
  '/recent',
  '/measure-parameters',
  '/crud/good',
  '/all-stocks',
  '/transfers-reasons',
]

/** The paths of the answers that this device keeps. */
const keptAnswers = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('sadok')
        opening.onsuccess = () => {
          const keys = opening.result.transaction('answers').objectStore('answers').getAllKeys()
          keys.onsuccess = () => resolve(keys.result.map((key) => /"([^"]+)"/.exec(String(key))?.[1] ?? String(key)))
        }
      }),
  )

interface Kept {
  page: Page
  context: BrowserContext
  close(): Promise<void>
}

/** Opens the farm and waits until the device has what it needs, and the answers at these paths too. */
export async function openKept(
  as: { cookie: string },
  options: PageOptions = { width: 1440, height: 900 },
  also: readonly string[] = [],
): Promise<Kept> {
  const { page, close } = await openPage({
    ...options,
    as,
    context: { ...options.context, serviceWorkers: 'allow' },
  })
  await page.goto('/')
  await expectCage(page, '1', /./)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(() => keptAnswers(page), { timeout: 20_000 }).toEqual(expect.arrayContaining([...NEEDED, ...also]))
  return { page, context: page.context(), close }
}
