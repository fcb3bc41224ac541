/** A record of every kind that a device can hold, as its store keeps it. */
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { feedingBatch, retreatBatch } from '../src/core/documents/batch/batch.contract'
import { cageCalls } from '../src/core/cages/cage.contract'
import { measurementCalls } from '../src/core/cages/measurement.contract'
import { workshopGoodCalls } from '../src/core/goods/good-calls.contract'
import { measureParameterLibrary } from '../src/core/lists/libraries/measure-parameter.contract'
import type { Endpoint, InputOf } from '../src/shared/contract'
import type { registerPond } from './farm'

type Pond = Awaited<ReturnType<typeof registerPond>>

export interface Made {
  /** the name under which the outbox knows it */
  kind: string
  method: string
  path: string
  values: Record<string, unknown>
}

const made = <E extends Endpoint>(kind: string, { method, path }: E, values: InputOf<E>): Made => ({
  kind,
  method,
  path,
  values: values as Record<string, unknown>,
})

/** Id of the batch that others have sent there the day before. */
async function sentToWorkshop(pond: Pond, stock_id: number): Promise<number> {
  const [, two] = pond.cages as [number, number]
  const answer = await pond.call(kinds.withdrawal.create, {
    date: pond.daysAgo(2),
    time: '10:00',
    from_id: two,
    ...pond.group,
    count: 10,
    reason: 'sending_to_workshop',
    stock_id,
    workshop_weight: 20,
  })
  return answer.batch!.id
}

async function supplies(pond: Pond) {
  const [barge, shore] = [await pond.stock('Баржа'), await pond.stock('Берег')]
  const feed = await pond.good({ name: 'Корм 6 мм' })
  const cure = await pond.good({ type: 'medicine', name: 'Соль' })
  const fuel = await pond.good({ type: 'gasoline', measure: 'liter', name: 'Бензин' })
  const date = pond.daysAgo(15)
  for (const good of [feed, cure, fuel]) await pond.adding({ good: good.id, stock: barge.id, count: 500, date })
  const boat = await pond.item({ type: 'boat', name: 'Лодка', stock: barge.id, date })
  const older = await pond.category('Старшие')
  const water = await pond.call(measureParameterLibrary.create, {
    name: 'Кислород',
    measure_type: 'oxygen',
    depth: '2',
    location_id: pond.module.id,
  })
  const product = (name: string, type: 'fillet' | 'smoked') =>
    pond.call(workshopGoodCalls.create, { name, type, measure: 'kg' })
  const [fillet, smoked] = [await product('Филе', 'fillet'), await product('Копчёная', 'smoked')]
  const article = await pond.spendingCategory('Снасти')
  const batch = await sentToWorkshop(pond, shore.id)
  return { barge, shore, feed, cure, fuel, boat, older, water, fillet, smoked, article, batch }
}

type Supplies = Awaited<ReturnType<typeof supplies>>

const yesterday = (pond: Pond) => ({ date: pond.daysAgo(1), time: '10:00' })
const of = (good: { id: number }, amount: number) => ({ lines: [{ good_id: good.id, amount }] })

/** In an order in which all of them are accepted. */
export async function everyRecord(pond: Pond): Promise<Made[]> {
  const had = await supplies(pond)
  return [...ofFish(pond, had), ...ofSeveral(pond, had), ...ofGoods(pond, had), ...ofWorkshop(pond, had)]
}

function ofFish(pond: Pond, { barge, feed, cure }: Supplies): Made[] {
  const [one, two, three] = pond.cages as [number, number, number]
  const { group } = pond
  const on = yesterday(pond)
  const { stocking, weighing, feeding, treatment, retreat, transfer, withdrawal, correction, closeOut, note } = kinds
  const ration = { feed_type_id: feed.id, stock_id: barge.id, appetite: 4 }
  return [
    made('stocking', stocking.create, { ...on, to_id: three, ...group, count: 200, avg_weight: 0.3 }),
    made('feeding', feeding.create, { ...on, cage_id: one, ...ration, volume: 11 }),
    made('treatment', treatment.create, { ...on, cage_id: one, good_id: cure.id, stock_id: barge.id, volume: 3 }),
    made('retreat', retreat.create, { ...on, from_id: one, ...group, count: 11 }),
    made('weighing', weighing.create, { ...on, cage_id: two, avg_weight: 0.25 }),
    made('transfer', transfer.create, { ...on, from_id: one, to_id: three, ...group, count: 50 }),
    made('withdrawal', withdrawal.create, { ...on, from_id: two, ...group, count: 20 }),
    made('correction', correction.create, { ...on, cage_id: two, ...group, count: 970 }),
    made('closeOut', closeOut.create, { ...on, cage_id: two, ...group, count: 960 }),
    made('note', note.create, { ...on, cage_id: two, text: 'Сеть порвана' }),
  ]
}

