/**
 * What tests of the goods ledger begin with: fish to feed, and a good with two warehouses of its own. Days are counted
 * back from today.
 */
import { feeding } from '../../core/documents/kinds/feeding/feeding.contract'
import { movementCalls } from '../../features/warehouse/movements/movement-calls.contract'
import { stocking } from '../../core/documents/kinds/stocking/stocking.contract'
import { goodCalls } from '../../core/goods/good-calls.contract'
import type { MovementRow } from '../../core/goods/good.contract'
import type { InputOf } from '../../shared/contract'
import type { Farm } from './farm'
import type { Session } from '../session'

/** A cage that has held fish for 60 days. */
export async function cageWithFish(farm: Farm) {
  const cage = await farm.cage({ location: (await farm.module()).id })
  const group = await farm.generation({ species: (await farm.species()).id })
  await farm.call(stocking.create, {
    date: farm.daysAgo(60),
    time: '08:00',
    to_id: cage.id,
    generation_id: group.id,
    age_category_id: (await farm.category()).id,
    count: 1000,
    avg_weight: '0,2',
  })
  return cage
}

/** All of them, as a list without pages answers. */
export const movementsOf = async (farm: Farm, asked: InputOf<typeof movementCalls.list>, as?: Session) =>
  (await farm.call(movementCalls.list, asked, { as })) as MovementRow[]

export type Goods = Awaited<ReturnType<typeof newGoods>>

/** A good of no amount yet, two empty warehouses, and short words for what happens to them. */
export async function newGoods(
  farm: Farm,
  cage: { id: number; number: string },
  options: Parameters<Farm['good']>[0] = {},
) {
  const [good, barn, shed] = [await farm.good(options), await farm.stock(), await farm.stock()]
  const now = async (as?: Session) => (await farm.call(goodCalls.list, {}, { as }))[good.id]!
  const feedingOf = (days: number, volume: number | string, stock = barn) => ({
    date: farm.daysAgo(days),
    time: '10:00',
    cage_id: cage.id,
    feed_type_id: good.id,
    stock_id: stock.id,
    volume,
  })
  return {
    good,
    barn,
    shed,
    /** the good's row */
    now,
    /** warehouse id → amount */
    amounts: async () => (await now()).stocks_count,
    movements: (as?: Session) => movementsOf(farm, { type: 'good', id: good.id }, as),
    bring: (days: number, count: number | string, stock = barn, as?: Session) =>
      farm.adding({ good: good.id, stock: stock.id, count, date: farm.daysAgo(days), time: '08:00', as }),
    feedingOf,
    feed: (days: number, volume: number | string, stock = barn) =>
      farm.call(feeding.create, feedingOf(days, volume, stock)),
    /** the sentence of a refused feeding of kilograms */
    lack: (days: number, amount: string, stock = barn) =>
      `${farm.daysAgo(days)} 10:00 кормление, садок ${cage.number}: на складе «${stock.name}» не хватает ${amount} кг, «${good.name}»`,
  }
}
