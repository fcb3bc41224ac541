/** What the server refuses, as an English page says it: through the real API and the translation of the application. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { cageWithFish, newGoods } from '../../testing/farm/goods'
import { openPond, type Pond } from '../../testing/farm/pond'
import { say } from '../../shared/say'
import { failure } from '../../web/api'
import { i18n, setLanguage } from '../../web/i18n'
import { hearIn } from '../../web/said'
import { schemaErrors } from '../../web/ui/form/form-errors'
import { accessCalls } from '../../features/access/sign-in/access.contract'
import { cageCalls } from '../cages/cage.contract'
import { itemCalls } from '../goods/item.contract'
import { kinds } from './kinds/kinds.contract'

let pond: Pond
let farm: Pond['farm']
let a: { id: number; number: string }
let b: { id: number; number: string }
beforeAll(async () => {
  pond = await openPond()
  ;({ farm } = pond)
  vi.stubGlobal('localStorage', { setItem: () => undefined })
  vi.stubGlobal('document', { documentElement: {} })
  await setLanguage('en')
})
afterAll(async () => {
  await setLanguage('ru')
  vi.unstubAllGlobals()
  await farm.close()
})
beforeEach(async () => {
  ;[a, b] = [await pond.cage(), await pond.cage()]
})

/** The refusal of a loss, as it comes to a page. */
const refusedLoss = async (day: number, count: number) => {
  const input = { ...pond.on(day), from_id: a.id, ...pond.group, count }
  const answer = await farm.call(kinds.retreat.create, input, { expect: 422 })
  return failure('/retreat', 422, answer)
}

test('a shortage that follows later is named in both languages, with its numbers as each writes them', async () => {
  await pond.stock(a.id, 30)
  await pond.move(a.id, b.id, 20, 9000)
  const { message } = await refusedLoss(25, 2_200)
  const [day, way] = [farm.daysAgo(20), `${a.number} → ${b.number}`]
  expect(message).toBe(`${day} 10:00 пересадка ${way}: не хватает 1\u00a0200 шт`)
  expect(i18n.t(message)).toBe(`${day} 10:00 transfer ${way}: 1,200 pcs short`)
})

test('what stands under a field is said as well, and a word that Russian has twice is the right one', async () => {
  await pond.stock(a.id, 5, 100, 1)
  const { errors } = await refusedLoss(4, 130)
  const [text] = errors!.count!
  expect(i18n.t(text!)).toBe(`${farm.daysAgo(4)} 10:00 mortality, cage ${a.number}: 30 pcs short`)
  const input = { ...pond.on(3), cage_id: b.id, avg_weight: 1 }
  const { message } = failure('', 422, await farm.call(kinds.weighing.create, input, { expect: 422 }))
  expect(i18n.t(message)).toBe(
    `${farm.daysAgo(3)} 10:00 weighing, cage ${b.number}: the cage holds no fish at this time`,
  )
})

test('goods that fall short are named with their unit; what people named stays as they wrote it', async () => {
  const goods = await newGoods(farm, await cageWithFish(farm))
  await goods.bring(9, 10)
  const input = goods.feedingOf(3, 1512.25)
  const { message } = failure('', 422, await farm.call(kinds.feeding.create, input, { expect: 422 }))
  expect(i18n.t(message)).toContain(`warehouse “${goods.barn.name}” is short of 1,502.25 kg, “${goods.good.name}”`)
})

test('a reason of a row is said, also when the row is read again from the device', async () => {
  await pond.stock(a.id, 9)
  const rule = { 'minimal-operation-date-enabled': true, 'minimal-operation-date': farm.daysAgo(5) }
  await farm.call(accessCalls.companySettings, rule)
  const answer = await farm.call(kinds.stocking.list, { start: farm.daysAgo(10), end: farm.today(), cages_id: a.id })
  await farm.call(accessCalls.companySettings, { 'minimal-operation-date-enabled': false })
  const [row] = answer as { edit_disabled_reason: string }[]
  hearIn(JSON.parse(JSON.stringify(answer)))
  expect(i18n.t(row!.edit_disabled_reason)).toBe(
    `The operation is before the earliest date for operations, ${farm.daysAgo(5)}.`,
  )
})

test('a net of a cage in a module that is not open is in one of another module', async () => {
  const [stock, cage] = [await farm.stock(), await farm.cage({ location: (await farm.module()).id })]
  const net = await farm.call(itemCalls.create, {
    name: 'Сеть 1',
    type: 'net',
    condition: 'new',
    stock: stock.id,
    ...pond.on(0, '00:00'),
  })
  await farm.sql('update cages set net_id = $1 where id = $2', [net.id, cage.id])
  const as = await farm.user({ locations: [(await farm.module()).id] })
  const items = await farm.call(itemCalls.list, {}, { as })
  hearIn(items)
  const { delete_disabled_reason } = items.find(({ id }) => id === net.id)!
  expect(delete_disabled_reason).toBe('Дель нельзя удалить: она в садке другого модуля.')
  expect(i18n.t(delete_disabled_reason!)).toBe('The net cannot be deleted: it is in cage of another module.')
})

test('what a form checks by itself has the values of its schema', () => {
  const errors = schemaErrors(cageCalls.create.input, { number: 'x'.repeat(21), color: 13 })
  expect(errors).toMatchObject({ number: 'Не более 20 знаков', color: 'Введите целое число от 1 до 12' })
  expect([errors.number, errors.color].map((text) => i18n.t(text!))).toEqual([
    'At most 20 characters',
    'Enter a whole number from 1 to 12',
  ])
})

test('a text that looks like a placeholder is only a text', () => {
  const { text } = say('Модуль не найден: {{cell}}', { cell: '{{cell}} $t(Садок)' })
  expect(text).toBe('Модуль не найден: {{cell}} $t(Садок)')
})
