/** The audit journal of one cage and of one good: all that was changed of it, wherever it is named. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cageCalls } from '../../core/cages/cage.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { goodCalls } from '../../core/goods/good-calls.contract'
import { openPond, type Pond } from '../../testing/farm/pond'
import { auditCalls, type AuditRow } from './audit.contract'
import { entityOf } from './entities.contract'

let pond: Pond
let farm: Pond['farm']
beforeAll(async () => {
  pond = await openPond()
  farm = pond.farm
})
afterAll(() => farm.close())

async function told(about: { cage_id?: number; good_id?: number }) {
  const ever = { start: farm.daysAgo(1), end: farm.daysAgo(0), page: 1, per_page: 100 }
  const { rows, total } = (await farm.call(auditCalls.list, { ...ever, ...about } as never)) as {
    rows: AuditRow[]
    total: number
  }
  expect(total).toBe(rows.length)
  return rows.map(({ entity, entity_id, action }) => `${action} ${entity} ${entity_id}`)
}

test('of a cage: itself, what came into it, and what was moved elsewhere or deleted', async () => {
  const [cage, other] = [await pond.cage(), await pond.cage()]
  await farm.call(cageCalls.update, { id: cage.id, volume: 150 } as never)
  const note = await farm.call(kinds.note.create, { ...pond.on(3), cage_id: other.id, text: 'Порвана сеть' })
  await farm.call(kinds.note.update, { id: note.id, cage_id: cage.id } as never)
  await farm.call(kinds.note.remove, { id: note.id })
  await pond.stock(other.id, 10)
  const half = { count: 100, avg_weight: 0.2, ...pond.group }
  const transfer = { ...pond.on(2), from_id: other.id, to_id: cage.id, ...half }
  const moved = await farm.call(kinds.transfer.create, transfer as never)
  expect(await told({ cage_id: cage.id })).toEqual([
    `create transfer ${moved.id}`,
    `delete note ${note.id}`,
    `update note ${note.id}`,
    `update cage ${cage.id}`,
    `create cage ${cage.id}`,
  ])
})

test('of a good: itself, feedings with it, lines of documents', async () => {
  const [cage, stock, feed, another] = [await pond.cage(), await farm.stock(), await farm.good(), await farm.good()]
  await pond.stock(cage.id, 20)
  const lines = [another, feed].map(({ id }) => ({ good_id: id, amount: 100 }))
  const receipt = await farm.call(kinds.receipt.create, { ...pond.on(19), stock_id: stock.id, lines })
  const given = { ...pond.on(3), cage_id: cage.id, stock_id: stock.id, volume: 5 }
  const feeding = await farm.call(kinds.feeding.create, { ...given, feed_type_id: feed.id })
  await farm.call(kinds.feeding.create, { ...given, feed_type_id: another.id })
  await farm.call(goodCalls.update, { id: feed.id, name: 'Форелевый', type: 'feed', measure: 'kg' })
  expect(await told({ good_id: feed.id })).toEqual([
    `update good ${feed.id}`,
    `create feeding ${feeding.id}`,
    `create good_adding ${receipt.id}`,
    `create good ${feed.id}`,
  ])
  expect(await told({ good_id: feed.id, cage_id: cage.id })).toEqual([`create feeding ${feeding.id}`])
})

test('fields are called as in the form of their kind', () => {
  const titleOf = (entity: string, field: string) => entityOf(entity).fields[field]!.column.title
  expect(titleOf('feeding', 'good_id')).toBe('Корм')
  expect(titleOf('treatment', 'good_id')).toBe('Препарат')
  expect(titleOf('transfer', 'cage_id')).toBe('Из садка')
  expect(titleOf('note', 'note')).toBe('Текст')
})
