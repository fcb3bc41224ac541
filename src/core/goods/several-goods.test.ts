/** The goods of a sheet that a farm does not know are made at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { goodCalls } from './good-calls.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

const good = (name: string, other = {}) => ({ name, type: 'workshop' as const, measure: 'piece' as const, ...other })
const names = async () => Object.values(await farm.call(goodCalls.list, {})).map(({ name }) => name)

test('several goods are made by one call, each with its line in the audit log, in the order they were sent', async () => {
  const { goods } = await farm.call(goodCalls.createSeveral, {
    rows: [good('Перчатки'), good('Ведро', { code: 'В-1' }), good('Аэратор')],
  })
  expect(goods.map(({ name, code, measure_name }) => [name, code, measure_name])).toEqual([
    ['Перчатки', null, 'шт'],
    ['Ведро', 'В-1', 'шт'],
    ['Аэратор', null, 'шт'],
  ])
  const told = await farm.sql<{ n: number }>(
    `select count(*)::int as n from audit_log where entity = 'good' and action = 'create' and entity_id = any($1)`,
    [goods.map(({ id }) => id)],
  )
  expect(told[0]!.n).toBe(3)
})

test('what is wrong with one stands under its row, and none of them is made', async () => {
  await farm.call(goodCalls.create, good('Сачок'))
  const twice = await farm.call(goodCalls.createSeveral, { rows: [good('Лопата'), good('Сачок')] }, { expect: 422 })
  expect(twice.errors).toEqual({ 'rows.1.name': ['Такое название уже есть'] })
  const foreign = { rows: [good('Лопата'), good('Филе', { type: 'fillet' })] }
  const type = await farm.call(goodCalls.createSeveral, foreign, { expect: 422 })
  expect(type.errors).toEqual({ 'rows.1.type': ['Выберите значение'] })
  expect(await names()).not.toContain('Лопата')
})
