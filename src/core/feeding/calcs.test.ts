import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '../../shared/contract'
import { addDays, parseDay, showDay } from '../../shared/dates'
import { openPond, type Pond } from '../../testing/farm/pond'
import { auditCalls, type AuditRow } from '../../features/audit/audit.contract'
import { cageCalls } from '../cages/cage.contract'
import { goodCalls } from '../goods/good-calls.contract'
import { anyListCalls } from '../lists/any-list.contract'
import { libraries } from '../lists/library.contract'
import { calcCalls, type CalcRow } from './calcs.contract'

let pond: Pond
let farm: Pond['farm']
let feed: number
beforeAll(async () => {
  pond = await openPond()
  farm = pond.farm
  feed = (await farm.good({ name: 'Корм 6 мм' })).id
})
afterAll(() => farm.close())

const { list, create, update, remove, archiving, setCoefficient, removeCoefficient, coefficients, coverage } = calcCalls
const calc = (fields: Partial<InputOf<typeof create>> = {}, as?: { cookie: string }) =>
  farm.call(create, { name: 'Форель', feed_type_id: feed, ...fields }, { as })
const fieldsOf = ({ id, name, feed_type_id, location_ids, cage_ids, start, end, version }: CalcRow) => ({
  id,
  name,
  feed_type_id,
  location_ids,
  cage_ids,
  start,
  end,
  version,
})
const errorsOf = async (fields: Partial<InputOf<typeof create>>, as?: { cookie: string }) =>
  (await farm.call(create, { name: 'Форель', feed_type_id: feed, ...fields }, { as, expect: 422 })).errors
const find = async (id: number, as?: { cookie: string }) =>
  (await farm.call(list, {}, { as })).find((row) => row.id === id)
const later = (days: number) => showDay(addDays(parseDay(farm.today())!, days))

describe('a calculation', () => {
  test('is told as it was entered, with the words of the list', async () => {
    const module = await farm.module('Залив')
    const cage = await farm.cage({ location: module.id, number: '7' })
    const water = await farm.parameter({ location: module.id, name: 'Вода' })
    const made = await calc({
      name: 'Лето',
      measure_parameter_id: water.id,
      location_ids: [module.id],
      age_category_ids: [pond.group.age_category_id],
      cage_ids: [cage.id, cage.id],
      start: '01.06.2026',
      end: '30.09.2026',
      temp_prediction_strategy: 'FixedStrategy',
      temp_prediction_strategy_data: '4,5',
    })
    const category = (await farm.call(libraries.age_category.list, {})).find(
      ({ id }) => id === pond.group.age_category_id,
    )!
    expect(made).toMatchObject({
      name: 'Лето',
      feed_type: 'Корм 6 мм',
      measure_parameter: 'Вода',
      location_ids: [module.id],
      cage_ids: [cage.id],
      applicability: `модули: Залив; категории: ${category.name}; садки: 7`,
      period: '01.06.2026 – 30.09.2026',
      temp_prediction_strategy_data: 4.5,
      archived: false,
    })
    expect(await find(made.id)).toEqual(made)
    expect(await farm.call(anyListCalls.list, { model: 'feed_calc' })).toContainEqual(made)
  })

  test('is for all cages from today on, by the last reading, when nothing else is said', async () => {
    const nothing = { location_ids: -1, age_category_ids: [-1], measure_parameter_id: '[Не выбрано]' } as object
    expect(await calc(nothing)).toMatchObject({
      location_ids: [],
      age_category_ids: [],
      cage_ids: [],
      applicability: 'все садки',
      start: farm.today(),
      end: null,
      temp_prediction_strategy: 'PreviousStrategy',
      temp_prediction_strategy_data: null,
    })
  })

  test('is changed, archived, taken back and deleted, each told in the audit journal', async () => {
    const made = await calc({ name: 'Осень' })
    const changed = await farm.call(update, { ...fieldsOf(made), name: 'Зима', end: later(30) } as never)
    expect(changed).toMatchObject({ name: 'Зима', end: later(30) })
    const stale = await farm.call(update, { ...fieldsOf(made), name: 'Моё' } as never, { expect: 409 })
    expect(stale.message).toContain('изменил кто-то другой')
    expect(await farm.call(archiving.archive, { id: made.id })).toMatchObject({ archived: true })
    expect(await farm.call(archiving.unarchive, { id: made.id })).toMatchObject({ archived: false })
    await farm.call(setCoefficient, { id: made.id, date: farm.today(), coefficient: 0.8 })
    await farm.call(remove, { id: made.id })
    expect(await find(made.id)).toBeUndefined()
    const period = { start: farm.daysAgo(1), end: farm.today(), page: 1, per_page: 20 }
    const lines = (await farm.call(auditCalls.list, { ...period, entity: 'feed_calc', entity_id: made.id })) as {
      rows: AuditRow[]
    }
    expect(lines.rows.map(({ action }) => action)).toEqual(['delete', 'update', 'update', 'update', 'update', 'create'])
    expect(lines.rows[1]!.changes).toEqual([
      { field: 'coefficient_day', before: parseDay(farm.today()), after: parseDay(farm.today()) },
      { field: 'coefficient', before: null, after: 0.8 },
    ])
    expect(lines.rows[4]!.changes).toEqual([
      { field: 'name', before: 'Осень', after: 'Зима' },
      { field: 'ends_on', before: null, after: parseDay(later(30)) },
    ])
  })

  test('with something wrong is refused in words, and nothing is stored', async () => {
    const before = await farm.call(list, {})
    const [medicine, other] = [await farm.good({ type: 'medicine' }), await farm.company()]
    const theirs = await farm.module('Их модуль', { as: other })
    const theirCage = await farm.cage({ location: theirs.id, as: other })
    const theirFeed = await farm.good({ as: other })
    const [one, two] = [await farm.module(), await farm.module()]
    const oxygen = await farm.parameter({ location: one.id, type: 'oxygen' })
    const elsewhere = await farm.cage({ location: two.id, number: '99' })
    const fixed = { temp_prediction_strategy: 'FixedStrategy' } as const
    expect(await errorsOf({ start: later(3), end: later(2) })).toEqual({ end: ['Конец периода раньше начала'] })
    expect(await errorsOf({ feed_type_id: medicine.id })).toEqual({ feed_type_id: ['Этот расходник не корм'] })
    expect(await errorsOf({ feed_type_id: theirFeed.id })).toEqual({ feed_type_id: ['Корм не найден'] })
    expect(await errorsOf({ location_ids: [theirs.id] })).toEqual({ location_ids: ['Модуль не найден'] })
    expect(await errorsOf({ cage_ids: [theirCage.id] })).toEqual({ cage_ids: ['Садок не найден'] })
    expect(await errorsOf({ age_category_ids: [999_999] })).toEqual({ age_category_ids: ['Категория не найдена'] })
    expect(await errorsOf({ location_ids: [one.id], cage_ids: [elsewhere.id] })).toEqual({
      cage_ids: ['Садок 99 не в выбранных модулях'],
    })
    expect(await errorsOf({ measure_parameter_id: oxygen.id })).toEqual({
      measure_parameter_id: ['Этот параметр не измеряет температуру в °C'],
    })
    expect(await errorsOf(fixed)).toEqual({ temp_prediction_strategy_data: ['Заполните поле'] })
    for (const value of [-2.000001, 40.1, 'тепло'])
      expect(await errorsOf({ ...fixed, temp_prediction_strategy_data: value })).toEqual({
        temp_prediction_strategy_data: ['Введите число от −2 до 40'],
      })
    expect(await farm.call(list, {})).toEqual(before)
  })
})

