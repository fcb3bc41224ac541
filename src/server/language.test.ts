/** People of two languages ask one server: each is told in their own what it refuses, and why a row stays. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cageCalls } from '../core/cages/cage.contract'
import { kinds } from '../core/documents/kinds/kinds.contract'
import { itemCalls } from '../core/goods/item.contract'
import { accessCalls } from '../features/access/sign-in/access.contract'
import { securityCalls } from '../features/audit/security.contract'
import { roleCalls } from '../features/people/roles/roles.contract'
import type { Endpoint, InputOf } from '../shared/contract'
import { say, textOf } from '../shared/say'
import { cageWithFish, newGoods } from '../testing/farm/goods'
import { openPond, type Pond } from '../testing/farm/pond'
import { send } from '../testing/session'
import { schemaErrors } from '../web/ui/form/form-errors'
import { languageOf, speakIn } from './language'

let pond: Pond
let farm: Pond['farm']
let a: { id: number; number: string }
let b: { id: number; number: string }
beforeAll(async () => {
  pond = await openPond()
  ;({ farm } = pond)
})
afterAll(() => farm.close())
beforeEach(async () => {
  ;[a, b] = [await pond.cage(), await pond.cage()]
})

/** What a call is refused with, to people of both languages at once. */
const refused = <E extends Endpoint>(call: E, input: InputOf<E>) =>
  Promise.all(['ru', 'en'].map((language) => farm.call(call, input, { language, expect: 422 })))

const lossOf = (day: number, count: number) => ({ ...pond.on(day), from_id: a.id, ...pond.group, count })

test('a shortage that follows later is named to each, with its numbers as their language writes them', async () => {
  await pond.stock(a.id, 30)
  await pond.move(a.id, b.id, 20, 9000)
  const [day, way] = [farm.daysAgo(20), `${a.number} → ${b.number}`]
  const told = [
    `${day} 10:00 пересадка ${way}: не хватает 1\u00a0200 шт`,
    `${day} 10:00 transfer ${way}: 1,200 pcs short`,
  ]
  const answers = await refused(kinds.retreat.create, lossOf(25, 2_200))
  expect(answers.map(({ message }) => message)).toEqual(told)
  expect(answers.every((answer) => !('said' in answer))).toBe(true)
  const previews = await refused(kinds.retreat.previewCreate, lossOf(25, 2_200))
  expect(previews.map(({ message }) => message)).toEqual(told)
})

test('what stands under a field is told as well, and a word that Russian has twice is the right one', async () => {
  await pond.stock(a.id, 5, 100, 1)
  const [, shortage] = await refused(kinds.retreat.create, lossOf(4, 130))
  expect(shortage!.errors).toEqual({
    count: [`${farm.daysAgo(4)} 10:00 mortality, cage ${a.number}: 30 pcs short`],
  })
  const [, empty] = await refused(kinds.weighing.create, { ...pond.on(3), cage_id: b.id, avg_weight: 1 })
  expect(empty!.message).toBe(
    `${farm.daysAgo(3)} 10:00 weighing, cage ${b.number}: the cage holds no fish at this time`,
  )
  const [russian, english] = await refused(cageCalls.create, { number: 'x'.repeat(21), color: 13 } as never)
  expect(russian!.errors).toMatchObject({ number: ['Не более 20 знаков'], color: ['Введите целое число от 1 до 12'] })
  expect(english!.errors).toMatchObject({
    number: ['At most 20 characters'],
    color: ['Enter a whole number from 1 to 12'],
  })
})

test('goods that fall short are named with their unit; what people named stays as they wrote it', async () => {
  const goods = await newGoods(farm, await cageWithFish(farm))
  await goods.bring(9, 10)
  const [, { message }] = (await refused(kinds.feeding.create, goods.feedingOf(3, 1512.25))) as [never, Error]
  expect(message).toContain(`warehouse “${goods.barn.name}” is short of 1,502.25 kg, “${goods.good.name}”`)
})

