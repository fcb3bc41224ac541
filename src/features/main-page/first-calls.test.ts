import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cageCalls } from '../../core/cages/cage.contract'
import { recentCall } from '../../core/documents/recent/recent.contract'
import { noticesCall } from '../../shared/notices/notices'
import { PAGES } from '../../shared/pages'
import { sessionCalls } from '../../shared/user'
import { LEFT } from '../../web/offline/leave'

const script = readFileSync('public/first-paint.js', 'utf8')

test('the first script begins the calls of the main page, by the names that the application gives them', () => {
  const begun = [...script.matchAll(/'\/api(\/[^']+)'/g)].map(([, path]) => path)
  const shown = [sessionCalls.user, cageCalls.list, cageCalls.locations, recentCall, noticesCall]
  expect([...new Set(begun)]).toEqual(shown.map(({ path }) => path))
  expect(script).toContain(`location.pathname === '${PAGES.farm.path}'`)
  expect(script).toContain(`getItem('${LEFT}')`)
})
