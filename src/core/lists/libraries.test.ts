import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_RIGHT } from '../../shared/abilities'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { cageCalls } from '../cages/cage.contract'
import { stocking } from '../documents/kinds/stocking/stocking.contract'
import { weighing } from '../documents/kinds/weighing/weighing.contract'
import { columnsCall, libraries } from './library.contract'

const { location, species, generation, age_category: ageCategory, stock, counterparty, employee } = libraries

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

const named = <T extends { name: string }>(rows: T[], name: string) => rows.find((row) => row.name === name)
const NOWHERE = 999_999

/** Fish in a cage: what makes a module, a species, a generation and a category needed. */
async function stocked() {
  const { module, cage, category, species: kind, generation: brood } = farm
  const [place, sort, age] = [await module(), await kind(), await category()]
  const [group, home] = [await brood({ species: sort.id }), await cage({ location: place.id })]
  const { id } = await farm.call(stocking.create, {
    date: farm.daysAgo(3),
    time: '10:00',
    to_id: home.id,
    generation_id: group.id,
    age_category_id: age.id,
    count: 1000,
    avg_weight: '0,2',
  })
  return { module: place, species: sort, category: age, generation: group, cage: home, stocking: id }
}

describe('rows', () => {
  it('stand in the order of names, numbers by their value and Ё after Е', async () => {
    const other = await farm.company()
    for (const name of ['Ёрш', 'Садок 10', 'Жерех', 'Садок 2', 'Елец'])
      await farm.call(species.create, { name }, { as: other })
    const rows = await farm.call(species.list, {}, { as: other })
    const mine = ['Елец', 'Ёрш', 'Жерех', 'Садок 2', 'Садок 10']
    expect(rows.map(({ name }) => name).filter((name) => mine.includes(name))).toEqual(mine)
  })

  it('of age categories stand from small fish to large, those without a weight as they were made', async () => {
    const as = await farm.company()
    await farm.call(ageCategory.create, { name: 'Крупная', avg_weight_from: 1 }, { as })
    await farm.call(ageCategory.create, { name: 'Навеска', avg_weight_from: '0,2' }, { as })
    const rows = await farm.call(ageCategory.list, {}, { as })
    expect(rows.map(({ name }) => name)).toEqual([
      'Навеска',
      'Крупная',
      'Мальки',
      'Подращивание',
      'Двухлетки',
      'Товарная',
      'Производители',
    ])
  })

  it('of generations stand newest first, with species, date in the name and the number of operations', async () => {
    const as = await farm.company()
    const { id } = await farm.species('Палия', { as })
    for (const [name, date] of [
      ['Весна', '01.05.2024'],
      ['Осень', '2025-10-01'],
    ] as const)
      await farm.generation({ species: id, name, date, as })
    expect(await farm.call(generation.list, {}, { as })).toEqual([
      expect.objectContaining({
        name: 'Осень',
        nameWithDate: 'Осень (01.10.2025)',
        species_name: 'Палия',
        date: '01.10.2025',
        operation_count: 0,
      }),
      expect.objectContaining({ name: 'Весна', nameWithDate: 'Весна (01.05.2024)' }),
    ])
  })

  it('are another company’s own: neither seen, edited nor deleted', async () => {
    const mine = await farm.module('Чужой модуль')
    const as = await farm.company()
    expect(named(await farm.call(location.list, {}, { as }), 'Чужой модуль')).toBeUndefined()
    await farm.call(location.update, { id: mine.id, name: 'Мой' }, { as, expect: 404 })
    await farm.call(location.remove, { id: mine.id }, { as, expect: 404 })
    expect(named(await farm.call(location.list, {}), 'Чужой модуль')).toEqual(mine)
  })
})

