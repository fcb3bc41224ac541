/** What a round has recorded is corrected in the round: the queue of the device carries the correction as well. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { fedFarm } from './farm'
import { expectText, fill, notices, save } from './actions'
import { openKept } from './kept'

type Pond = Awaited<ReturnType<typeof fedFarm>>
const PHONE = { width: 390, height: 844, context: { hasTouch: true, isMobile: true } }

interface Fed {
  id: number
  cage_id: number
  volume: number
}
const feedings = async (pond: Pond) =>
  (await pond.call(kinds.feeding.list, { start: pond.daysAgo(0), end: pond.daysAgo(0) })) as unknown as Fed[]

const line = (page: Page, number: number) => page.getByRole('button', { name: new RegExp(`^Садок ${number}, `) })
const record = (page: Page) => page.locator('main button[type=submit]')

test('a recorded line is changed or taken back where it was made, with a network and without, also after a reload', async () => {
  const own = await fedFarm('Обход с правкой')
  const { page, context, close } = await openKept(own, PHONE)
  await page.goto('/round')
  await record(page).tap()
  await expect.poll(async () => (await feedings(own)).length).toBe(11)
  const ids = async () => (await feedings(own)).map(({ id }) => id).sort()
  const before = await ids()
  const volumes = async (cage: number) =>
    (await feedings(own)).find(({ cage_id }) => cage_id === own.cages[cage])?.volume
  const correct = async (number: number, was: string, volume: string) => {
    await page.reload()
    await line(page, number).tap()
    await page.getByRole('button', { name: `Изменить: кормление ${was} кг` }).tap()
    await fill(page, { Количество: volume })
    await save(page)
  }
  await correct(1, '4', '6')
  await expect.poll(() => volumes(0)).toBe(6)
  await expectText(page.locator('main'), /кормление 6 кг ?записано/)
  await expectText(notices(page), /Изменено! Садок 1, кормление .*6 кг/)
  await context.setOffline(true)
  await correct(2, '4', '7')
  await correct(1, '6', '4')
  await page.reload()
  await line(page, 3).tap()
  await page.getByRole('button', { name: 'Отменить: кормление 4 кг' }).tap()
  await line(page, 2).tap()
  await expectText(page.locator('main'), /кормление 7 кг ?ждёт сети/)
  expect([await volumes(0), await volumes(1), await volumes(2)]).toEqual([6, 4, 4])
  await context.setOffline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(() => volumes(1), { timeout: 30_000 }).toBe(7)
  await expect.poll(() => volumes(2)).toBeUndefined()
  await expect.poll(() => volumes(0)).toBe(4)
  await expect.poll(() => ids()).toHaveLength(10)
  expect(before).toEqual(expect.arrayContaining(await ids()))
  await close()
})

test('what an earlier version kept of the page is still typed', async () => {
  const own = await fedFarm('Обход до обновления')
  const { page, close } = await openKept(own, PHONE)
  const [owner, day] = [`${own.user.company.id}:${own.user.id}`, own.user.now.slice(0, 10)]
  const values = {
    round: 1,
    at: null,
    visits: {},
    drafts: { [own.cages[0]!]: { volume: '9' } },
    water: {},
    noWater: [],
  }
  await page.goto('/round')
  await expectText(record(page), /корм 44 кг/)
  await page.evaluate(
    ([key, value]) => localStorage.setItem(key!, value!),
    [`round-page:${owner}:${own.module.id}:${day}`, JSON.stringify(values)],
  )
  await page.reload()
  await expectText(record(page), /корм 49 кг/)
  await close()
})
