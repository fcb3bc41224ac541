/** Items are moved, refilled and worked on by documents; where one is follows from them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Farm, openFarm } from '../../../../testing/farm/farm'
import { movementsOf } from '../../../../testing/farm/goods'
import type { Session } from '../../../../testing/session'
import { cageCalls } from '../../../cages/cage.contract'
import { goodCalls } from '../../../goods/good-calls.contract'
import { itemCalls } from '../../../goods/item.contract'
import { movementCalls } from '../../../../features/warehouse/movements/movement-calls.contract'
import { kinds } from '../kinds.contract'

let farm: Farm
let shed: Shed
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())
beforeEach(async () => void (shed = await newShed()))

type Shed = Awaited<ReturnType<typeof newShed>>

/** A boat that came to a warehouse 20 days ago, two other warehouses, and 100 l of fuel since 15 days. */
async function newShed() {
  const [shore, barge, yard] = [await farm.stock(), await farm.stock(), await farm.stock()]
  const fuel = await farm.good({ type: 'gasoline', measure: 'liter' })
  const boat = await farm.item({ type: 'boat', stock: shore.id, name: `Лодка ${shore.id}`, date: farm.daysAgo(20) })
  await farm.adding({ good: fuel.id, stock: shore.id, count: 100, date: farm.daysAgo(15) })
  return { shore, barge, yard, fuel, boat }
}

const at = (days: number) => ({ date: farm.daysAgo(days), time: '10:00' })
const moving = (days: number, to: { id: number }) => ({ ...at(days), item_id: shed.boat.id, to_stock_id: to.id })
const move = (days: number, to: { id: number }) => farm.call(kinds.itemMove.create, moving(days, to))
const refilling = (days: number, volume: number | string) => ({
  ...at(days),
  item_id: shed.boat.id,
  good_id: shed.fuel.id,
  stock_id: shed.shore.id,
  volume,
})
const refill = (days: number, volume: number | string) => farm.call(kinds.refill.create, refilling(days, volume))
const boatNow = async () => (await farm.call(itemCalls.list, {})).find(({ id }) => id === shed.boat.id)!
const fuelNow = async () => (await farm.call(goodCalls.list, {}))[shed.fuel.id]!.total
const movements = (as?: Session) => movementsOf(farm, { type: 'item', id: shed.boat.id }, as)