describe('coefficients', () => {
  test('stand by date: one is written, changed and taken away', async () => {
    const { id } = await calc()
    await farm.call(setCoefficient, { id, date: '01.12.2026', coefficient: '0,8' })
    await farm.call(setCoefficient, { id, date: '01.11.2026', coefficient: 1.2 })
    const changed = await farm.call(setCoefficient, { id, date: '01.12.2026', coefficient: 0 })
    const both = [
      { date: '01.11.2026', coefficient: 1.2 },
      { date: '01.12.2026', coefficient: 0 },
    ]
    expect(changed.coefficients).toEqual(both)
    expect(await farm.call(coefficients, { id })).toEqual(both)
    expect((await farm.call(removeCoefficient, { id, date: '01.11.2026' })).coefficients).toEqual(both.slice(1))
    await farm.call(removeCoefficient, { id, date: '01.11.2026' }, { expect: 404 })
  })

  test('are numbers from 0 to 10', async () => {
    const { id } = await calc()
    for (const coefficient of [-0.1, 10.1, 'много']) {
      const refused = await farm.call(setCoefficient, { id, date: '01.12.2026', coefficient }, { expect: 422 })
      expect(refused.errors).toEqual({ coefficient: ['Введите число от 0 до 10'] })
    }
    expect(await farm.call(coefficients, { id })).toEqual([])
  })
})