describe('writing', () => {
  it('creates, edits and deletes, and keeps who did what', async () => {
    const made = await farm.call(location.create, { name: '  Залив ', code: '' })
    const flags = { archived: false, delete_disabled: false, delete_disabled_reason: null }
    const version = expect.any(String) as string
    expect(made).toEqual({ id: made.id, name: 'Залив', code: null, version, ...flags })
    const renamed = await farm.call(location.update, { id: made.id, name: 'Залив', code: 'З-1' })
    expect(renamed).toEqual({ ...made, code: 'З-1', version })
    expect(await farm.call(location.remove, { id: made.id })).toEqual({ ok: true })
    expect(named(await farm.call(location.list, {}), 'Залив')).toBeUndefined()
    const kept = await farm.sql(
      "select action, user_id, before->>'code' as before, after->>'code' as after from audit_log where entity = 'location' and entity_id = $1 order by id",
      [made.id],
    )
    const user_id = farm.session.user.id
    expect(kept).toEqual([
      { action: 'create', user_id, before: null, after: null },
      { action: 'update', user_id, before: null, after: 'З-1' },
      { action: 'delete', user_id, before: 'З-1', after: null },
    ])
  })

  it.each([
    ['location', location, {}],
    ['species', species, {}],
    ['age_category', ageCategory, {}],
    ['stock', stock, {}],
    ['counterparty', counterparty, {}],
  ] as const)('refuses a name that is taken, under the name: %s', async (_, library, rest) => {
    const first = await farm.call(library.create, { name: 'Первый', ...rest })
    const second = await farm.call(library.create, { name: 'Второй', ...rest })
    const errors = { name: ['Такое название уже есть'] }
    expect(await farm.call(library.create, { name: 'Первый', ...rest }, { expect: 422 })).toMatchObject({ errors })
    const renaming = { id: second.id, name: 'Первый', ...rest }
    expect(await farm.call(library.update, renaming, { expect: 422 })).toMatchObject({ errors })
    expect(await farm.call(library.update, { id: first.id, name: 'Первый', ...rest })).toMatchObject({ name: 'Первый' })
  })

  it('asks for the right to keep libraries, while everyone reads them', async () => {
    const as = await farm.user({ permissions: ['create feedings'] })
    await farm.module('Общий')
    expect(named(await farm.call(location.list, {}, { as }), 'Общий')).toBeDefined()
    const refusal = { message: NO_RIGHT, msgShouldBeShown: true }
    expect(await farm.call(location.create, { name: 'Свой' }, { as, expect: 403 })).toEqual(refusal)
    expect(await farm.call(ageCategory.remove, { id: 1 }, { as, expect: 403 })).toEqual(refusal)
    const keeper = await farm.user({ permissions: ['access library'] })
    expect(await farm.call(location.create, { name: 'Свой' }, { as: keeper })).toMatchObject({ name: 'Свой' })
  })

  it('refuses references that are not there, or are another company’s', async () => {
    const theirs = await farm.species('Их вид', { as: await farm.company() })
    for (const species_id of [theirs.id, NOWHERE]) {
      const input = { name: 'Без вида', species_id, date: '01.05.2026' }
      const refusal = { errors: { species_id: ['Вид рыбы не найден'] } }
      expect(await farm.call(generation.create, input, { expect: 422 })).toMatchObject(refusal)
    }
    const placed = { name: 'Склад без места', location_id: NOWHERE }
    expect(await farm.call(stock.create, placed, { expect: 422 })).toMatchObject({
      errors: { location_id: ['Модуль не найден'] },
    })
    await farm.call(species.update, { id: NOWHERE, name: 'Никто' }, { expect: 404 })
    await farm.call(species.remove, { id: NOWHERE }, { expect: 404 })
  })

  it('keeps the weights of a category in kilograms and in their order', async () => {
    const made = await farm.call(ageCategory.create, { name: 'С весом', avg_weight_from: '0,05', avg_weight_to: 0.2 })
    expect(made).toMatchObject({ avg_weight_from: 0.05, avg_weight_to: 0.2 })
    const { id, name } = made
    const open = await farm.call(ageCategory.update, { id, name, avg_weight_from: '0.5', avg_weight_to: '' })
    expect(open).toMatchObject({ avg_weight_from: 0.5, avg_weight_to: null })
    const turned = { id, name, avg_weight_from: '0.2', avg_weight_to: '0.2' }
    expect(await farm.call(ageCategory.update, turned, { expect: 422 })).toMatchObject({
      errors: { avg_weight_to: ['Навеска «до» должна быть больше навески «от»'] },
    })
    expect(named(await farm.call(ageCategory.list, {}), 'С весом')).toEqual(open)
  })
})

describe('counterparties and employees', () => {
  it('are kept with what is known of them', async () => {
    const made = await farm.call(counterparty.create, { name: 'Oy Kala', foreign_company: '1', note: ' Самовывоз ' })
    expect(made).toMatchObject({ name: 'Oy Kala', foreign_company: true, note: 'Самовывоз' })
    const { id } = made
    const changed = await farm.call(counterparty.update, { id, name: 'Oy Kala', foreign_company: false, note: '' })
    expect(changed).toEqual({ ...made, foreign_company: false, note: null, version: changed.version })
    expect(await farm.call(counterparty.list, {})).toContainEqual(changed)
    expect(await farm.call(counterparty.remove, { id })).toEqual({ ok: true })
  })

  it('of employees the full name is what cannot stand twice', async () => {
    const first = await farm.call(employee.create, { fio: 'Яковлев Пётр' })
    await farm.call(employee.create, { fio: 'Ёлкин Пётр' })
    expect(await farm.call(employee.create, { fio: 'Яковлев Пётр' }, { expect: 422 })).toMatchObject({
      errors: { fio: ['Такая запись уже есть'] },
    })
    expect((await farm.call(employee.list, {})).map(({ fio }) => fio)).toEqual(['Ёлкин Пётр', 'Яковлев Пётр'])
    expect(await farm.call(employee.update, { id: first.id, fio: 'Яковлев Пётр Ильич' })).toMatchObject({
      fio: 'Яковлев Пётр Ильич',
    })
  })

  it('of another company are neither seen nor changed', async () => {
    const as = await farm.company()
    const theirs = await farm.counterparty('Их покупатель', { as })
    expect(named(await farm.call(counterparty.list, {}), 'Их покупатель')).toBeUndefined()
    await farm.call(counterparty.update, { id: theirs.id, name: 'Мой' }, { expect: 404 })
    await farm.call(employee.remove, { id: (await farm.employee('Их человек', { as })).id }, { expect: 404 })
  })
})

