/** Growth of a period recalculated: what it says beforehand is what it does, and it can be taken back. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { openDatabase } from '../../../server/db/client'
import { checkLedger } from '../../../server/db/ledger/check'
import { ledgerReading } from '../../../core/documents/kinds/kinds.server'
import { type GrowingPond, openGrowingPond, seasonOf } from '../../../testing/farm/growing-pond'
import { growthJob } from './growth-job.server'
import { growthCalls } from './growth.contract'

let pond: GrowingPond
beforeAll(async () => {
  pond = await openGrowingPond()
  await pond.measure(60, 12)
})
afterAll(() => pond.farm.close())

type Ordered = Parameters<typeof pond.farm.call<typeof growthCalls.recalculate>>[1]

const listed = async (wanted: number) => (await pond.farm.call(growthCalls.list, {})).find(({ id }) => id === wanted)!

/** Orders a recalculation, and lets the job do it. */
async function recalculated(ordered: Ordered) {
  const { id } = await pond.farm.call(growthCalls.recalculate, ordered)
  await pond.farm.work([growthJob])
  return listed(id)
}

const massNow = async (cage: number) => (await pond.cageNow(cage)).weight

/** A cage of 2 000 kg, fed on three days before growth was switched on, with a feed whose norms give this FCR. */
async function fedBefore(fcr = 1) {
  const [{ id: cage, number }, feed] = [await pond.cage(), await pond.feed([fcr, fcr, fcr])]
  await pond.stock(cage, 30, 10_000, 0.2)
  await pond.grow(false)
  const ids = []
  for (const day of [20, 10, 5]) ids.push((await pond.fed(cage, feed, day, 20)).id)
  await pond.grow(true)
  return {
    cage,
    number,
    feed,
    ids,
    period: { start: pond.farm.daysAgo(12), end: pond.farm.daysAgo(0), cages_id: [cage] },
  }
}

test('the preview names each cage with its average before and after, and stores nothing', async () => {
  const { cage, number, period } = await fedBefore()
  const seen = await pond.farm.call(growthCalls.preview, period)
  expect(seen).toMatchObject({ feedings: 2, changed: 2 })
  expect(seen.cages).toEqual([
    {
      cage_id: cage,
      cage_number: number,
      count: 10_000,
      weight_before: 2000,
      weight_after: 2040,
      avg_weight_before: 0.2,
      avg_weight_after: 0.204,
    },
  ])
  expect(await massNow(cage)).toBe(2000)
})

test('it is done as one change, which is on record and can be taken back once', async () => {
  const { cage, period } = await fedBefore()
  const { digest } = await pond.farm.call(growthCalls.preview, period)
  const done = await recalculated({ ...period, digest })
  expect(done).toMatchObject({ state: 'done', cages: 1, changed: 2, user: 'Анна Петрова', undone: false })
  expect(done).toMatchObject({ start: period.start, end: period.end, reason: null })
  expect(await massNow(cage)).toBe(2040)
  const [line] = await pond.farm.sql(
    `select action, entity, entity_id, user_id from audit_log order by id desc limit 1`,
  )
  expect(line).toEqual({ action: 'create', entity: 'growth', entity_id: done.id, user_id: pond.farm.session.user.id })
  expect(await pond.farm.call(growthCalls.undo, { id: done.id })).toMatchObject({ id: done.id, undone: true })
  expect(await massNow(cage)).toBe(2000)
  await pond.farm.call(growthCalls.undo, { id: done.id }, { expect: 409 })
})

test('what was edited since keeps its own terms when it is taken back', async () => {
  const { cage, feed, ids, period } = await fedBefore()
  const { digest } = await pond.farm.call(growthCalls.preview, period)
  const { id } = await recalculated({ ...period, digest })
  await pond.norms(feed, seasonOf([2, 2, 2]))
  const moved = {
    id: ids[2],
    ...pond.on(4, '12:00'),
    cage_id: cage,
    feed_type_id: feed,
    stock_id: pond.store,
    volume: 20,
  }
  await pond.farm.call(kinds.feeding.update, moved)
  await pond.farm.call(growthCalls.undo, { id })
  expect(await massNow(cage)).toBe(2010)
})

