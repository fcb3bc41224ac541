/** What something between the device and the server answers is no answer: a record is stored once, or it waits. */
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { everyRecord, type Made } from './every-record'
import { openKept } from './kept'
import { openOnTheWay, type Answer, type OnTheWay } from './on-the-way'
import { registerPond, sql } from './farm'
import { dialog, expectCage, expectText, fill, notices, operate, save } from './actions'

let between: OnTheWay
beforeAll(async () => void (between = await openOnTheWay(inject('baseUrl'))))
afterAll(() => between.close())

type Pond = Awaited<ReturnType<typeof registerPond>>

const through = (as: { cookie: string }) =>
  openKept(as, { width: 1440, height: 900, context: { baseURL: between.address } })

const waiting = (page: Page) => page.getByRole('button', { name: /^\d+ запис/ })
const list = (page: Page) => page.getByRole('dialog', { name: 'Записи на этом устройстве' })

/** What the device holds, whatever the page says of it. */
const held = (page: Page): Promise<{ label: string; state: string; reason: string | null }[]> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('sadok')
        opening.onsuccess = () => {
          const all = opening.result.transaction('records').objectStore('records').getAll()
          all.onsuccess = () => resolve(all.result as never)
        }
      }),
  )

/** Puts records on the device, as forms do. */
const put = (page: Page, pond: Pond, records: readonly Made[]): Promise<void> =>
  page.evaluate(
    (given) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('sadok')
        opening.onsuccess = () => {
          const writing = opening.result.transaction('records', 'readwrite')
          for (const record of given) writing.objectStore('records').add(record)
          writing.oncomplete = () => resolve()
          writing.onabort = () => reject(writing.error ?? new Error('aborted'))
        }
      }),
    records.map((record) => ({
      ...record,
      owner: `${pond.user.company.id}:${pond.user.id}`,
      owner_name: pond.user.name,
      typed: null,
      key: randomUUID(),
      label: record.kind,
      cages: [],
      recorded_at: pond.user.now.slice(0, 16),
      state: 'waiting',
      slot: null,
      stored: null,
      attempted: [],
      faults: 0,
      reason: null,
      errors: null,
      refusal: null,
    })),
  )

/** The line is there again: the page does not wait for its next attempt. */
const tryNow = (page: Page): Promise<boolean> => page.evaluate(() => window.dispatchEvent(new Event('online')))