describe('what others build on', () => {
  it('is not deleted, and says why before one tries', async () => {
    const used = await stocked()
    const shed = await farm.stock('Склад у модуля', { location_id: (await farm.module('Со складом')).id })
    const reasons: [(typeof libraries)[keyof typeof libraries], number, string][] = [
      [location, used.module.id, 'Модуль нельзя удалить: в нём есть садки.'],
      [location, shed.location_id!, 'Модуль нельзя удалить: к нему относится склад.'],
      [species, used.species.id, 'Вид рыбы нельзя удалить: у него есть генерации.'],
      [generation, used.generation.id, 'Генерацию нельзя удалить: по ней есть операции.'],
      [ageCategory, used.category.id, 'Категорию нельзя удалить: по ней есть операции.'],
    ]
    for (const [library, id, reason] of reasons) {
      const rows = (await farm.call(library.list, {})) as { id: number }[]
      expect(rows.find((row) => row.id === id)).toMatchObject({ delete_disabled: true, delete_disabled_reason: reason })
      const refusal = { message: reason, msgShouldBeShown: true }
      expect(await farm.call(library.remove, { id }, { expect: 409 })).toEqual(refusal)
    }
    expect(await farm.call(generation.list, {})).toContainEqual(
      expect.objectContaining({ id: used.generation.id, operation_count: 1 }),
    )
  })

  it('can be deleted once its operations are gone', async () => {
    const used = await stocked()
    await farm.call(stocking.remove, { id: used.stocking })
    for (const [library, id] of [
      [generation, used.generation.id],
      [ageCategory, used.category.id],
      [species, used.species.id],
    ] as const)
      expect(await farm.call(library.remove, { id })).toEqual({ ok: true })
    await farm.call(cageCalls.remove, { id: used.cage.id })
    expect(await farm.call(location.remove, { id: used.module.id })).toEqual({ ok: true })
  })

  it('counts a weighing that names several generations for each of them', async () => {
    const used = await stocked()
    const second = await farm.generation({ species: used.species.id })
    const when = { date: farm.daysAgo(2), time: '09:00' }
    await farm.call(stocking.create, {
      ...when,
      to_id: used.cage.id,
      generation_id: second.id,
      age_category_id: used.category.id,
      count: 10,
      avg_weight: 1,
    })
    const generations = [used.generation.id, second.id]
    await farm.call(weighing.create, { ...when, time: '10:00', cage_id: used.cage.id, generations, avg_weight: '0,3' })
    const rows = await farm.call(generation.list, {})
    const counts = rows.filter(({ id }) => generations.includes(id)).map((row) => row.operation_count)
    expect(counts).toEqual([2, 2])
  })
})

describe('a person limited to some modules and warehouses', () => {
  it('sees and edits only those, and makes no new ones', async () => {
    const [mine, theirs] = [await farm.module('Моё'), await farm.module('Не моё')]
    const [own, other] = [await farm.stock('Мой склад'), await farm.stock('Не мой склад')]
    const as = await farm.user({ permissions: ['access library'], locations: [mine.id], stocks: [own.id] })
    expect(await farm.call(location.list, {}, { as })).toEqual([mine])
    expect(await farm.call(stock.list, {}, { as })).toEqual([own])
    expect(await farm.call(stock.update, { id: own.id, name: 'Мой склад', code: '7' }, { as })).toMatchObject({
      code: '7',
    })
    await farm.call(stock.update, { id: other.id, name: 'Занял' }, { as, expect: 404 })
    await farm.call(stock.remove, { id: other.id }, { as, expect: 404 })
    await farm.call(location.remove, { id: theirs.id }, { as, expect: 404 })
    const elsewhere = { id: own.id, name: 'Мой склад', location_id: theirs.id }
    expect(await farm.call(stock.update, elsewhere, { as, expect: 422 })).toMatchObject({
      errors: { location_id: ['Модуль не найден'] },
    })
    expect(await farm.call(location.create, { name: 'Ещё' }, { as, expect: 403 })).toMatchObject({
      message: 'Вам доступны не все модули. Новый может создать коллега, которому доступны все.',
    })
    expect(await farm.call(stock.create, { name: 'Ещё' }, { as, expect: 403 })).toMatchObject({
      message: 'Вам доступны не все склады. Новый может создать коллега, которому доступны все.',
    })
  })
})

describe('columns', () => {
  it('of a library are those of its table', async () => {
    expect(await farm.call(columnsCall, { model: 'age_category' })).toContainEqual({
      key: 'avg_weight_from',
      title: 'Навеска от',
      type: 'number',
      unit: 'кг',
    })
    expect((await farm.call(columnsCall, { model: 'good' })).map(({ key }) => key)).toContain('stock_names')
  })

  it.each(['nothing', 'constructor', '__proto__'])('of «%s» are not known', async (model) => {
    await farm.call(columnsCall, { model }, { expect: 404 })
  })
})
