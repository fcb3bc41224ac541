import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { tracedFarm } from '../../testing/farm/traced-farm'
import { staysOf, type LifeEvent } from './fish-life.server'
import { traceCalls } from './trace.contract'

let farm: Farm
let world: Awaited<ReturnType<typeof tracedFarm>>
beforeAll(async () => {
  farm = await openFarm()
  world = await tracedFarm(farm)
})
afterAll(() => farm.close())

const feeds = (rows: { good: string; lot: string | null; amount: number; supplier: string | null }[]) =>
  rows.map(({ good, lot, amount, supplier }) => [good, lot, amount, supplier])
const OWN = [
  ['Корм 3 мм', 'М-1', 100, 'Кормзавод'],
  ['Корм 3 мм', 'М-2', 20, 'Кормзавод'],
  ['Корм 6 мм', 'К-1', 40, 'Кормзавод'],
]

describe('a shipped box', () => {
  it('is followed back through both steps of the workshop to the fish, their cages, feeds and treatments', async () => {
    const { shipment, smoking, transform, batch, nursery, sea } = world
    const trace = await farm.call(traceCalls.shipment, { id: shipment.id })
    expect(trace.shipped).toMatchObject([
      {
        counterparty: 'Рыбный двор',
        waybill_number: 'А-17',
        amount: 10,
        parts: [{ operation_id: smoking.id, amount: 10 }],
      },
    ])
    expect(
      trace.products.map(({ good, amount, supplier, batch_id, made_of }) => [
        good,
        amount,
        supplier,
        batch_id,
        made_of.map(({ amount }) => amount),
      ]),
    ).toEqual([
      ['Филе', 6, null, null, []],
      ['Филе', 60, null, batch.id, []],
      ['Копчёная', 24, null, null, [6, 24]],
    ])
    expect(trace.products[1]).toMatchObject({ operation_id: transform.id, source: 'переработка партии' })
    expect(trace.batches).toMatchObject([
      {
        id: batch.id,
        weight: 95,
        count: 100,
        positions: [{ cage: '2', module: 'Рейд', generation: 'Осень 25', species: 'Форель' }],
      },
    ])
    expect(trace.places.map(({ cage_id, since, until }) => [cage_id, since.slice(11), until])).toEqual([
      [nursery.id, '08:00', iso(50)],
      [sea.id, '10:00', iso(10)],
    ])
    expect(feeds(trace.feeds)).toEqual(OWN)
    expect(trace.treatments).toMatchObject([{ cage: '1', good: 'Флорфеникол', amount: 2, lots: ['Л-1'] }])
    expect(feeds(trace.used)).toEqual([['Соль', 'С-1', 3, 'Кормзавод']])
    expect(trace).toMatchObject({ partial: false, sales: [], left: [] })
  })

  it('keeps its way through a move to another warehouse', async () => {
    const trace = await farm.call(traceCalls.shipment, { id: world.roeShipment.id })
    expect(trace.products.map(({ good, operation_id }) => [good, operation_id])).toEqual([['Икра', world.transform.id]])
    expect(feeds(trace.feeds)).toEqual(OWN)
  })
})

describe('a batch', () => {
  it('tells where its fish come from, and where all that was made of it has gone', async () => {
    const trace = await farm.call(traceCalls.batch, { id: world.batch.id })
    expect(feeds(trace.feeds)).toEqual(OWN)
    expect(trace.shipped.map(({ good, amount, counterparty }) => [good, amount, counterparty])).toEqual([
      ['Копчёная', 10, 'Рыбный двор'],
      ['Икра', 2, 'Рыбный двор'],
    ])
    // 24 of 60 kg of fillet were smoked; the other farm's 6 kg are not of this batch
    expect(trace.left.map(({ good, amount }) => [good, amount]).sort()).toEqual([
      ['Икра', 17],
      ['Копчёная', 14],
      ['Филе', 36],
    ])
    expect(trace.written_off).toMatchObject([{ good: 'Икра', amount: 1 }])
    expect(feeds(trace.used)).toEqual([['Соль', 'С-1', 3, 'Кормзавод']])
  })
})

