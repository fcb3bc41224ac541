/** What people type is text, whatever it looks like; and what would get in as a script is stopped by the browser. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openPage, type OpenPage } from './browser'
import { fedFarm, sql } from './farm'

/** in place of every name */
const MARKUP = `<img src=x onerror="window.ran=1"><script>window.ran=1</script>{{t}}`

let open: OpenPage
beforeAll(async () => {
  const farm = await fedFarm('Разметка')
  const id = farm.user.company.id
  for (const table of [
    'species',
    'generations',
    'age_categories',
    'locations',
    'stocks',
    'goods',
    'measure_parameters',
  ])
    await sql(`update ${table} set name = $2 || id where company_id = $1`, [id, MARKUP])
  await sql(`update users set name = $2 where company_id = $1`, [id, MARKUP])
  await sql(`update cages set number = $2 where company_id = $1 and number = '1'`, [id, '<b onclick=alert(1)>'])
  open = await openPage({ width: 1440, as: farm })
})
afterAll(() => open.close())

const ran = () => open.page.evaluate(() => (window as { ran?: number }).ran ?? null)

test.each([
  '/',
  '/?view=table',
  '/journals/feeding',
  '/lib/species',
  '/lib/generations',
  '/lib/locations',
  '/stock/goods',
  '/measurements',
])('names that are markup are shown as they were typed: %s', async (path) => {
  const { page } = open
  await page.goto(path)
  await page.locator('main').getByText('onerror="window.ran=1"').first().waitFor()
  await expect.poll(() => page.locator('img[src="x"], b[onclick]').count()).toBe(0)
  await expect.poll(() => ran()).toBeNull()
})

test('a script that got into a page would not run', async () => {
  const { page } = open
  await page.goto('/lib/species')
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = 1'
    document.body.append(script)
    const picture = document.createElement('div')
    picture.innerHTML = '<img src="/no-such-picture.png" onerror="window.ran = 1">'
    document.body.append(picture)
    return new Promise((resolve) => picture.firstElementChild!.addEventListener('error', resolve))
  })
  await expect.poll(() => ran()).toBeNull()
})

test('no page of another site holds this one in a frame', async () => {
  const { page, close } = await openPage()
  await page.setContent(`<iframe src="${inject('baseUrl')}/login"></iframe>`)
  await expect.poll(() => page.frames().at(-1)!.url()).toBe('chrome-error://chromewebdata/')
  await close()
})
