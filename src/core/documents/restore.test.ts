/** Taking back an edit or a deletion: everything is as it was, or the refusal says why it cannot be. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPond, type Pond } from '../../testing/farm/pond'
import type { Session } from '../../testing/session'
import { cageCalls } from '../cages/cage.contract'
import { feedingBatch } from './batch/batch.contract'
import { kinds } from './kinds/kinds.contract'

let pond: Pond
let farm: Pond['farm']
let group: Pond['group']
beforeAll(async () => {
  pond = await openPond()
  ;({ farm, group } = pond)
})
afterAll(() => farm.close())

let a: number
let b: number
beforeEach(async () => {
  a = (await pond.cage()).id
  b = (await pond.cage()).id
  await pond.stock(a, 400, 1000)
})

/** All that is stored of operations, fish and goods. */
const stored = async () =>
  Promise.all(
    ['operations', 'fish_entries', 'stock_entries', 'stock_days', 'batches'].map((name) =>
      farm.sql(`select t::text as row from ${name} t order by 1`),
    ),
  )

test('a transfer of a year ago that was deleted comes back with all that followed from it', async () => {
  const { id } = await pond.move(a, b, 365, 300)
  await pond.weigh(a, 300, 0.5)
  await pond.weigh(b, 200, 0.3)
  await pond.lose(a, 100, 7)
  const before = await stored()
  await farm.call(kinds.transfer.remove, { id })
  expect(await pond.cageNow(a)).toMatchObject({ count: 993 })
  const answer = await farm.call(kinds.transfer.restore, { ids: [id] })
  expect(answer.rows).toMatchObject([{ id, count: 300, date: farm.daysAgo(365) }])
  expect(answer.cages.map(({ id, count }) => [id, count])).toEqual([
    [a, 693],
    [b, 300],
  ])
  expect(await stored()).toEqual(before)
})

test('an operation between others of its minute comes back to its place among them', async () => {
  await pond.stock(a, 5, 100, 1)
  const { id } = await pond.weigh(a, 5, 0.3)
  await pond.lose(a, 5, 50)
  await pond.weigh(a, 5, 0.4)
  const before = await stored()
  await farm.call(kinds.weighing.remove, { id })
  expect(await stored()).not.toEqual(before)
  await farm.call(kinds.weighing.restore, { ids: [id] })
  expect(await stored()).toEqual(before)
})

test('an edit is taken back whole, the cage and the moment too', async () => {
  const { id } = await pond.move(a, b, 9, 300, 70)
  const before = await stored()
  const changed = { ...pond.on(7), from_id: a, to_id: b, ...group, count: 20, note: 'ошибка' }
  await farm.call(kinds.transfer.update, { id, ...changed })
  expect(await pond.cageNow(b)).toMatchObject({ count: 20 })
  const { rows } = await farm.call(kinds.transfer.restore, { ids: [id] })
  expect(rows).toMatchObject([{ id, count: 300, weight: 70, note: null, date: farm.daysAgo(9) }])
  expect(await stored()).toEqual(before)
})

test('feedings deleted together come back together, with what was drawn', async () => {
  const [stock, good] = [await farm.stock(), await farm.good()]
  await farm.adding({ good: good.id, stock: stock.id, count: 100, date: farm.daysAgo(9) })
  await pond.stock(b, 8, 10)
  const row = { feed_type_id: good.id, stock_id: stock.id, volume: 30 }
  const { rows } = await farm.call(feedingBatch.create, { ...pond.on(5), batch: { [a]: row, [b]: row } })
  const ids = rows.map(({ id }) => id)
  const before = await stored()
  await farm.call(feedingBatch.remove, { ids })
  const answer = await farm.call(kinds.feeding.restore, { ids })
  expect(answer.rows.map(({ id }) => id)).toEqual(ids)
  expect(await stored()).toEqual(before)
  // all or none: what one of them needs has gone
  await farm.call(feedingBatch.remove, { ids })
  await farm.call(kinds.feeding.create, { ...pond.on(6), cage_id: a, ...row, volume: 60 })
  const without = await stored()
  const refused = await farm.call(kinds.feeding.restore, { ids }, { expect: 422 })
  expect(refused.message).toContain('не хватает 20 кг')
  expect(await stored()).toEqual(without)
})