test('why a row of a history cannot be changed is told to each', async () => {
  await pond.stock(a.id, 9)
  const rule = { 'minimal-operation-date-enabled': true, 'minimal-operation-date': farm.daysAgo(5) }
  await farm.call(accessCalls.companySettings, rule)
  const asked = { start: farm.daysAgo(10), end: farm.today(), cages_id: a.id }
  const answers = await Promise.all(['ru', 'en'].map((language) => farm.call(kinds.stocking.list, asked, { language })))
  await farm.call(accessCalls.companySettings, { 'minimal-operation-date-enabled': false })
  expect(answers.map((answer) => (answer as { edit_disabled_reason: string }[])[0]!.edit_disabled_reason)).toEqual([
    `Операция раньше минимальной даты операций ${farm.daysAgo(5)}.`,
    `The operation is before the earliest date for operations, ${farm.daysAgo(5)}.`,
  ])
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
  const reasonIn = async (language: string) =>
    (await farm.call(itemCalls.list, {}, { as, language })).find(({ id }) => id === net.id)!.delete_disabled_reason
  expect(await reasonIn('ru')).toBe('Дель нельзя удалить: она в садке другого модуля.')
  expect(await reasonIn('en')).toBe('The net cannot be deleted: it is in cage of another module.')
})

test('a write that is sent again is answered as it was, whatever language asks for it now', async () => {
  const sent = { name: `Роль ${Date.now()}`, copy_of: null }
  const [first, again] = [
    await farm.call(roleCalls.create, sent, { key: 'role-in-english', language: 'en' }),
    await farm.call(roleCalls.create, sent, { key: 'role-in-english', language: 'ru' }),
  ]
  expect(again).toEqual(first)
})

test('a refusal that the security journal keeps is told in the language of whoever reads it', async () => {
  const as = await farm.user({ permissions: ['create retreats', 'delete own from journals'] })
  await pond.stock(a.id, 9)
  const { id } = await farm.call(kinds.retreat.create, lossOf(8, 10), { as })
  const rule = { 'minimal-operation-date-enabled': true, 'minimal-operation-date': farm.daysAgo(5) }
  await farm.call(accessCalls.companySettings, rule)
  const refusal = await farm.call(kinds.retreat.remove, { id }, { as, language: 'en', expect: 403 })
  await farm.call(accessCalls.companySettings, { 'minimal-operation-date-enabled': false })
  const readIn = async (language: string) => {
    const list = await farm.call(
      securityCalls.list,
      { start: farm.today(), end: farm.today(), kind: 'refused' },
      { language },
    )
    return (list as unknown as { details: { reason: string } }[])[0]!.details.reason
  }
  expect(await readIn('ru')).toBe(`Операция раньше минимальной даты операций ${farm.daysAgo(5)}.`)
  expect(await readIn('en')).toBe(refusal.message)
})

test('what no route answers is told as well', async () => {
  const headers = { 'accept-language': 'en' }
  const ask = async (path: string, body?: string) =>
    ((await send(farm.app, { method: body ? 'POST' : 'GET', path, body, headers })).body as Error).message
  expect(await ask('/nowhere')).toBe('There is no such address.')
  expect(await ask('/login', '{')).not.toMatch(/[а-яё]/i)
})

test.each([
  [undefined, 'ru'],
  ['', 'ru'],
  ['*', 'ru'],
  ['de-DE', 'ru'],
  ['en', 'en'],
  ['en-US,en;q=0.9,ru;q=0.8', 'en'],
  ['de,en;q=0.5,ru;q=0.7', 'ru'],
  ['ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7', 'ru'],
  [';;q=,=', 'ru'],
])('Accept-Language %j is answered in %s', (header, language) =>
  expect(languageOf({ headers: { 'accept-language': header } })).toBe(language),
)

test('what a form checks by itself has the values of its schema', () => {
  const errors = schemaErrors(cageCalls.create.input, { number: 'x'.repeat(21), color: 13 })
  expect(errors).toMatchObject({ number: 'Не более 20 знаков', color: 'Введите целое число от 1 до 12' })
})

test('a text that looks like a placeholder is only a text, also when it is told once more', () => {
  const told = textOf(say('Модуль не найден: {{cell}}', { cell: '{{cell}} $t(Садок)' }))
  expect(told).toBe('Модуль не найден: {{cell}} $t(Садок)')
  expect(speakIn('en')(told)).toBe(told)
})