const stored = async (pond: Pond): Promise<Record<string, number>> => {
  const rows = await sql<{ kind: string; count: number }>(
    `select kind, count(*)::int as count from operations where company_id = $1 group by kind
     union all select 'reading', count(*)::int from measurements where company_id = $1`,
    [pond.user.company.id],
  )
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

const ON_THE_WAY: Answer[] = [
  403,
  404,
  'portal',
  'redirect',
  'lost',
  404,
  403,
  409,
  422,
  'half',
  401,
  500,
  503,
  'portal',
]

test('every kind of record, each answered by fourteen others first, is stored once and none is a draft', async () => {
  const pond = await registerPond('Чужие ответы', { cages: 3, stocked: 2 })
  const records = await everyRecord(pond)
  const { page, close } = await through(pond)
  const before = await stored(pond)
  await put(page, pond, records)
  between.next(
    '/',
    records.flatMap(() => ON_THE_WAY),
  )
  await page.reload()
  const settled = async () => {
    await tryNow(page)
    const states = (await held(page)).map(({ state }) => state)
    expect(states.filter((state) => state !== 'waiting')).toEqual([])
    return states.length
  }
  await expect.poll(settled, { timeout: 240_000, interval: 50 }).toBe(0)
  expect(between.left()).toBe(0)
  const after = await stored(pond)
  const grown = Object.entries(after).map(([kind, count]) => [kind, count - (before[kind] ?? 0)])
  const own = Object.fromEntries(grown.filter(([, count]) => count !== 0))
  const twice = { [kinds.feeding.kind]: 3, [kinds.retreat.kind]: 3 }
  const codes = Object.values(kinds).map(({ kind }) => kind)
  expect(own).toEqual({
    ...Object.fromEntries(codes.map((kind) => [kind, 1])),
    category_change: 1,
    reading: 1,
    ...twice,
  })
  await expect.poll(() => waiting(page).count()).toBe(0)
  await close()
}, 300_000)

test('where readings come through and writes do not, a record is tried ever more seldom', async () => {
  const pond = await registerPond('Только чтение')
  const { page, close } = await through(pond)
  between.next('/retreat', Array<Answer>(300).fill(404))
  await operate(page, '1', 'Отход')
  await fill(page, { Количество: '7' })
  await save(page)
  await expectText(notices(page), 'Ждёт сети')
  // the notice stays for eight seconds, in which each answer to a reading once made it tried again
  await notices(page).getByText('Ждёт сети').waitFor({ state: 'hidden', timeout: 20_000 })
  const tried = 300 - between.left()
  expect(tried).toBeGreaterThan(1)
  expect(tried).toBeLessThanOrEqual(8)
  between.next('/retreat', [])
  await tryNow(page)
  await expect.poll(() => losses(pond)).toEqual([7])
  await close()
})

/** Losses that are asked about again hear nothing either, however slow the machine is. */
const UNHEARD = Array<Answer>(50).fill('half')

/** A loss whose answer is lost on its way: the server has it, the device does not know. */
async function loseUnheard(page: Page, context: BrowserContext, count: string): Promise<void> {
  between.next('/retreat', UNHEARD)
  await operate(page, '1', 'Отход')
  await fill(page, { Количество: count })
  await save(page)
  await expectText(notices(page), 'Ждёт сети')
  await context.setOffline(true)
  between.next('/retreat', [])
}

const losses = async (pond: Pond) => {
  const period = { start: pond.daysAgo(1), end: pond.daysAgo(0) }
  const answer = (await pond.call(kinds.retreat.list, period)) as unknown as { count: number }[]
  return answer.map(({ count }) => count)
}

test('taken back it is said to be so only when the row is gone, however often others answer', async () => {
  const pond = await registerPond('Отмена через прокси')
  const { page, context, close } = await through(pond)
  await loseUnheard(page, context, '33')
  await notices(page).getByRole('button', { name: 'Отменить' }).last().click()
  await expectText(notices(page), 'Отменим, когда ответит сервер')
  between.next('/retreat', [403, 404, 'portal'])
  await context.setOffline(false)
  await expect
    .poll(async () => {
      await tryNow(page)
      if (between.left() > 0) expect((await held(page)).map(({ state }) => state)).toEqual(['removing'])
      return between.left()
    })
    .toBe(0)
  await expect.poll(() => held(page), { timeout: 20_000 }).toEqual([])
  expect(await losses(pond)).toEqual([])
  await expectText(notices(page), 'Отменено записей: 1')
  await expectCage(page, '1', /1 000 шт/)
  await close()
})

test('what may no longer be taken back is told as kept, with the way to it', async () => {
  const pond = await registerPond('Право отнято')
  const person = await pond.colleague(['create retreats', 'delete own from journals'])
  const { page, context, close } = await through(person)
  await loseUnheard(page, context, '33')
  await notices(page).getByRole('button', { name: 'Отменить' }).last().click()
  await sql(`update roles set permissions = '{}' where company_id = $1 and id <> 1`, [pond.user.company.id])
  await context.setOffline(false)
  await tryNow(page)
  await expectText(notices(page), 'Не отменена: Садок 1, отход 33 шт. Она осталась в журнале.')
  expect(await losses(pond)).toEqual([33])
  await expectText(waiting(page), '1 запись не отменена')
  await waiting(page).click()
  await expectText(list(page), 'Не отменена, осталась в журнале')
  await list(page).getByRole('link', { name: 'В журнал: Садок 1, отход 33 шт' }).click()
  await page.waitForURL('**/journals/retreat')
  await waiting(page).click()
  await list(page).getByRole('button', { name: 'Убрать: Садок 1, отход 33 шт' }).click()
  await expectText(list(page), 'Все ваши записи на сервере.')
  await close()
})

test('a correction made in another tab while the answer is under way is stored', async () => {
  const pond = await registerPond('Две вкладки')
  const { page, context, close } = await through(pond)
  let answer: () => void = () => undefined
  const heardOf = new Promise<void>((resolve) => (answer = resolve))
  let asked: () => void = () => undefined
  const isAsked = new Promise<void>((resolve) => (asked = resolve))
  await page.route('**/api/retreat', async (route) => {
    const response = await route.fetch()
    asked()
    await heardOf
    await route.fulfill({ response })
  })
  await operate(page, '1', 'Отход')
  await fill(page, { Количество: '11' })
  await save(page)
  await isAsked
  const tab = await context.newPage()
  await tab.goto('/')
  await waiting(tab).click()
  await list(tab).getByRole('button', { name: 'Изменить: Садок 1, отход 11 шт' }).click()
  await fill(tab, { Количество: '15' })
  await save(tab)
  answer()
  await expect.poll(() => held(tab), { timeout: 20_000 }).toEqual([])
  expect(await losses(pond)).toEqual([15])
  await expectCage(page, '1', /985 шт/)
  await close()
})

test('what a form says is not told a second time', async () => {
  const pond = await registerPond('Один раз')
  const { page, close } = await through(pond)
  // the page hears of nothing that others do
  await page.route('**/api/events', (route) => route.abort())
  await page.reload()
  await operate(page, '1', 'Отход')
  await fill(page, { Количество: '900' })
  const date = pond.daysAgo(1)
  const taken = { date, time: '12:00', from_id: pond.cages[0], ...pond.group, count: 400 }
  await pond.call(kinds.retreat.create, taken as never)
  await dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Всё верно', exact: true }).click()
  await expectText(dialog(page), /не хватает 300 шт/)
  expect(await held(page)).toEqual([])
  await expect.poll(() => notices(page).textContent()).not.toContain('ждёт в списке записей')
  await close()
})
