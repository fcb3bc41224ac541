import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { appointOperator } from './operator'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

test('whoever runs the server makes a person the operator, and no longer', async () => {
  const { user, email } = farm.session
  const operators = async () =>
    (await farm.sql<{ id: number }>('select id from users where is_operator')).map(({ id }) => id)
  expect(await appointOperator(farm.database.url, email, true)).toBe(true)
  expect(await operators()).toEqual([user.id])
  expect(await appointOperator(farm.database.url, email, false)).toBe(true)
  expect(await operators()).toEqual([])
  expect(await appointOperator(farm.database.url, 'nobody@example.com', true)).toBe(false)
  const told = await farm.sql(`select details from security_events where kind = 'user-changed' order by id`)
  expect(told.map(({ details }) => details)).toEqual([{ operator: true }, { operator: false }])
})
