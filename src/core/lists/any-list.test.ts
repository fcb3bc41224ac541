import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_RIGHT } from '../../shared/abilities'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { anyListCalls } from './any-list.contract'
import { feedBrandsCall } from './libraries/feed-brand.contract'
import { libraries } from './library.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

const { list, create, update, remove, archive, unarchive } = anyListCalls

test('a list is kept by its model alone, also one whose own calls have other addresses', async () => {
  const model = 'age_category'
  const made = await farm.call(create, { model, name: 'Сеголетки', avg_weight_from: '0,05' } as never)
  const { id } = made
  expect(made).toMatchObject({ name: 'Сеголетки', avg_weight_from: 0.05 })
  // what its own call leaves as it was stays here, too
  expect(await farm.call(update, { model, id, code: 'С' } as never)).toMatchObject({ name: 'Сеголетки', code: 'С' })
  expect(await farm.call(archive, { model, id })).toMatchObject({ archived: true })
  expect(await farm.call(unarchive, { model, id })).toMatchObject({ archived: false })
  expect(await farm.call(list, { model })).toEqual(await farm.call(libraries.age_category.list, {}))
  expect(await farm.call(remove, { model, id })).toEqual({ ok: true })
  const lines = await farm.sql<{ action: string }>(
    `select action from audit_log where entity = 'age_category' and entity_id = $1 order by id`,
    [id],
  )
  expect(lines.map(({ action }) => action)).toEqual(['create', 'update', 'update', 'update', 'delete'])
})

test('it asks for the right and the fields of that list', async () => {
  const as = await farm.user({ permissions: ['access library'] })
  const brand = { model: 'feed_brand', name: 'Coppens' } as never
  expect(await farm.call(create, brand, { as, expect: 403 })).toMatchObject({ message: NO_RIGHT })
  const { id } = await farm.call(create, { model: 'good', name: 'Соль', type: 'workshop', measure: 'kg' } as never)
  expect(await farm.call(remove, { model: 'good', id }, { as, expect: 403 })).toMatchObject({ message: NO_RIGHT })
  const bare = await farm.call(create, { model: 'generation', name: 'Весна' } as never, { as, expect: 422 })
  expect(bare.errors).toEqual({ species_id: ['Заполните поле'], date: ['Заполните поле'] })
})

test.each(['nothing', 'constructor', '__proto__', 'users'])('there is no list «%s»', async (model) => {
  const refusal = { message: 'Такого справочника нет.', msgShouldBeShown: true }
  expect(await farm.call(list, { model }, { expect: 404 })).toEqual(refusal)
  expect(await farm.call(create, { model, name: 'a' } as never, { expect: 404 })).toEqual(refusal)
  expect(await farm.call(remove, { model, id: 1 }, { expect: 404 })).toEqual(refusal)
})

test('brands of feed stand under their own address as well', async () => {
  await farm.call(libraries.feed_brand.create, { name: 'BioMar' })
  expect(await farm.call(feedBrandsCall, {})).toEqual(await farm.call(libraries.feed_brand.list, {}))
})

test('of two who edit the same row the later one is told', async () => {
  const { location } = libraries
  const { id, version } = await farm.call(location.create, { name: 'Залив' })
  const mine = { id, version, name: 'Мой залив' }
  expect(await farm.call(location.update, { id, version, name: 'Их залив' })).toMatchObject({ name: 'Их залив' })
  const refused = await farm.call(location.update, mine, { expect: 409 })
  expect(refused.message).toContain('изменил кто-то другой')
  const [row] = (await farm.call(location.list, {})).filter((one) => one.id === id)
  expect(row!.name).toBe('Их залив')
  expect(await farm.call(location.update, { ...mine, version: row!.version })).toMatchObject({ name: 'Мой залив' })
  // a program that has seen no version writes as before
  expect(await farm.call(location.update, { id, name: 'Залив' })).toMatchObject({ name: 'Залив' })
})
