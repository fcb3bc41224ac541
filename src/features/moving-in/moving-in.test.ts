/** A farm brings its past: what was looked at is what is stored, whole or not at all, and it can be taken back. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cageCalls } from '../../core/cages/cage.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { ledgerIsSound, pastOf } from '../../testing/farm/past'
import { workbookOf } from '../../testing/workbook'
import { pastCalls } from './calls/past.contract'

let farm: Farm
let past: ReturnType<typeof pastOf>
beforeAll(async () => {
  farm = await openFarm()
  past = pastOf(farm)
})
afterAll(() => farm.close())

const TITLES = [
  'Дата',
  'Операция',
  'Садок',
  'В садок',
  'Генерация',
  'Категория',
  'Кол-во',
  'Навеска, г',
  'Общий вес, кг',
]

/** 10 000 fish of 200 g, some of which die, move, grow and are sold. */
const history = (a: string, b: string) => ({
  Операции: [
    TITLES,
    ['03.03.2024', 'Зарыбление', `Садок ${a}`, null, 'Весна 2024', 'Товарная', 10_000, 200, null],
    ['10 марта 2024', 'отход', a, null, null, null, 50, null, null],
    ['11.03.24', 'Пересадка', a, `№ ${b}`, null, null, 2_000, null, 520],
    ['01.05.2024', 'контрольная навеска', a, null, null, null, null, 300, null],
    ['02.06.2024', 'Реализация', b, null, null, null, 500, null, '130,5'],
  ],
})

const cageNow = async (number: string) => (await farm.call(cageCalls.list, {})).find((cage) => cage.number === number)

test('names are asked once each, and then the farm is as the book says', async () => {
  const seen = await past.send(history('А1', 'А2'))
  expect(seen).toMatchObject({ state: 'checked', counts: { ready: 0, wrong: 5 } })
  expect(seen.sheets[0]).toMatchObject({ kind: 'column', units: { avg_weight: 'g', weight: 'kg', count: 'piece' } })
  const asked = seen.questions.map(({ list, name }) => [list, name])
  expect(asked).toEqual([
    ['module', ''],
    ['cage', 'Садок А1'],
    ['species', ''],
    ['generation', 'Весна 2024'],
    ['cage', '№ А2'],
  ])
  const ready = await past.createAll(seen.id)
  expect(await past.rows(seen.id, 'wrong')).toEqual([])
  expect(ready.counts).toEqual({ ready: 5, wrong: 0, there: 0, left: 0, doubted: 0, differs: 0 })
  expect(ready.cages).toEqual([
    { cage: 'А1', count_before: 0, count: 7_950, weight: 2_385, avg_weight: 0.3 },
    { cage: 'А2', count_before: 0, count: 1_500, weight: 389.5, avg_weight: 0.259667 },
  ])
  expect(await farm.call(cageCalls.list, {})).toEqual([])
  expect(await past.bring(seen.id)).toMatchObject({ state: 'brought', reason: null })
  expect(await cageNow('А1')).toMatchObject({ count: 7_950, weight: 2_385 })
  expect(await cageNow('А2')).toMatchObject({ count: 1_500, weight: 389.5 })
  expect(await ledgerIsSound(farm)).toEqual([])
})

test('it is taken back whole, and can be brought again', async () => {
  const bytes = await workbookOf(history('Б1', 'Б2'))
  const seen = await past.sendBytes(bytes)
  await past.createAll(seen.id)
  await past.bring(seen.id)
  const again = await past.sendBytes(bytes)
  expect(again).toMatchObject({ counts: { ready: 0, there: 5 }, same: { rows: 5 } })
  expect(await past.undo(seen.id)).toMatchObject({ state: 'undone', reason: null })
  expect((await cageNow('Б1'))!.count).toBe(0)
  expect(await ledgerIsSound(farm)).toEqual([])
  await farm.call(pastCalls.check, { id: again.id })
  expect(await past.checked(again.id)).toMatchObject({ counts: { ready: 5, there: 0 } })
  await past.bring(again.id)
  expect((await cageNow('Б1'))!.count).toBe(7_950)
})

test('what was taken back is checked again with what was mended in it', async () => {
  const book = history('Ж1', 'Ж2')
  book.Операции.push(['05.06.2024', 'Отход', 'Ж1', null, null, null, 'много', null, null])
  const seen = await past.send(book)
  await past.createAll(seen.id)
  await farm.call(pastCalls.mend, { id: seen.id, rows: [{ sheet: 0, row: 7, values: { count: '50' } }] })
  expect((await past.checked(seen.id)).counts).toMatchObject({ ready: 6, wrong: 0 })
  await past.bring(seen.id)
  await past.undo(seen.id)
  await farm.call(pastCalls.check, { id: seen.id })
  expect(await past.checked(seen.id)).toMatchObject({ state: 'checked', counts: { ready: 6, wrong: 0, there: 0 } })
  expect(await past.bring(seen.id)).toMatchObject({ state: 'brought' })
  expect((await cageNow('Ж1'))!.count).toBe(7_900)
  await farm.call(pastCalls.check, { id: seen.id }, { expect: 409 })
})

