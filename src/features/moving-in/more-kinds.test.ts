/** A past has more than fish and feed: medicines, readings of water and what was paid. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { measurementCalls, type MeasurementRow } from '../../core/cages/measurement.contract'
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

const stocking = (cage: string) => [
  ['Дата', 'Садок', 'Генерация', 'Категория', 'Количество', 'Навеска, г'],
  ['01.03.2024', cage, 'Весна 2024', 'Товарная', 1_000, 200],
]
const YEAR = { start: '01.01.2024', end: '31.12.2024' }
const inJournal = async (of: 'treatment' | 'spending' | 'retreat') =>
  ((await farm.call(kinds[of].list, { ...YEAR, page: 1 })) as { rows: Record<string, unknown>[] }).rows
const water = async (locationId: number) =>
  (await farm.call(measurementCalls.byLocation, { locationId, ...YEAR, sort: 'datetime' })) as MeasurementRow[]

test('a treatment takes a medicine from the warehouse, and none where there are no fish', async () => {
  const bytes = await workbookOf({
    Зарыбление: stocking('Л1'),
    Приход: [
      ['Дата', 'Препарат', 'Склад', 'Количество, л'],
      ['01.03.2024', 'Формалин', 'Аптека', 10],
    ],
    Лечения: [
      ['Дата', 'Садок', 'Препарат', 'Препарат, мл', 'Склад', 'Примечание'],
      ['05.03.2024', 'Л1', 'формалин', 1500, 'Аптека', 'ванна'],
      ['06.03.2024', 'Л1', 'формалин', '9 л', 'Аптека', null],
      ['01.02.2024', 'Л1', 'формалин', 100, 'Аптека', null],
    ],
  })
  await farm.good({ name: 'Формалин', type: 'medicine', measure: 'liter' })
  const seen = await past.sendBytes(bytes)
  expect(seen.sheets[2]).toMatchObject({ kind: 'treatment', units: { volume: 'ml' } })
  const ready = await past.createAll(seen.id)
  expect(ready.counts).toMatchObject({ ready: 3, wrong: 2 })
  const wrong = await past.rows(seen.id, 'wrong')
  expect(wrong.map(({ row, faults }) => [row, faults[0]!.text])).toEqual([
    [3, 'На складе не хватает 0,5 л'],
    [4, 'В садке на это время нет рыбы'],
  ])
  await past.bring(seen.id)
  expect(await inJournal('treatment')).toMatchObject([{ cage: 'Л1', medicine: 'Формалин', volume: 1.5, note: 'ванна' }])
  expect(await ledgerIsSound(farm)).toEqual([])
  expect((await past.sendBytes(bytes)).counts).toMatchObject({ ready: 0, there: 3 })
  await past.undo(seen.id)
  expect(await inJournal('treatment')).toEqual([])
})

test('a new medicine is one, counted as its column is', async () => {
  const seen = await past.send({
    Зарыбление: stocking('Л2'),
    Лечения: [
      ['Дата', 'Садок', 'Препарат', 'Количество, шт', 'Склад'],
      ['05.03.2024', 'Л2', 'Таблетки', 4, 'Аптека'],
    ],
  })
  await past.createAll(seen.id)
  await farm.call(pastCalls.opening, { id: seen.id, on: true })
  expect((await past.checked(seen.id)).counts).toMatchObject({ ready: 2, wrong: 0 })
  await past.bring(seen.id)
  expect(await farm.sql(`select type, measure from goods where name = 'Таблетки'`)).toEqual([
    { type: 'medicine', measure: 'piece' },
  ])
})

test('readings come by columns of a row and by rows of a parameter, once, and go with the rest', async () => {
  const module = await farm.module('Озеро')
  const cage = await farm.cage({ location: module.id, number: 'В7' })
  const temperature = await farm.parameter({ location: module.id, name: 'Вода', depth: [2, 5] })
  const book = {
    'Замеры воды': [
      ['Дата', 'Время', 'Модуль', 'Садок', 'Температура, °C, 5 м', 'Кислород, мг/л'],
      ['05.05.2024', '08:00', 'Озеро', null, 8.25, '11,5'],
      ['06.05.2024', '08:00', 'Озеро', 'В7', 8.5, null],
      ['07.05.2024', '08:00', 'Озеро', null, 80, 'много'],
    ],
    Журнал: [
      ['Дата', 'Модуль', 'Параметр', 'Глубина, м', 'Значение'],
      ['08.05.2024', 'озеро', 'вода', 2, 9],
      ['08.05.2024', 'озеро', 'вода', 2, 9],
      ['08.05.2024', 'озеро', 'вода', 3, 9],
    ],
  }
  const bytes = await workbookOf(book)
  const seen = await past.sendBytes(bytes)
  expect(seen.sheets.map(({ kind, readings }) => [kind, readings])).toEqual([
    ['measurement', [4, 5]],
    ['measurement', []],
  ])
  // the only parameter of that kind is meant, oxygen nobody has measured yet
  expect(seen.questions.map(({ list, name }) => [list, name])).toEqual([['parameter', 'Кислород']])
  const ready = await past.createAll(seen.id)
  expect(ready.counts).toMatchObject({ ready: 3, wrong: 2, there: 1 })
  const wrong = await past.rows(seen.id, 'wrong')
  expect(wrong.map(({ faults }) => faults.map(({ address, text }) => [address, text]))).toEqual([
    [
      ['Замеры воды!E4', 'Введите число от −5 до 45'],
      ['Замеры воды!F4', '«много» — не число'],
    ],
    [['Журнал!E4', 'У параметра нет такой глубины, есть 2; 5 м']],
  ])
  await farm.call(pastCalls.mend, { id: seen.id, rows: [{ sheet: 0, row: 4, values: { c4: '8', c5: '' } }] })
  await past.checked(seen.id)
  await past.bring(seen.id)
  const told = (await water(module.id)).map((row) => [row.datetime, row.measure_parameter_name, row.depth, row.value])
  expect(told).toEqual([
    ['2024-05-05T08:00', 'Вода', 5, 8.25],
    ['2024-05-05T08:00', 'Кислород', 0, 11.5],
    ['2024-05-06T08:00', 'Вода', 5, 8.5],
    ['2024-05-07T08:00', 'Вода', 5, 8],
    ['2024-05-08T09:00', 'Вода', 2, 9],
  ])
  expect((await water(module.id))[2]).toMatchObject({ cage_id: cage.id })
  expect((await past.sendBytes(bytes)).counts).toMatchObject({ ready: 0, there: 4, wrong: 2 })
  const other = await past.send({
    Замеры: [
      ['Дата', 'Время', 'Модуль', 'Вода, 5 м'],
      ['05.05.2024', '08:00', 'Озеро', 8.25],
      ['06.05.2024', '08:00', 'Озеро', 8.25],
      ['07.05.2024', '08:00', 'Озеро', 9],
    ],
  })
  expect(other.counts).toMatchObject({ ready: 1, there: 1, wrong: 1 })
  const [taken] = await past.rows(other.id, 'wrong')
  expect(taken!.faults[0]!.text).toBe('На это время такой замер уже есть: 8')
  expect(temperature.name).toBe('Вода')
  await past.undo(seen.id)
  expect(await water(module.id)).toEqual([])
})

test('a reading that somebody has changed keeps its import', async () => {
  const module = await farm.module('Река')
  const parameter = await farm.parameter({ location: module.id, name: 'Вода', depth: [2] })
  const seen = await past.send({
    Замеры: [
      ['Дата', 'Время', 'Модуль', 'Вода'],
      ['05.05.2024', '08:00', 'Река', 8],
    ],
  })
  await past.bring(seen.id)
  const [row] = await water(module.id)
  const moment = { date: '05.05.2024', time: '08:00', measure_parameter_id: parameter.id, cage_id: null }
  await farm.call(measurementCalls.update, { id: row!.id, ...moment, value: 9 })
  const kept = await past.undo(seen.id)
  expect(kept).toMatchObject({ state: 'brought' })
  expect(kept.reason).toContain('изменён замер 05.05.2024 08:00')
})

test('what was paid is of a day, an article and perhaps a cage or a module', async () => {
  await farm.cage({ location: (await farm.module('Залив')).id, number: 'Т1' })
  const rows = [
    ['Дата', 'Статья', 'Название', 'Сумма, руб', 'Модуль', 'Садок'],
    ['31.03.2024', 'Зарплата', 'За март', '120 500,50 ₽', null, null],
    ['31.03.2024', 'ремонт', null, 3000, 'Залив', null],
    ['31.03.2024', 'Водолазы', 'Осмотр', 900, 'Залив', 'Т1'],
    ['31.03.2024', 'Ремонт', 'Даром', 0, null, null],
  ]
  const bytes = await workbookOf({ Затраты: rows })
  const seen = await past.sendBytes(bytes)
  expect(seen.sheets[0]).toMatchObject({ kind: 'spending' })
  const ready = await past.createAll(seen.id)
  expect(ready.counts).toMatchObject({ ready: 3, wrong: 1 })
  const [wrong] = await past.rows(seen.id, 'wrong')
  expect(wrong!.faults[0]).toMatchObject({ address: 'Затраты!D5', text: 'Введите сумму больше нуля' })
  await past.bring(seen.id)
  const told = (await inJournal('spending')).map((row) => [
    row.date,
    row.name,
    row.spending_category_name,
    row.amount,
    row.paid_for,
  ])
  expect(told.sort()).toEqual(
    [
      ['31.03.2024', 'Осмотр', 'Водолазы', 900, 'Залив, Т1'],
      ['31.03.2024', 'За март', 'Зарплата', 120_500.5, null],
      ['31.03.2024', 'ремонт', 'Ремонт', 3000, 'Залив'],
    ].sort(),
  )
  expect((await past.send({ Затраты: rows }, 'другая.xlsx')).counts).toMatchObject({ there: 3, wrong: 1 })
  await past.undo(seen.id)
  expect(await inJournal('spending')).toEqual([])
})

test('where one column has the reasons of all kinds, that of a loss is its cause', async () => {
  const rows = [
    ['Дата', 'Операция', 'Садок', 'Генерация', 'Категория', 'Кол-во', 'Навеска, г', 'Причина'],
    ['01.03.2024', 'Зарыбление', 'Р1', 'Весна', 'Товарная', 500, 300, null],
    ['05.03.2024', 'Отход', 'Р1', null, null, 3, null, 'Баклан'],
  ]
  const seen = await past.send({ Журнал: rows }, 'вперемешку.xlsx')
  expect((await past.createAll(seen.id)).counts).toMatchObject({ ready: 2 })
  await past.bring(seen.id)
  const causes = (await inJournal('retreat')).map(({ count, loss_cause_name }) => [count, loss_cause_name])
  expect(causes).toEqual([[3, 'Баклан']])
  await past.undo(seen.id)
})

test('a loss has the cause that its book names: one of the list, a new one, or none', async () => {
  const rows = [
    ['Дата', 'Садок', 'Количество', 'Причина'],
    ['05.03.2024', 'П1', 3, 'травма'],
    ['06.03.2024', 'П1', 2, 'Чайки'],
    ['07.03.2024', 'П1', 1, null],
  ]
  const seen = await past.send({ Зарыбление: stocking('П1'), Отход: rows }, 'причины.xlsx')
  expect(seen.sheets[1]).toMatchObject({ kind: 'retreat', columns: { cause: 3 } })
  expect((await past.createAll(seen.id)).counts).toMatchObject({ ready: 4 })
  await past.bring(seen.id)
  const causes = (await inJournal('retreat')).map(({ count, loss_cause_name }) => [count, loss_cause_name])
  expect(causes.sort()).toEqual([
    [1, null],
    [2, 'Чайки'],
    [3, 'Травма'],
  ])
  expect(await ledgerIsSound(farm)).toEqual([])
  await past.undo(seen.id)
})