test('what a calculation names cannot be deleted, and the refusal says which calculation', async () => {
  const [module, bare] = [await farm.module(), await farm.module()]
  const cage = await farm.cage({ location: module.id, number: '12' })
  const category = await farm.category()
  const water = await farm.parameter({ location: module.id })
  const good = await farm.good()
  const named = { location_ids: [bare.id, module.id], age_category_ids: [category.id], cage_ids: [cage.id] }
  const { id } = await calc({ name: 'Весна', feed_type_id: good.id, measure_parameter_id: water.id, ...named })
  const refusal = async (call: Parameters<typeof farm.call>[0], of: number) =>
    (await farm.call(call as typeof cageCalls.remove, { id: of }, { expect: 409 })).message
  expect(await refusal(libraries.location.remove, bare.id)).toBe(
    'Модуль нельзя удалить: он выбран в расчёте кормления «Весна».',
  )
  expect(await refusal(cageCalls.remove, cage.id)).toBe(
    'Садок 12 нельзя удалить: он выбран в расчёте кормления «Весна».',
  )
  expect(await refusal(libraries.age_category.remove, category.id)).toBe(
    'Категорию нельзя удалить: она выбрана в расчёте кормления «Весна».',
  )
  expect(await refusal(libraries.measure_parameter.remove, water.id)).toBe(
    'Параметр нельзя удалить: он выбран в расчёте кормления «Весна».',
  )
  expect(await refusal(goodCalls.remove, good.id)).toBe(
    'Расходник нельзя удалить: он назначен в расчёте кормления «Весна».',
  )
  const { name, measure } = good
  const changed = await farm.call(goodCalls.update, { id: good.id, name, measure, type: 'medicine' }, { expect: 422 })
  expect(changed.errors).toEqual({ type: ['Вид нельзя изменить: расходник назначен в расчёте кормления'] })
  const warm = { id: water.id, name: water.name, depth: water.depth, location_id: module.id }
  const cold = { ...warm, measure_type: 'oxygen' } as const
  const measured = await farm.call(libraries.measure_parameter.update, cold, { expect: 422 })
  expect(measured.errors).toEqual({
    measure_type: ['По этому параметру берёт температуру расчёт кормления «Весна»'],
  })
  await farm.call(remove, { id })
  await farm.call(cageCalls.remove, { id: cage.id })
  await farm.call(libraries.measure_parameter.remove, { id: water.id })
  await farm.call(libraries.location.remove, { id: bare.id })
})

describe('a person limited to a module', () => {
  test('sees what covers its cages, without other names, and changes what is about them alone', async () => {
    const [mine, closed] = [await farm.module('Мой'), await farm.module('Закрытый')]
    const cage = await farm.cage({ location: mine.id, number: '1' })
    const hidden = await farm.cage({ location: closed.id, number: '501' })
    const as = await farm.user({
      permissions: ['view feed calcs', 'create feed calcs', 'update feed calcs', 'delete feed calcs'],
      locations: [mine.id],
    })
    const both = await calc({ location_ids: [mine.id, closed.id], cage_ids: [cage.id, hidden.id] })
    const [elsewhere, other] = [await calc({ location_ids: [closed.id] }), await calc({ cage_ids: [hidden.id] })]
    const all = await calc()
    const own = await calc({ name: 'Своё', location_ids: [mine.id] }, as)
    expect(await find(both.id, as)).toMatchObject({
      location_ids: [mine.id],
      cage_ids: [cage.id],
      applicability: 'модули: Мой; садки: 1',
      edit_disabled: true,
    })
    expect(await find(all.id, as)).toMatchObject({ applicability: 'все садки', edit_disabled: true })
    expect(await find(elsewhere.id, as)).toBeUndefined()
    expect(await find(other.id, as)).toBeUndefined()
    for (const { id } of [both, all]) {
      await farm.call(update, { ...fieldsOf(own), id, version: null } as never, { as, expect: 403 })
      await farm.call(archiving.archive, { id }, { as, expect: 403 })
      await farm.call(setCoefficient, { id, date: farm.today(), coefficient: 2 }, { as, expect: 403 })
      await farm.call(remove, { id }, { as, expect: 403 })
    }
    await farm.call(remove, { id: elsewhere.id }, { as, expect: 404 })
    expect(await errorsOf({}, as)).toEqual({
      location_ids: ['Выберите модули или садки: вам доступны не все модули'],
    })
    expect(await errorsOf({ location_ids: [mine.id, closed.id] }, as)).toEqual({ location_ids: ['Модуль не найден'] })
    expect(await errorsOf({ cage_ids: [hidden.id] }, as)).toEqual({ cage_ids: ['Садок не найден'] })
    expect(await farm.call(update, { ...fieldsOf(own), name: 'Своё два' } as never, { as })).toMatchObject({
      name: 'Своё два',
    })
    await farm.call(remove, { id: own.id }, { as })
  })
})

test('cages with fish and no feed are named, and those with several, with the one in force first', async () => {
  const other = await openPond()
  const [one, two, three] = [await other.cage(), await other.cage(), await other.cage()]
  for (const { id } of [one, two]) await other.stock(id, 3)
  const good = (await other.farm.good()).id
  const make = (name: string, fields: object = {}) =>
    other.farm.call(create, { name, feed_type_id: good, cage_ids: [two.id], ...fields })
  const [older, newer] = [await make('Старый'), await make('Новый')]
  await make('Позже', { start: showDay(addDays(parseDay(other.farm.today())!, 5)) })
  const now = await other.farm.call(coverage, {})
  expect(now.without.map(({ cage_id }) => cage_id)).toEqual([one.id])
  expect(now.several).toEqual([
    expect.objectContaining({
      cage_id: two.id,
      calcs: [
        { id: newer.id, name: 'Новый' },
        { id: older.id, name: 'Старый' },
      ],
    }),
  ])
  expect(now.without.some(({ cage_id }) => cage_id === three.id)).toBe(false)
  // nothing was assigned then
  const past = await other.farm.call(coverage, { date: other.farm.daysAgo(1) })
  expect([past.without.map(({ cage_id }) => cage_id), past.several]).toEqual([[one.id, two.id], []])
  await other.farm.close()
})
