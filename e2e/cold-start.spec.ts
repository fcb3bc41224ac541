/** A phone on a barge: the application was closed, and is opened again without a network. */
import { expect, test } from 'vitest'
import { openKept } from './kept'
import { registerPond } from './farm'
import { expectCage } from './actions'

const PHONE = { width: 390, height: 844, context: { hasTouch: true, isMobile: true } }

interface Start {
  /** files of script that were asked for before the first cage was there */
  scripts: string[]
  /** whether the frame was there without its cages before that */
  frameAlone: boolean
  /** what the page was forbidden to do */
  forbidden: string[]
}

/** Runs in the page before anything of it. */
const watch = () => {
  const seen: Start = { scripts: [], frameAlone: false, forbidden: [] }
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
    seen.forbidden.push(effectiveDirective),
  )
  const observer = new MutationObserver(() => {
    if (!document.querySelector('main li button[aria-haspopup=menu]'))
      return void (seen.frameAlone ||= document.querySelector('main') !== null)
    observer.disconnect()
    const names = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    seen.scripts = names.filter((name) => name.endsWith('.js'))
  })
  observer.observe(document, { childList: true, subtree: true })
  Object.assign(window, { seen })
}

test('the list of cages needs three files and is drawn at once with all that is known', async () => {
  const pond = await registerPond('Холодный старт', { cages: 3, stocked: 2 })
  const { page: before, context, close } = await openKept(pond, PHONE)
  await before.close()
  await context.setOffline(true)
  const page = await context.newPage()
  await page.addInitScript(watch)
  await page.goto('/')
  await expectCage(page, '1', /1 000 шт/)
  const seen = await page.evaluate(() => (window as never as { seen: Start }).seen)
  expect(seen.scripts.map((name) => name.replace(/-[\w-]{8}\.js$/, ''))).toEqual([
    '/first-paint.js',
    '/assets/index',
    '/assets/first-page',
  ])
  expect(seen.frameAlone).toBe(false)
  expect(seen.forbidden).toEqual([])
  await close()
})
