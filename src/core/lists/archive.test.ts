/** What documents name cannot be deleted: it goes into the archive, stays where it is named and comes back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../shared/contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { cageCalls } from '../cages/cage.contract'
import { measurementCalls } from '../cages/measurement.contract'
import { feeding } from '../documents/kinds/feeding/feeding.contract'
import { stocking } from '../documents/kinds/stocking/stocking.contract'
import { goodCalls } from '../goods/good-calls.contract'
import { itemCalls } from '../goods/item.contract'
import { libraries } from './library.contract'

const { generation, species, stock, counterparty, location, measure_parameter: parameter } = libraries

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

const archivedIn = async (list: Endpoint, id: number) => {
  const rows = Object.values((await farm.call(list, {} as never)) as object) as { id: number; archived: boolean }[]
  return rows.find((row) => row.id === id)?.archived
}

const linesOf = (entity: string, id: number) =>
  farm.sql<{ before: object; after: object }>(
    `select before, after from audit_log where entity = $1 and entity_id = $2 and action = 'update' order by id`,
    [entity, id],
  )

test('every list with an archive takes a row in and gives it back, twice as once, and the log says so once', async () => {
  const buyer = await farm.call(counterparty.create, { name: 'Рыбторг' })
  const kind = await farm.species()
  for (const [library, { id }] of [[counterparty, buyer] as const, [species, kind] as const]) {
    const { archive, unarchive } = library.archiving
    for (const archived of [true, false]) {
      const call = archived ? archive : unarchive
      expect(await farm.call(call, { id })).toMatchObject({ id, archived })
      expect(await farm.call(call, { id })).toMatchObject({ id, archived })
      expect(await archivedIn(library.list, id)).toBe(archived)
    }
    expect(await linesOf(library.model, id)).toEqual([
      { before: { archived: false }, after: { archived: true } },
      { before: { archived: true }, after: { archived: false } },
    ])
  }
})

test('an archived generation keeps its fish, and an operation recorded meanwhile is still taken', async () => {
  const [module, category, kind] = await Promise.all([farm.module(), farm.category(), farm.species()])
  const [cage, brood] = await Promise.all([
    farm.cage({ location: module.id }),
    farm.generation({ species: kind.id, name: 'Весна' }),
  ])
  const fish = { generation_id: brood.id, age_category_id: category.id, count: 1000, avg_weight: '0,2' }
  await farm.call(stocking.create, { date: farm.daysAgo(3), time: '10:00', to_id: cage.id, ...fish })
  await farm.call(generation.archiving.archive, { id: brood.id })
  await farm.call(stocking.create, { date: farm.daysAgo(2), time: '10:00', to_id: cage.id, ...fish })
  const row = (await farm.call(cageCalls.list, {})).find(({ id }) => id === cage.id)!
  expect(row).toMatchObject({ count: 2000, generation_names: 'Весна' })
})

describe('what is still in use stays', () => {
  test('a consumable while some of it lies anywhere, and the warehouse it lies in', async () => {
    const [module, category, kind] = await Promise.all([farm.module(), farm.category(), farm.species()])
    const [cage, brood, good, store] = await Promise.all([
      farm.cage({ location: module.id }),
      farm.generation({ species: kind.id }),
      farm.good(),
      farm.stock(),
    ])
    await farm.adding({ good: good.id, stock: store.id, count: 5, date: farm.daysAgo(4) })
    const refused = await farm.call(goodCalls.archiving.archive, { id: good.id }, { expect: 409 })
    expect(refused.message).toBe('Расходник нельзя отправить в архив: он лежит на складах.')
    const full = await farm.call(stock.archiving.archive, { id: store.id }, { expect: 409 })
    expect(full.message).toBe('Склад нельзя отправить в архив: на нём лежат расходники.')
    expect(await linesOf('stock', store.id)).toEqual([])

    const fish = { generation_id: brood.id, age_category_id: category.id, count: 1000, avg_weight: '0,2' }
    const moment = { date: farm.daysAgo(3), time: '10:00' }
    await farm.call(stocking.create, { ...moment, to_id: cage.id, ...fish })
    const fed = { cage_id: cage.id, feed_type_id: good.id, stock_id: store.id }
    await farm.call(feeding.create, { ...moment, time: '11:00', ...fed, volume: 5 })
    expect(await farm.call(goodCalls.archiving.archive, { id: good.id })).toMatchObject({ archived: true })
    expect(await farm.call(stock.archiving.archive, { id: store.id })).toMatchObject({ archived: true })
    expect((await farm.call(goodCalls.allStocks, {})).find(({ id }) => id === store.id)).toMatchObject({
      archived: true,
    })
  })

  test('a net while it hangs in a cage, and the warehouse of what lies there', async () => {
    const [module, store] = await Promise.all([farm.module(), farm.stock()])
    const net = await farm.item({ stock: store.id, date: farm.daysAgo(4) })
    const cage = await farm.cage({ location: module.id, number: '77', net: net.id })
    const refused = await farm.call(itemCalls.archiving.archive, { id: net.id }, { expect: 409 })
    expect(refused.message).toBe('Дель нельзя отправить в архив: она в садке 77.')
    await farm.call(cageCalls.update, { id: cage.id, net_id: null } as never)
    const full = await farm.call(stock.archiving.archive, { id: store.id }, { expect: 409 })
    expect(full.message).toBe('Склад нельзя отправить в архив: на нём лежат изделия.')
    expect(await farm.call(itemCalls.archiving.archive, { id: net.id })).toMatchObject({ archived: true })
    expect(await archivedIn(itemCalls.list, net.id)).toBe(true)
    // it is not hung anywhere until it comes back
    const tied = await farm.call(cageCalls.update, { id: cage.id, net_id: net.id } as never, { expect: 422 })
    expect(tied.errors).toEqual({ net_id: ['Дель не найдена'] })
    await farm.call(stock.archiving.archive, { id: store.id })
  })
})

test('a module goes when no cages and warehouses are left in it, and takes no new cages', async () => {
  const [module, other] = [await farm.module('Старый залив'), await farm.module()]
  const [cage, store] = [
    await farm.cage({ location: module.id }),
    await farm.stock('У залива', { location_id: module.id }),
  ]
  const { archive, unarchive } = location.archiving
  const refused = async () => (await farm.call(archive, { id: module.id }, { expect: 409 })).message
  expect(await refused()).toContain('в нём есть садки')
  await farm.call(cageCalls.remove, { id: cage.id })
  expect(await refused()).toContain('относится склад')
  await farm.call(stock.archiving.archive, { id: store.id })
  expect(await farm.call(archive, { id: module.id })).toMatchObject({ archived: true })
  const cards = await farm.call(cageCalls.locations, {})
  expect(cards.map(({ id }) => id)).toContain(other.id)
  expect(cards.map(({ id }) => id)).not.toContain(module.id)
  const { number, cage_type_id, volume } = cage
  const again = { location_id: module.id, number, cage_type_id, volume }
  expect((await farm.call(cageCalls.create, again, { expect: 422 })).errors).toEqual({
    location_id: ['Модуль не найден'],
  })
  await farm.call(unarchive, { id: module.id })
  expect(await farm.call(cageCalls.create, again)).toMatchObject({ location_id: module.id })
})

test('a parameter in the archive keeps its readings and takes those of a sensor; its name is free in other modules', async () => {
  const [north, south] = [await farm.module(), await farm.module()]
  const water = await farm.parameter({ location: north.id, name: 'Вода' })
  await farm.call(parameter.archiving.archive, { id: water.id })
  const reading = { date: farm.today(), time: '00:00', measure_parameter_id: water.id, value: 8 }
  await farm.call(measurementCalls.create, reading)
  expect(await farm.parameter({ location: south.id, name: 'Вода' })).toMatchObject({ archived: false })
  const same = { name: 'Вода', measure_type: 'temperature', depth: 1, location_id: north.id } as const
  expect((await farm.call(parameter.create, same, { expect: 422 })).errors).toEqual({
    name: ['Такое название есть в архиве: его можно извлечь оттуда'],
  })
})

test('a name in the archive is taken, and the refusal says where it is', async () => {
  const { id } = await farm.call(counterparty.create, { name: 'Старый покупатель' })
  await farm.call(counterparty.archiving.archive, { id })
  const refused = await farm.call(counterparty.create, { name: 'Старый покупатель' }, { expect: 422 })
  expect(refused.errors).toEqual({ name: ['Такое название есть в архиве: его можно извлечь оттуда'] })
  expect(await farm.call(counterparty.update, { id, name: 'Старый покупатель', note: 'закрылся' })).toMatchObject({
    archived: true,
    note: 'закрылся',
  })
})

test('it is asked of whoever may edit the list, and of its own company alone', async () => {
  const { id } = await farm.call(counterparty.create, { name: 'Чужой глаз' })
  const reader = await farm.user({ permissions: ['read stocks'] })
  await farm.call(counterparty.archiving.archive, { id }, { as: reader, expect: 403 })
  await farm.call(counterparty.archiving.archive, { id }, { as: await farm.company(), expect: 404 })
  expect(await archivedIn(counterparty.list, id)).toBe(false)
})
