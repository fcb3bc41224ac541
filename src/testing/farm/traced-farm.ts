/**
 * A farm made by hand, to be traced: two cages, two feeds with lots, a treatment, a batch, two steps of the workshop, a
 * buyer. Days are counted back from today.
 */
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { workshopGoodCalls } from '../../core/goods/good-calls.contract'
import type { Farm } from './farm'

type Call = Pick<Farm, 'call' | 'daysAgo'>
type TracedPlaces = Awaited<ReturnType<typeof placeOf>>

const moments =
  (farm: Call) =>
  (days: number, time = '10:00') => ({ date: farm.daysAgo(days), time })

async function placeOf(farm: Farm) {
  const [module, other] = [await farm.module('Рейд'), await farm.module('Залив')]
  const generation = await farm.generation({ species: (await farm.species('Форель')).id, name: 'Осень 25' })
  return {
    module,
    other,
    generation,
    group: { generation_id: generation.id, age_category_id: (await farm.category()).id },
    nursery: await farm.cage({ location: other.id, number: '1' }),
    sea: await farm.cage({ location: module.id, number: '2' }),
    barge: await farm.stock('Баржа'),
    cold: await farm.stock('Холодильник'),
    small: await farm.good({ name: 'Корм 3 мм' }),
    large: await farm.good({ name: 'Корм 6 мм' }),
    cure: await farm.good({ type: 'medicine', name: 'Флорфеникол' }),
    salt: await farm.good({ type: 'workshop', name: 'Соль' }),
    maker: await farm.counterparty('Кормзавод'),
    buyer: await farm.counterparty('Рыбный двор'),
  }
}

async function supply(farm: Farm, { barge, maker, small, large, cure, salt }: TracedPlaces) {
  const come = (good: { id: number }, days: number, amount: number, lot: string, until: number) =>
    farm.call(kinds.receipt.create, {
      ...moments(farm)(days, '07:00'),
      stock_id: barge.id,
      counterparty_id: maker.id,
      waybill_number: `Н-${lot}`,
      lines: [{ good_id: good.id, amount, lot, best_before: farm.daysAgo(until) }],
    })
  await come(small, 90, 100, 'М-1', -100)
  await come(small, 85, 100, 'М-2', -200)
  await come(large, 90, 100, 'К-1', -100)
  await come(cure, 90, 10, 'Л-1', -100)
  await come(salt, 90, 50, 'С-1', -500)
}

/** Fish of one generation come into cage 1; half of them go to cage 2, from which the workshop gets its batch. */
async function live(farm: Farm, place: TracedPlaces) {
  const { nursery, sea, barge, cold, small, large, cure, group, buyer } = place
  const on = moments(farm)
  const feed = (cage: { id: number }, good: { id: number }, days: number, volume: number) =>
    farm.call(kinds.feeding.create, {
      ...on(days),
      cage_id: cage.id,
      feed_type_id: good.id,
      stock_id: barge.id,
      volume,
    })
  const stocking = { ...on(80, '08:00'), to_id: nursery.id, ...group, count: 1000, avg_weight: 1 }
  await farm.call(kinds.stocking.create, stocking)
  await feed(nursery, small, 75, 90)
  // of this feeding 10 kg are what is left of М-1, 20 of the next lot
  await feed(nursery, small, 70, 30)
  const dose = { cage_id: nursery.id, good_id: cure.id, stock_id: barge.id, volume: 2 }
  await farm.call(kinds.treatment.create, { ...on(60), ...dose })
  await farm.call(kinds.transfer.create, { ...on(50), from_id: nursery.id, to_id: sea.id, ...group, count: 500 })
  // after they left: nothing of the batch ate it
  await feed(nursery, small, 45, 5)
  await feed(sea, large, 40, 40)
  const dispatch = { reason: 'sending_to_workshop', stock_id: cold.id, workshop_weight: 95 }
  const { batch } = await farm.call(kinds.withdrawal.create, { ...on(10), from_id: sea.id, count: 100, ...dispatch })
  await feed(sea, large, 5, 7)
  const sale = { from_id: sea.id, count: 50, reason: 'sale', show_with_counterparty: true, counterparty_id: buyer.id }
  await farm.call(kinds.withdrawal.create, { ...on(4), ...sale })
  return batch!
}

/** The batch becomes 60 kg of fillet and 20 of roe; 30 kg of fillet become 24 of smoked fish. */
async function transform(farm: Farm, { cold, barge, salt }: TracedPlaces, batch: { id: number }) {
  const on = moments(farm)
  const product = (name: string, type: 'fillet' | 'smoked' | 'caviar') =>
    farm.call(workshopGoodCalls.create, { name, type, measure: 'kg' })
  const fillet = await product('Филе', 'fillet')
  const [smoked, roe] = [await product('Копчёная', 'smoked'), await product('Икра', 'caviar')]
  const made = (good: { id: number }, count: number) => ({ workshop_good_id: good.id, count, stock_id: cold.id })
  // fillet of another farm lies there already, and is taken first
  const foreign = [{ good_id: fillet.id, amount: 6, lot: 'Ч-1' }]
  await farm.call(kinds.workshopReceipt.create, { ...on(9, '08:00'), stock_id: cold.id, lines: foreign })
  const transform = await farm.call(kinds.batchTransform.create, {
    ...on(9),
    batch_id: batch.id,
    consumable_goods: [{ good_id: salt.id, count: 3, stock_id: barge.id }],
    result_workshop_goods: [made(fillet, 60), made(roe, 20)],
  })
  const smoking = await farm.call(kinds.goodsTransform.create, {
    ...on(8),
    from_workshop_goods: [made(fillet, 30)],
    to_workshop_goods: [made(smoked, 24)],
  })
  return { fillet, smoked, roe, transform, smoking }
}

/** The buyer gets 10 kg of smoked fish, and 2 of roe from another warehouse; a kilogram of roe is spoilt. */
export async function tracedFarm(farm: Farm) {
  const on = moments(farm)
  const place = await placeOf(farm)
  await supply(farm, place)
  const batch = await live(farm, place)
  const products = await transform(farm, place, batch)
  const { cold, barge, buyer } = place
  const ship = (days: number, good: { id: number }, amount: number, stock: { id: number }) =>
    farm.call(kinds.shipment.create, {
      ...on(days),
      stock_id: stock.id,
      counterparty_id: buyer.id,
      waybill_number: 'А-17',
      lines: [{ good_id: good.id, amount, price: 1000 }],
    })
  const shipment = await ship(7, products.smoked, 10, cold)
  const lines = (amount: number) => ({ lines: [{ good_id: products.roe.id, amount }] })
  await farm.call(kinds.workshopWriteOff.create, { ...on(6), stock_id: cold.id, ...lines(1) })
  await farm.call(kinds.workshopMove.create, { ...on(6), stock_id: cold.id, to_stock_id: barge.id, ...lines(5) })
  const roeShipment = await ship(5, products.roe, 2, barge)
  return { ...place, ...products, batch, shipment, roeShipment }
}
