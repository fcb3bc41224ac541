import { kinds } from '../../core/documents/kinds/kinds.contract'
import { goodCalls, workshopGoodCalls } from '../../core/goods/good-calls.contract'
import type { Farm } from './farm'

/** 100 kg of salt, 50 bags of 20 g, two products, and 40 kg of fish lifted into the workshop three days ago. */
export async function openWorkshop(farm: Farm, cage: number) {
  const [stock, cold] = [await farm.stock(), await farm.stock()]
  const salt = await farm.good({ type: 'workshop' })
  const bagOf = { name: `Пакет ${stock.id}`, type: 'workshop', measure: 'piece', weight: '0,02' } as const
  const bag = await farm.call(goodCalls.create, bagOf)
  const product = async (type: string) =>
    farm.call(workshopGoodCalls.create, { name: `${type} ${stock.id}`, type, measure: 'kg' } as never)
  const [fillet, smoked] = [await product('fillet'), await product('smoked')]
  await farm.adding({ good: salt.id, stock: stock.id, count: 100, date: farm.daysAgo(20) })
  await farm.adding({ good: bag.id, stock: stock.id, count: 50, date: farm.daysAgo(20) })
  const lift = {
    date: farm.daysAgo(3),
    time: '09:00',
    from_id: cage,
    count: 20,
    reason: 'sending_to_workshop',
    stock_id: stock.id,
    workshop_weight: 40,
  }
  const { id, batch } = await farm.call(kinds.withdrawal.create, lift)
  const transform = {
    batch_id: batch!.id,
    date: farm.daysAgo(2),
    time: '10:00',
    consumable_goods: [
      { good_id: salt.id, count: '4', stock_id: stock.id },
      { good_id: bag.id, count: 10, stock_id: stock.id },
    ],
    result_workshop_goods: [
      { workshop_good_id: fillet.id, count: 18, stock_id: cold.id },
      { workshop_good_id: smoked.id, count: '6,5', stock_id: cold.id },
    ],
  }
  return { stock, cold, salt, bag, fillet, smoked, batch: batch!, lift: id, transform }
}