describe('a move of an item', () => {
  test('goes from where it lies, and back-dated from where it lay then', async () => {
    const first = await move(5, shed.barge)
    expect(first).toMatchObject({ stock: shed.shore.name, to_stock: shed.barge.name, item: shed.boat.name })
    expect(await boatNow()).toMatchObject({ stock_id: shed.barge.id, since: expect.stringContaining('T10:00') })
    await move(3, shed.yard)
    // the boat lay on the barge then
    await farm.call(kinds.itemMove.create, moving(4, shed.barge), { expect: 422 }).then(({ errors }) => {
      expect(errors).toEqual({ to_stock_id: ['Выберите другой склад'] })
    })
    expect((await movements()).map(({ type, from, to }) => ({ type, from, to }))).toEqual([
      { type: 'move', from: shed.barge.name, to: shed.yard.name },
      { type: 'move', from: shed.shore.name, to: shed.barge.name },
      { type: 'adding', from: null, to: shed.shore.name },
    ])
  })

  test('that would leave a later one without its item is refused, and the later one named', async () => {
    const first = await move(9, shed.barge)
    const second = await move(5, shed.yard)
    const sentence = (where: { name: string }) =>
      `${farm.daysAgo(5)} 10:00 перемещение изделия: изделие «${shed.boat.name}» в это время на складе «${where.name}»`
    const refused = [
      [farm.call(kinds.itemMove.create, moving(7, shed.shore), { expect: 422 }), shed.shore],
      [farm.call(kinds.itemMove.remove, { id: first.id }, { expect: 422 }), shed.shore],
      [farm.call(kinds.itemMove.previewRemove, { id: first.id }, { expect: 422 }), shed.shore],
      [farm.call(kinds.itemMove.update, { id: first.id, ...moving(9, shed.yard) }, { expect: 422 }), shed.yard],
    ] as const
    for (const [answer, where] of refused)
      expect(await answer).toMatchObject({
        message: sentence(where),
        refusal: { operation_id: second.id, kind: 'item_move', own: false },
      })
    expect(await boatNow()).toMatchObject({ stock_id: shed.yard.id })
    await farm.call(kinds.itemMove.remove, { id: second.id })
    expect(await boatNow()).toMatchObject({ stock_id: shed.barge.id })
    // moved to another day and place while nothing builds on it
    await farm.call(kinds.itemMove.update, { id: first.id, ...moving(4, shed.yard) })
    expect(await boatNow()).toMatchObject({ stock_id: shed.yard.id })
  })

  test('before it came, or while it hangs in a cage, is told under its item', async () => {
    const { errors } = await farm.call(kinds.itemMove.create, moving(25, shed.barge), { expect: 422 })
    expect(errors).toEqual({
      item_id: [`${farm.daysAgo(25)} 10:00 перемещение изделия: изделия «${shed.boat.name}» в это время ещё нет`],
    })
    const net = await farm.item({ stock: shed.shore.id, date: farm.daysAgo(20) })
    const cage = await farm.cage({ location: (await farm.module()).id, net: net.id })
    const hung = { date: farm.daysAgo(0), time: farm.session.user.now.slice(11, 16), item_id: net.id }
    const refused = await farm.call(kinds.itemMove.create, { ...hung, to_stock_id: shed.barge.id }, { expect: 422 })
    expect(refused.errors?.item_id?.[0]).toContain(`изделие «${net.name}» в это время`)
    // an earlier day would leave the cage without its net
    const early = { ...at(3), item_id: net.id, to_stock_id: shed.barge.id }
    expect(await farm.call(kinds.itemMove.create, early, { expect: 422 })).toMatchObject({
      message: expect.stringContaining(`смена дели: изделие «${net.name}» в это время на складе «${shed.barge.name}»`),
      refusal: { kind: 'tying' },
    })
    const { id, location_id, number, cage_type_id, volume } = cage
    await farm.call(cageCalls.update, { id, location_id, number, cage_type_id, volume, net_id: null })
    const item = async () => (await farm.call(itemCalls.list, {})).find((one) => one.id === net.id)
    expect(await item()).toMatchObject({ stock_id: shed.shore.id })
  })

  test('of one item by many at once holds for one of them', async () => {
    const places = [shed.barge, shed.yard, shed.barge, shed.yard]
    const answers = await Promise.all(
      places.map((to) => farm.post('/item-moves', moving(2, to)).then(({ status }) => status)),
    )
    const fits = answers.filter((status) => status === 200).length
    // a later one may go on from where an earlier one came to
    expect(fits).toBeGreaterThan(0)
    expect((await movements()).filter(({ type }) => type === 'move')).toHaveLength(fits)
    expect(answers.every((status) => [200, 422].includes(status))).toBe(true)
  })

  test('says before it is saved where the item will lie, and is taken back and put back', async () => {
    const preview = await farm.call(kinds.itemMove.previewCreate, moving(2, shed.yard))
    const told = { item_id: shed.boat.id, item: shed.boat.name, before: shed.shore.name, after: shed.yard.name }
    expect(preview.items).toEqual([told])
    expect(await boatNow()).toMatchObject({ stock_id: shed.shore.id })
    const { id } = await move(2, shed.yard)
    await farm.call(kinds.itemMove.remove, { id })
    expect(await boatNow()).toMatchObject({ stock_id: shed.shore.id })
    await farm.call(kinds.itemMove.restore, { ids: [id] })
    expect(await boatNow()).toMatchObject({ stock_id: shed.yard.id })
  })
})