test('norms that somebody changes meanwhile refuse it, and a second time there is nothing to do', async () => {
  const { cage, feed, period } = await fedBefore()
  const { digest } = await pond.farm.call(growthCalls.preview, period)
  await pond.norms(feed, seasonOf([2, 2, 2]))
  const refused = await recalculated({ ...period, digest })
  expect(refused).toMatchObject({ state: 'refused', changed: 0 })
  expect(refused.reason).toContain('изменились нормы')
  expect(await massNow(cage)).toBe(2000)
  const again = await pond.farm.call(growthCalls.preview, period)
  await recalculated({ ...period, digest: again.digest })
  expect(await massNow(cage)).toBe(2020)
  const { digest: empty, changed } = await pond.farm.call(growthCalls.preview, period)
  expect(changed).toBe(0)
  const nothing = await pond.farm.call(growthCalls.recalculate, { ...period, digest: empty }, { expect: 422 })
  expect(nothing.errors).toHaveProperty('end')
})

test('a person of one module recalculates there alone, and takes back nothing of others', async () => {
  const { period } = await fedBefore()
  const other = await pond.farm.module('Другой')
  const person = await pond.farm.user({
    permissions: ['view feed calcs', 'update feed calcs'],
    locations: [other.id],
  })
  expect(await pond.farm.call(growthCalls.preview, period, { as: person })).toMatchObject({ feedings: 0, cages: [] })
  const { digest } = await pond.farm.call(growthCalls.preview, period)
  const { id } = await recalculated({ ...period, digest })
  await pond.farm.call(growthCalls.undo, { id }, { as: person, expect: 404 })
})

test('a period that ends before it begins, or lies before the earliest day of operations, is refused', async () => {
  const { period } = await fedBefore()
  await pond.farm.call(growthCalls.preview, { ...period, end: pond.farm.daysAgo(20) }, { expect: 422 })
  await pond.farm.call(growthCalls.preview, { ...period, end: pond.farm.daysAgo(-1) })
})

test('grown twice in different orders the farm has the same milligrams, as a replay has', async () => {
  const { cage, period } = await fedBefore(1.07)
  const { digest } = await pond.farm.call(growthCalls.preview, period)
  const whole = await recalculated({ ...period, digest })
  const mass = await massNow(cage)
  await pond.farm.call(growthCalls.undo, { id: whole.id })
  for (const days of [
    [7, 0],
    [12, 8],
  ] as const) {
    const part = { ...period, start: pond.farm.daysAgo(days[0]), end: pond.farm.daysAgo(days[1]) }
    const seen = await pond.farm.call(growthCalls.preview, part)
    await recalculated({ ...part, digest: seen.digest })
  }
  expect(await massNow(cage)).toBe(mass)
  const company = pond.farm.session.user.company.id
  const database = openDatabase(pond.farm.database.webUrl, 1)
  expect(await database.transaction(company, (tx) => checkLedger(tx, company, ledgerReading))).toEqual([])
  await database.close()
})

test('of two that are ordered at once the second is told, and done again the job does nothing', async () => {
  const { cage, period } = await fedBefore()
  const { digest } = await pond.farm.call(growthCalls.preview, period)
  const first = await pond.farm.call(growthCalls.recalculate, { ...period, digest })
  expect(first).toMatchObject({ state: 'waiting', changed: 0 })
  const second = await pond.farm.call(growthCalls.recalculate, { ...period, digest }, { expect: 409 })
  expect(second.message).toContain('уже пересчитывается')
  await pond.farm.call(growthCalls.undo, { id: first.id }, { expect: 409 })
  await pond.farm.work([growthJob])
  // as after a process that was killed between its commit and telling the queue
  await pond.farm.sql(
    `update pgboss.job set state = 'retry', completed_on = null where name = 'growth'
    and data #>> '{input,id}' = $1`,
    [String(first.id)],
  )
  await pond.farm.work([growthJob])
  expect(await listed(first.id)).toMatchObject({ state: 'done', changed: 2 })
  expect(await massNow(cage)).toBe(2040)
  const lines = await pond.farm.sql(`select from audit_log where entity = 'growth' and entity_id = $1`, [first.id])
  expect(lines).toHaveLength(1)
})