describe('a generation', () => {
  it('leads on to its batches, products and buyers, and to fish that were sold alive', async () => {
    const trace = await farm.call(traceCalls.generation, { id: world.generation.id })
    expect(trace.generation).toMatchObject({ name: 'Осень 25', species: 'Форель' })
    expect(trace.batches.map(({ id }) => id)).toEqual([world.batch.id])
    expect(trace.shipped.map(({ good, counterparty, amount }) => [good, counterparty, amount])).toEqual([
      ['Копчёная', 'Рыбный двор', 10],
      ['Икра', 'Рыбный двор', 2],
    ])
    expect(trace.sales).toMatchObject([{ counterparty: 'Рыбный двор', count: 50, cage: '2' }])
    expect(trace.more_sales).toBe(false)
  })

  it('of which very much was sold tells the last hundred lifts, of open modules alone', async () => {
    const [mine, other] = [await farm.module(), await farm.module()]
    const { id: generation_id } = await farm.generation({ species: (await farm.species()).id })
    const group = { generation_id, age_category_id: (await farm.category()).id }
    const cages = [await farm.cage({ location: mine.id }), await farm.cage({ location: other.id })]
    const stocked = { date: farm.daysAgo(3), time: '08:00', ...group, count: 1000, avg_weight: 1 }
    for (const { id } of cages) await farm.call(kinds.stocking.create, { ...stocked, to_id: id })
    const lift = (cage: number, time: string, count: number) =>
      farm.call(kinds.withdrawal.create, {
        date: farm.daysAgo(2),
        time,
        from_id: cage,
        ...group,
        count,
        reason: 'sale',
      })
    await lift(cages[1]!.id, '07:00', 7)
    for (let minute = 0; minute < 100; minute++)
      await lift(
        cages[0]!.id,
        `${10 + Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`,
        1 + (minute % 3),
      )
    const all = await farm.call(traceCalls.generation, { id: generation_id })
    expect(all.sales).toHaveLength(100)
    expect(all.sales[0]!.datetime).toMatch(/T11:39$/)
    expect(all).toMatchObject({ more_sales: true, partial: false })
    const as = await farm.user({ permissions: ['access workshop'], locations: [other.id] })
    const seen = await farm.call(traceCalls.generation, { id: generation_id }, { as })
    expect(seen).toMatchObject({ sales: [{ count: 7 }], more_sales: false, partial: true })
  })
})

describe('who asks', () => {
  it('sees of closed modules and warehouses nothing, and that something is left out', async () => {
    const { module, cold, batch, shipment, roeShipment } = world
    const permissions = ['access workshop'] as const
    const ofModule = await farm.user({ permissions: [...permissions], locations: [module.id] })
    const seen = await farm.call(traceCalls.shipment, { id: shipment.id }, { as: ofModule })
    expect(seen.partial).toBe(true)
    expect(seen.places.map(({ cage }) => cage)).toEqual(['2'])
    expect(feeds(seen.feeds)).toEqual([['Корм 6 мм', 'К-1', 40, 'Кормзавод']])
    expect(seen.treatments).toEqual([])
    const ofStock = await farm.user({ permissions: [...permissions], stocks: [cold.id] })
    await farm.call(traceCalls.shipment, { id: roeShipment.id }, { as: ofStock, expect: 404 })
    const half = await farm.call(traceCalls.batch, { id: batch.id }, { as: ofStock })
    expect(half).toMatchObject({ partial: true, shipped: [{ good: 'Копчёная' }] })
  })

  it('needs the right, and belongs to the company', async () => {
    const { batch, shipment, generation } = world
    const stranger = await farm.company()
    const reader = await farm.user({ permissions: ['read stocks'] })
    for (const [call, id] of [
      [traceCalls.shipment, shipment.id],
      [traceCalls.batch, batch.id],
      [traceCalls.generation, generation.id],
    ] as const) {
      await farm.call(call, { id }, { as: stranger, expect: 404 })
      await farm.call(call, { id }, { as: reader, expect: 403 })
    }
    // a document of another kind is no shipment
    await farm.call(traceCalls.shipment, { id: world.smoking.id }, { expect: 404 })
  })
})

it('fish that left a cage for good and came again begin a new stay', () => {
  const event = (cage_id: number, day: number, begins: boolean, from_cage_id: number | null = null): LifeEvent => ({
    cage_id,
    generation_id: 1,
    at: `2026-05-${day}T10:00`,
    operation_id: day,
    begins,
    from_cage_id,
  })
  const events = [
    event(1, 10, true),
    event(2, 12, true, 1),
    event(1, 15, true, 2),
    event(1, 16, false, 3),
    event(3, 11, true),
  ]
  const stays = staysOf(events, [{ cage: 1, generation: 1, until: { at: '2026-05-20T10:00', id: 99 } }])
  expect(stays.map(({ cage, since, until }) => [cage, since.id, until.id])).toEqual([
    [1, 10, 12],
    [3, 11, 16],
    [2, 12, 15],
    [1, 15, 99],
  ])
})

const iso = (days: number) => `${farm.daysAgo(days).split('.').reverse().join('-')}T10:00`
