/**
 * People who are limited to warehouses: what others are called, and their batches, neither stands in a row nor orders
 * it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFarm, type Farm } from '../../testing/farm/farm'
import { cageWithFish } from '../../testing/farm/goods'
import type { Session } from '../../testing/session'
import { kinds } from './kinds/kinds.contract'

let farm: Farm
let cage: { id: number }
let as: Session
let stocks: { closed: number; own: number; other: number }
beforeAll(async () => {
  farm = await openFarm()
  cage = await cageWithFish(farm)
  const named = async (name: string) => (await farm.stock(name)).id
  stocks = { closed: await named('Аптека'), own: await named('Барак'), other: await named('Ясли') }
  as = await farm.user({ is_admin: true, stocks: [stocks.own, stocks.other] })
})
afterAll(() => farm.close())

const rows = async (kind: 'feeding' | 'withdrawal', sort: string) => {
  const asked = { start: farm.daysAgo(9), end: farm.today(), page: 1, per_page: 10, sort }
  const answer = await farm.call(kinds[kind].list as (typeof kinds)['feeding']['list'], asked, { as })
  return (answer as unknown as { rows: { stock: string; batch_name: string | null }[] }).rows
}

test('a journal is ordered by the names of warehouses that are told', async () => {
  const feed = await farm.good()
  for (const [days, stock] of [
    [5, stocks.other],
    [4, stocks.closed],
    [3, stocks.own],
  ] as const) {
    await farm.adding({ good: feed.id, stock, count: 10, date: farm.daysAgo(8) })
    const fed = { cage_id: cage.id, feed_type_id: feed.id, stock_id: stock, volume: 1 }
    await farm.call(kinds.feeding.create, { date: farm.daysAgo(days), time: '10:00', ...fed })
  }
  const names = async (sort: string) => (await rows('feeding', sort)).map(({ stock }) => stock)
  expect(await names('stock')).toEqual(['Барак', 'Ясли', '•••'])
  expect(await names('-stock')).toEqual(['Ясли', 'Барак', '•••'])
})

test('a batch of a closed warehouse has no number', async () => {
  const lift = (stock_id: number, days: number) =>
    farm.call(kinds.withdrawal.create, {
      date: farm.daysAgo(days),
      time: '12:00',
      from_id: cage.id,
      count: 5,
      reason: 'sending_to_workshop',
      stock_id,
      workshop_weight: 4,
    })
  await lift(stocks.closed, 5)
  const { batch } = await lift(stocks.own, 4)
  const numbers = (await rows('withdrawal', 'batch_name')).map(({ batch_name }) => batch_name)
  expect(numbers).toEqual([batch!.name, '•••'])
})