test('fish for the workshop join the batch of their day again, which had gone with them', async () => {
  const stock = await farm.stock()
  const sent = { reason: 'sending_to_workshop', stock_id: stock.id }
  const { id } = await farm.call(kinds.withdrawal.create, { ...pond.on(4), from_id: a, ...group, count: 10, ...sent })
  await farm.call(kinds.withdrawal.remove, { id })
  expect(await farm.sql('select id from batches')).toEqual([])
  await farm.call(kinds.withdrawal.restore, { ids: [id] })
  const rows = (await farm.call(kinds.withdrawal.list, { start: farm.daysAgo(4), end: farm.today(), cages_id: a })) as {
    batch_id: number | null
  }[]
  expect(await farm.sql('select id from batches')).toEqual([{ id: rows[0]!.batch_id }])
  await farm.call(kinds.withdrawal.update, { id, ...pond.on(4), from_id: a, ...group, count: 10, reason: 'other' })
  await farm.call(kinds.withdrawal.restore, { ids: [id] })
  expect(await farm.sql('select stock_id from batches')).toEqual([{ stock_id: stock.id }])
})

test('what others have done meanwhile refuses it by name, and nothing is stored', async () => {
  const { id } = await pond.lose(a, 9, 100)
  await farm.call(kinds.retreat.remove, { id })
  await pond.lift(a, 3, 950)
  const before = await stored()
  const refused = await farm.call(kinds.retreat.restore, { ids: [id] }, { expect: 422 })
  expect(refused.message).toContain('не хватает 50 шт')
  expect(refused.refusal).toMatchObject({ kind: 'withdrawal', shortage: 50, own: false })
  expect(await stored()).toEqual(before)
})

test('the cage may have gone', async () => {
  const other = (await pond.cage()).id
  await pond.stock(other, 5, 10)
  const start = farm.daysAgo(9)
  const [row] = (await farm.call(kinds.stocking.list, { start, end: farm.today(), cages_id: other })) as {
    id: number
  }[]
  await farm.call(kinds.stocking.remove, { id: row!.id })
  await farm.call(cageCalls.remove, { id: other })
  const refused = await farm.call(kinds.stocking.restore, { ids: [row!.id] }, { expect: 422 })
  expect(refused.message).toBe('Садок не найден')
})

const RIGHTS = ['create retreats', 'delete own from journals'] as const

async function deletedBy(as: Session): Promise<number> {
  const loss = { ...pond.on(2), from_id: a, ...group, count: 3 }
  const { id } = await farm.call(kinds.retreat.create, loss, { as })
  await farm.call(kinds.retreat.remove, { id }, { as })
  return id
}

test('one takes back one’s own last change alone, for ten minutes, with the same right', async () => {
  const as = await farm.user({ permissions: [...RIGHTS] })
  const id = await deletedBy(as)
  const colleague = await farm.call(kinds.retreat.restore, { ids: [id] }, { expect: 409 })
  expect(colleague.message).toBe('После вас запись изменил другой человек: Иван Сидоров.')
  await farm.sql(
    `update roles r set permissions = '{create retreats}' from users u where u.id = $1 and u.role_id = r.id`,
    [as.user.id],
  )
  await farm.call(kinds.retreat.restore, { ids: [id] }, { as, expect: 403 })
  await farm.sql(`update roles r set permissions = $2 from users u where u.id = $1 and u.role_id = r.id`, [
    as.user.id,
    RIGHTS,
  ])
  await farm.sql(`update audit_log set at = at - interval '11 minutes' where entity_id = $1`, [id])
  const late = await farm.call(kinds.retreat.restore, { ids: [id] }, { as, expect: 409 })
  expect(late.message).toBe('Изменение можно отменить в течение 10 минут.')
  await farm.sql(`update audit_log set at = at + interval '11 minutes' where entity_id = $1`, [id])
  expect((await farm.call(kinds.retreat.restore, { ids: [id] }, { as })).rows).toMatchObject([{ id, count: 3 }])
  const again = await farm.call(kinds.retreat.restore, { ids: [id] }, { as, expect: 409 })
  expect(again.message).toBe('Отменять нечего: запись не меняли и не удаляли.')
})

test('another company’s deletion, another kind’s and nothing at all are none', async () => {
  const id = await deletedBy(farm.session)
  const as = await farm.company()
  await farm.call(kinds.retreat.restore, { ids: [id] }, { as, expect: 409 })
  await farm.call(kinds.note.restore, { ids: [id] }, { expect: 409 })
  await farm.call(kinds.retreat.restore, { ids: [2_000_000_000] }, { expect: 409 })
  await farm.call(kinds.retreat.restore, { ids: [] }, { expect: 422 })
})

test('a closed module keeps its operations to itself', async () => {
  const module = await farm.module()
  const as = await farm.user({ is_admin: true })
  const id = await deletedBy(as)
  await farm.sql('update users set location_ids = $2 where id = $1', [as.user.id, [module.id]])
  await farm.call(kinds.retreat.restore, { ids: [id] }, { as, expect: 403 })
})