function ofSeveral(pond: Pond, { barge, feed, older, water, article }: Supplies): Made[] {
  const [one, two] = pond.cages as [number, number]
  const { group } = pond
  const on = yesterday(pond)
  const ration = { feed_type_id: feed.id, stock_id: barge.id, appetite: 4 }
  const reading = { location_id: pond.module.id, measure_parameter_id: water.id, value: 9 }
  return [
    made('feedings', feedingBatch.create, {
      ...on,
      batch: { [one]: { ...ration, volume: 4 }, [two]: { ...ration, volume: 5 } },
    }),
    made('retreats', retreatBatch.create, {
      ...on,
      batch: { [one]: { ...group, count: 1 }, [two]: { ...group, count: 2 } },
    }),
    made('category', cageCalls.changeCategory, {
      cageId: two,
      generationId: group.generation_id,
      category_id: older.id,
    }),
    made('measurement', measurementCalls.create, { ...on, ...reading }),
    made('spending', kinds.spending.create, {
      date: on.date,
      name: 'Трос',
      amount: 100,
      spending_category_id: article.id,
      generation_id: group.generation_id,
    }),
  ]
}

function ofGoods(pond: Pond, { barge, shore, feed, cure, fuel, boat }: Supplies): Made[] {
  const on = yesterday(pond)
  const places = { stock_id: barge.id, to_stock_id: shore.id }
  return [
    made('receipt', kinds.receipt.create, {
      ...on,
      stock_id: shore.id,
      lines: [
        { good_id: feed.id, amount: 100, price: 90 },
        { good_id: cure.id, amount: 7 },
      ],
    }),
    made('writeOff', kinds.writeOff.create, { ...on, stock_id: barge.id, ...of(feed, 2) }),
    made('move', kinds.move.create, { ...on, ...places, ...of(feed, 40) }),
    made('stocktake', kinds.stocktake.create, { ...on, stock_id: shore.id, ...of(cure, 6) }),
    made('refill', kinds.refill.create, {
      ...on,
      item_id: boat.id,
      good_id: fuel.id,
      stock_id: barge.id,
      volume: 20,
    }),
    made('itemMove', kinds.itemMove.create, { ...on, item_id: boat.id, to_stock_id: shore.id }),
    made('itemOperation', kinds.itemOperation.create, { ...on, item_id: boat.id, operation_name: 'Осмотр' }),
  ]
}

function ofWorkshop(pond: Pond, { barge, shore, fillet, smoked, batch }: Supplies): Made[] {
  const on = yesterday(pond)
  const places = { stock_id: barge.id, to_stock_id: shore.id }
  return [
    made('workshopReceipt', kinds.workshopReceipt.create, { ...on, stock_id: barge.id, ...of(fillet, 30) }),
    made('workshopWriteOff', kinds.workshopWriteOff.create, { ...on, stock_id: barge.id, ...of(fillet, 1) }),
    made('workshopMove', kinds.workshopMove.create, { ...on, ...places, ...of(fillet, 10) }),
    made('shipment', kinds.shipment.create, {
      ...on,
      stock_id: shore.id,
      waybill_number: 'А-17',
      lines: [{ good_id: fillet.id, amount: 2, price: 900 }],
    }),
    made('batchTransform', kinds.batchTransform.create, {
      ...on,
      batch_id: batch,
      result_workshop_goods: [{ workshop_good_id: smoked.id, count: 8, stock_id: shore.id }],
    }),
    made('goodsTransform', kinds.goodsTransform.create, {
      ...on,
      from_workshop_goods: [{ workshop_good_id: fillet.id, count: 3, stock_id: barge.id }],
      to_workshop_goods: [{ workshop_good_id: smoked.id, count: 2, stock_id: barge.id }],
    }),
  ]
}