describe('a refill', () => {
  test('takes fuel from its warehouse and gives it back when it goes', async () => {
    const { id } = await refill(5, '30,5')
    expect(await fuelNow()).toBe(69.5)
    expect(await movements()).toMatchObject([
      { type: 'refill', kind: 'refill', from: shed.shore.name, count: -30.5, good: shed.fuel.name, measure_name: 'л' },
      { type: 'adding', count: 1, measure_name: 'шт', cancel_hint: 'Удалите изделие на странице изделий' },
    ])
    const ofFuel = await movementsOf(farm, { type: 'good', id: shed.fuel.id })
    expect(ofFuel[0]).toMatchObject({ type: 'refill', to: shed.boat.name, count: -30.5, editable: true })
    const gone = await farm.call(goodCalls.removeTransaction, { id })
    expect(gone).toMatchObject({ good: { id: shed.fuel.id, total: 100 }, item: { id: shed.boat.id } })
    expect(await movements()).toHaveLength(1)
  })

  test('of more than there is, is refused by the name of the first entry that falls short', async () => {
    const later = await refill(3, 80)
    const own = await farm.call(kinds.refill.create, refilling(2, 30), { expect: 422 })
    expect(Object.keys(own.errors ?? {})).toEqual(['volume'])
    const sentence = `${farm.daysAgo(3)} 10:00 заправка: на складе «${shed.shore.name}» не хватает 5 л, «${shed.fuel.name}»`
    expect(await farm.call(kinds.refill.create, refilling(4, 25), { expect: 422 })).toMatchObject({
      message: sentence,
      refusal: { operation_id: later.id, kind: 'refill', own: false },
    })
    expect(await fuelNow()).toBe(20)
  })

  test('takes what is fuel, into what has a tank, after that came', async () => {
    const feed = await farm.good()
    const net = await farm.item({ stock: shed.shore.id, date: farm.daysAgo(20) })
    const wrong: [object, object][] = [
      [{ good_id: feed.id }, { good_id: ['Расходник не найден'] }],
      [{ item_id: net.id }, { item_id: ['Это изделие не заправляют'] }],
      [at(25), { item_id: ['В это время изделия ещё нет'] }],
      [{ item_id: '' }, { item_id: ['Заполните поле'] }],
    ]
    for (const [change, errors] of wrong) {
      const refused = await farm.call(kinds.refill.create, { ...refilling(5, 1), ...change }, { expect: 422 })
      expect(refused.errors).toEqual(errors)
    }
    expect(await fuelNow()).toBe(100)
    const listed = (await farm.call(itemCalls.refilled, {})).map(({ id }) => id)
    expect([listed.includes(shed.boat.id), listed.includes(net.id)]).toEqual([true, false])
  })

  test('keeps its item from being deleted; without refills all else of its past goes along', async () => {
    const { id } = await refill(5, 10)
    expect(await farm.call(itemCalls.remove, { id: shed.boat.id }, { expect: 409 })).toMatchObject({
      message: 'Изделие нельзя удалить: его заправляли. Отправьте его в архив или удалите заправки.',
    })
    await farm.call(kinds.refill.remove, { id })
    await move(4, shed.barge)
    await farm.call(kinds.itemOperation.create, { ...at(3), item_id: shed.boat.id, operation_name: 'Чистка' })
    await farm.call(itemCalls.remove, { id: shed.boat.id })
    expect(await farm.sql('select from operation_lines where item_id = $1', [shed.boat.id])).toEqual([])
  })
})

