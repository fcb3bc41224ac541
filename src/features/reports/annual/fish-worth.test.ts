/** What fish are worth in a year, where months are kept. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { keepCosts } from '../../../core/reports/fish-cost/keep-costs.server'
import { type Database, openDatabase } from '../../../server/db/client'
import { openPond, type Pond } from '../../../testing/farm/pond'
import { fishWorthCall } from './fish-worth.contract'

let pond: Pond
let database: Database
beforeAll(async () => {
  pond = await openPond()
  database = openDatabase(pond.farm.database.webUrl)
})
afterAll(async () => {
  await database.close()
  await pond.farm.close()
})

it('of fish that are gone no amount without a price is left, also where months are kept', async () => {
  const { farm, group } = pond
  const on = (days: number, time: string) => ({ date: farm.daysAgo(days), time })
  const cage = (await pond.cage()).id
  const [barn, feed] = [(await farm.stock()).id, (await farm.good({ name: 'Найденный корм' })).id]
  await farm.adding({ good: feed, stock: barn, count: 50, ...on(85, '00:00') })
  const fish = { ...group, count: 100 }
  await farm.call(kinds.stocking.create, { ...on(80, '10:00'), to_id: cage, ...fish, avg_weight: '0,1' })
  const given = { feed_type_id: feed, stock_id: barn, volume: 7 }
  await farm.call(kinds.feeding.create, { ...on(80, '11:00'), cage_id: cage, ...given })
  // in another month, of which a kept one tells nothing of them
  await farm.call(kinds.retreat.create, { ...on(40, '12:00'), from_id: cage, ...fish })
  const year = Number(farm.daysAgo(40).slice(-4))
  const folded = await farm.call(fishWorthCall, { year })
  expect(folded.total).toMatchObject({ closing_weight: 0, unpriced_feed: 0, unpriced_fish: 0 })
  await keepCosts(database, farm.session.user.company.id)
  expect(await farm.call(fishWorthCall, { year })).toEqual(folded)
})