test('each row has its own first refusal with its place in the file, and is mended there', async () => {
  const book = history('В1', 'В2')
  const rows = book.Операции
  rows.push(
    ['05.06.2024', 'Отход', 'В1', null, null, null, 9_000, null, null],
    ['06.06.2024', 'Отход', 'В1', null, null, null, 8_500, null, null],
    ['31.02.2024', 'Отход', 'В1', null, null, null, 1, null, null],
    ['07.06.2024', 'пляски', 'В1', null, null, null, 1, null, null],
    ['08.06.2024', 'Отход', 'В1', null, null, null, 'много', null, null],
    ['01.01.2024', 'Навеска', 'В1', null, null, null, null, 100, null],
  )
  const seen = await past.send(book)
  const ready = await past.createAll(seen.id)
  expect(ready.counts).toMatchObject({ ready: 5, wrong: 6 })
  const wrong = await past.rows(seen.id, 'wrong')
  expect(wrong.map(({ row, faults }) => [row, faults[0]!.address, faults[0]!.text])).toEqual([
    [7, 'Операции!G7', 'В садке на это время 7\u00a0950 шт: не хватает 1\u00a0050 шт'],
    [8, 'Операции!G8', 'В садке на это время 7\u00a0950 шт: не хватает 550 шт'],
    [9, 'Операции!A9', '«31.02.2024» — не дата'],
    [10, 'Операции!B10', 'Неизвестная операция «пляски»'],
    [11, 'Операции!G11', '«много» — не число'],
    [12, 'Операции!C12', 'В садке на это время нет рыбы'],
  ])
  await farm.call(pastCalls.mend, {
    id: seen.id,
    rows: [
      { sheet: 0, row: 7, values: { count: '900' } },
      { sheet: 0, row: 9, values: { date: '28.02.2024' }, left: true },
    ],
  })
  expect((await past.checked(seen.id)).counts).toMatchObject({ ready: 6, wrong: 4, left: 1 })
  await farm.call(pastCalls.leaveWrong, { id: seen.id })
  expect((await past.checked(seen.id)).counts).toMatchObject({ ready: 6, wrong: 0, left: 5 })
  await past.bring(seen.id)
  expect((await cageNow('В1'))!.count).toBe(7_050)
})

test('an import that others build on stays, and names what does', async () => {
  const seen = await past.send(history('Г1', 'Г2'))
  await past.createAll(seen.id)
  await past.bring(seen.id)
  const cage = (await cageNow('Г1'))!
  const lost = await farm.call(kinds.retreat.create, { date: '01.07.2024', time: '10:00', from_id: cage.id, count: 10 })
  const kept = await past.undo(seen.id)
  expect(kept.state).toBe('brought')
  expect(kept.reason).toContain('01.07.2024 10:00 отход, садок Г1')
  await farm.call(kinds.retreat.remove, { id: lost.id })
  expect((await past.undo(seen.id)).state).toBe('undone')
})

test('a farm that has changed meanwhile is looked at again', async () => {
  const seen = await past.send(history('Д1', 'Д2'))
  await past.createAll(seen.id)
  await past.bring(seen.id)
  const more = { Операции: [TITLES, ['03.08.2024', 'Отход', 'Д1', null, null, null, 10, null, null]] }
  const next = await past.send(more)
  const cage = (await cageNow('Д1'))!
  await farm.call(kinds.retreat.create, { date: '01.07.2024', time: '10:00', from_id: cage.id, count: 10 })
  const again = await past.bring(next.id)
  expect(again).toMatchObject({ state: 'checked', counts: { ready: 1 } })
  expect(again.reason).toContain('Хозяйство с тех пор изменилось')
  expect((await cageNow('Д1'))!.count).toBe(7_940)
  expect((await past.bring(next.id)).state).toBe('brought')
  expect((await cageNow('Д1'))!.count).toBe(7_930)
})

test('a row that would starve what is stored refuses, not the one that is stored', async () => {
  const seen = await past.send(history('Е1', 'Е2'))
  await past.createAll(seen.id)
  await past.bring(seen.id)
  const cage = (await cageNow('Е1'))!
  await farm.call(kinds.retreat.create, { date: '01.09.2024', time: '10:00', from_id: cage.id, count: 7_900 })
  const next = await past.send({
    Отход: [
      ['Дата', 'Садок', 'Количество'],
      ['01.07.2024', 'Е1', 40],
      ['02.07.2024', 'Е1', 40],
    ],
  })
  expect(next.counts).toMatchObject({ ready: 1, wrong: 1 })
  const [wrong] = await past.rows(next.id, 'wrong')
  expect(wrong).toMatchObject({ row: 3 })
  expect(wrong!.faults[0]!.text).toBe('Из-за этой строки не хватит рыбы для записанного 01.09.2024 10:00')
})

test('feed is taken from the warehouse, and what it lacks is told of each row', async () => {
  const [good, stock] = [await farm.good({ name: 'Форель 6 мм' }), await farm.stock('Причал')]
  await farm.adding({ good: good.id, stock: stock.id, count: 100, date: '01.01.2024' })
  const seen = await past.send(history('Ж1', 'Ж2'))
  await past.createAll(seen.id)
  await past.bring(seen.id)
  const fed = await past.send({
    Кормления: [
      ['Дата', 'Садок', 'Корм', 'Корм, кг', 'Склад'],
      ['05.03.2024', 'Ж1', 'форель 6 мм', 60, 'Причал'],
      ['06.03.2024', 'Ж1', 'форель 6 мм', 60, 'Причал'],
      ['07.03.2024', 'Ж1', 'форель 6 мм', 30, 'Причал'],
      ['01.03.2024', 'Ж1', 'форель 6 мм', 1, 'Причал'],
    ],
  })
  expect(fed.counts).toMatchObject({ ready: 2, wrong: 2 })
  const wrong = await past.rows(fed.id, 'wrong')
  expect(wrong.map(({ row, faults }) => [row, faults[0]!.text])).toEqual([
    [3, 'На складе не хватает 20 кг'],
    [5, 'В садке на это время нет рыбы'],
  ])
  expect(fed.goods).toEqual([{ good: 'Форель 6 мм', measure: 'кг', stock: 'Причал', before: 100, after: 10 }])
  await past.bring(fed.id)
  expect(await ledgerIsSound(farm)).toEqual([])
})