test('one whose job failed for good says so, and makes room for the next', async () => {
  const { cage, period } = await fedBefore()
  const { digest } = await pond.farm.call(growthCalls.preview, period)
  const { id } = await pond.farm.call(growthCalls.recalculate, { ...period, digest })
  await pond.farm.sql(`update pgboss.job set state = 'failed' where name = 'growth' and state = 'created'`)
  expect(await listed(id)).toMatchObject({ state: 'refused', changed: 0 })
  expect((await listed(id)).reason).toContain('сбоя')
  expect(await recalculated({ ...period, digest })).toMatchObject({ state: 'done' })
  expect(await listed(id)).toMatchObject({ state: 'refused' })
  expect(await massNow(cage)).toBe(2040)
})

test('while it goes on the list says how far it has come', async () => {
  const { period } = await fedBefore()
  const { digest } = await pond.farm.call(growthCalls.preview, period)
  const { id } = await pond.farm.call(growthCalls.recalculate, { ...period, digest })
  expect(await listed(id)).toMatchObject({ state: 'waiting', done: null, total: null })
  await pond.farm.sql(`update pgboss.job set state = 'active', output = '{"done": 1, "total": 2}'
    where name = 'growth' and state = 'created'`)
  expect(await listed(id)).toMatchObject({ state: 'waiting', done: 1, total: 2 })
  await pond.farm.sql(
    `update pgboss.job set state = 'created', output = null where name = 'growth' and state = 'active'`,
  )
  await pond.farm.work([growthJob])
  expect(await listed(id)).toMatchObject({ state: 'done', done: null })
})

test('how far it has come is told in days of the period', async () => {
  const { period } = await fedBefore()
  const { digest } = await pond.farm.call(growthCalls.preview, period)
  const { id } = await pond.farm.call(growthCalls.recalculate, { ...period, digest })
  const database = openDatabase(pond.farm.database.webUrl, 1)
  const told: [number, number][] = []
  const tools = { database, publish: () => undefined, progress: (...far: [number, number]) => void told.push(far) }
  await growthJob.run(tools as never, { company: pond.farm.session.user.company.id, input: { id } })
  await database.close()
  expect(told[0]).toEqual([0, 13])
  expect(await listed(id)).toMatchObject({ state: 'done' })
})

test('one that left norms of a feed that was deleted since names the feed when it is to be taken back', async () => {
  const { cage, feed, period } = await fedBefore()
  const other = await pond.feed([1, 1, 1])
  const [version] = await pond.farm.sql<{ id: number }>('select id from norm_versions where good_id = $1', [other])
  await pond.farm.sql('update operations set norm_version_id = $1 where cage_id = $2 and good_id = $3', [
    version!.id,
    cage,
    feed,
  ])
  const { digest } = await pond.farm.call(growthCalls.preview, period)
  const { id } = await recalculated({ ...period, digest })
  const [good] = await pond.farm.sql<{ name: string }>('select name from goods where id = $1', [other])
  await pond.farm.sql('update operations set norm_version_id = null where norm_version_id = $1', [version!.id])
  await pond.farm.sql('delete from norm_versions where id = $1', [version!.id])
  const { message } = await pond.farm.call(growthCalls.undo, { id }, { expect: 409 })
  expect(message).toContain(`«${good!.name}»`)
})
