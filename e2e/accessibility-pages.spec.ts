/** WCAG 2.2 AA of reports and of pages that are opened seldom: each loaded once, seen in both themes. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAGES, type PageName } from '../src/shared/pages'
import { overflow } from './actions'
import { settled, violations } from './axe'
import { openPage, type OpenPage } from './browser'
import { signInToDemo } from './farm'

let wide: OpenPage
let narrow: OpenPage
beforeAll(async () => {
  const demo = await signInToDemo()
  wide = await openPage({ width: 1440, height: 900, as: demo })
  narrow = await openPage({ width: 390, height: 844, context: { hasTouch: true, isMobile: true }, as: demo })
})
afterAll(() => Promise.all([wide.close(), narrow.close()]))

const isReport = (name: PageName) => PAGES[name].path.startsWith('/reports')
const reports = (Object.keys(PAGES) as PageName[]).filter(isReport)
const others: PageName[] = [
  'alarms',
  'tasks',
  'movingIn',
  'exportData',
  'externalApps',
  'proposals',
  'apiUses',
  'jobs',
  'backups',
]

test.each([...reports, ...others])('wide: %s', async (name) => {
  await settled(wide.page, PAGES[name].path)
  expect(await violations(wide.page)).toEqual([])
})

/** A page of series, of tables, with a grid to type into, of cards, of days. */
test.each(['retreatReports', 'fishCost', 'farmPlan', 'dashboard', 'tasks'] as const)('narrow: %s', async (name) => {
  await settled(narrow.page, PAGES[name].path)
  expect(await violations(narrow.page)).toEqual([])
  await expect.poll(() => overflow(narrow.page)).toBeLessThanOrEqual(0)
})