describe('the calls of the specification', () => {
  test('move, refill and list what happened to an item; what is wrong stands under their fields', async () => {
    const { id } = shed.boat
    const moved = await farm.call(movementCalls.moveItem, { id, item_id: id, stock: shed.barge.id, ...at(6) })
    expect(moved.item).toMatchObject({ id, stock_id: shed.barge.id })
    const filling = { id, item_id: id, good_id: shed.fuel.id, stock_from: shed.shore.id, ...at(5) }
    const filled = await farm.call(movementCalls.refillItem, { ...filling, count: '12,5', note: 'до полного' })
    expect(filled).toMatchObject({ good: { total: 87.5 }, item: { id } })
    const under = async (call: Promise<{ errors?: object }>) => Object.keys((await call).errors ?? {})
    const same = { id, stock: shed.barge.id, ...at(4) }
    expect(await under(farm.call(movementCalls.moveItem, same, { expect: 422 }))).toEqual(['stock'])
    expect(await under(farm.call(movementCalls.refillItem, { ...filling, count: 90 }, { expect: 422 }))).toEqual([
      'count',
    ])
    const closed = { ...filling, count: 1, stock_from: 999_999 }
    expect(await under(farm.call(movementCalls.refillItem, closed, { expect: 422 }))).toEqual(['stock_from'])
    const other = { ...filling, count: 1, item_id: id + 1000 }
    expect(await under(farm.call(movementCalls.refillItem, other, { expect: 422 }))).toEqual(['item_id'])
    await farm.call(movementCalls.moveItem, { id: 999_999, stock: shed.barge.id, ...at(4) }, { expect: 404 })
  })

  test('keep operations in one’s own words, the last first', async () => {
    const { id } = shed.boat
    await farm.call(movementCalls.addOperation, { id, operation_name: 'Замена масла', ...at(9) })
    const made = await farm.call(movementCalls.addOperation, { id, operation_name: 'Осмотр', date: farm.daysAgo(2) })
    expect(made).toMatchObject({ operation_name: 'Осмотр', date: farm.daysAgo(2), user: farm.session.user.name })
    const listed = await farm.call(movementCalls.operations, { id })
    expect(listed.map(({ operation_name }) => operation_name)).toEqual(['Осмотр', 'Замена масла'])
    await farm.call(kinds.itemOperation.update, { id: made.id, ...at(3), item_id: id, operation_name: 'Покраска' })
    expect((await farm.call(movementCalls.operations, { id }))[0]).toMatchObject({ operation_name: 'Покраска' })
    const empty = await farm.call(movementCalls.addOperation, { id, operation_name: ' ', ...at(2) }, { expect: 422 })
    expect(Object.keys(empty.errors ?? {})).toEqual(['operation_name'])
  })

  test('tell what is stored, what moves it, and which fuel there is', async () => {
    const types = await farm.call(movementCalls.types, {})
    expect(types).toMatchObject({
      adding: 'Внесение',
      move: 'Перемещение',
      refill: 'Заправка',
      untying: 'Снятие с садка',
    })
    const settings = await farm.call(movementCalls.settings, {})
    expect(settings.operation_types).toEqual(types)
    expect(settings.item.conditions[0]).toEqual({ id: 'new', name: 'Новое' })
    const empty = await farm.good({ type: 'gasoline', measure: 'liter' })
    const fuels = async (input: object) => Object.keys(await farm.call(goodCalls.fuels, input as never)).map(Number)
    expect(await fuels({})).not.toContain(empty.id)
    expect(await fuels({ with_nulls: 'true' })).toEqual(expect.arrayContaining([empty.id, shed.fuel.id]))
  })
})

describe('whoever is limited', () => {
  test('to warehouses neither sees nor touches an item that lies elsewhere', async () => {
    const as = await farm.user({
      permissions: ['read stocks', 'write stocks', 'delete from journals'],
      stocks: [shed.barge.id],
    })
    const moved = await move(5, shed.yard)
    const filled = await refill(4, 10)
    expect(await movements(as)).toEqual([])
    for (const kind of [kinds.itemMove, kinds.refill])
      expect(await farm.call(kind.list, { start: farm.daysAgo(20), end: farm.daysAgo(0) }, { as })).toEqual([])
    await farm.call(kinds.itemMove.create, moving(2, shed.barge), { as, expect: 422 })
    await farm.call(kinds.itemMove.remove, { id: moved.id }, { as, expect: 403 })
    await farm.call(kinds.refill.remove, { id: filled.id }, { as, expect: 403 })
    await farm.call(movementCalls.operations, { id: shed.boat.id }, { as, expect: 404 })
  })

  test('by rights writes no documents, and takes back only their own', async () => {
    const reader = await farm.user({ permissions: ['read stocks', 'delete own from journals'] })
    const { id } = await move(5, shed.yard)
    await farm.call(kinds.itemMove.create, moving(2, shed.barge), { as: reader, expect: 403 })
    await farm.call(goodCalls.removeTransaction, { id }, { as: reader, expect: 403 })
    expect((await movements(reader))[0]).toMatchObject({ editable: false, cancelable: false })
    await farm.call(movementCalls.list, { type: 'workshop_good', id: 1 }, { as: reader, expect: 403 })
    const outsider = await farm.user({ permissions: [] })
    await farm.call(movementCalls.list, { type: 'item', id: shed.boat.id }, { as: outsider, expect: 403 })
    const stranger = await farm.company()
    expect(await movements(stranger)).toEqual([])
    await farm.call(kinds.itemMove.remove, { id }, { as: stranger, expect: 404 })
  })
})
