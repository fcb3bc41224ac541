/** A sheet for each cage, a day in a row, as farms really keep it; running balances are evidence and nothing else. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cageCalls } from '../../core/cages/cage.contract'
import { measurementCalls, type MeasurementRow } from '../../core/cages/measurement.contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { ledgerIsSound, pastOf } from '../../testing/farm/past'
import { workbookOf } from '../../testing/workbook'
import { pastCalls } from './calls/past.contract'

let farm: Farm
let past: ReturnType<typeof pastOf>
beforeAll(async () => {
  farm = await openFarm()
  past = pastOf(farm)
  const module = await farm.module('Озеро')
  await farm.parameter({ location: module.id, name: 'Вода', depth: [2] })
  await farm.good({ name: 'Форель 6 мм' })
  await farm.stock('Причал')
})
afterAll(() => farm.close())

const TITLES = ['Дата', 'Рыбы, шт', 'Отход', 'Корм, кг', 'Навеска, г', 'Температура', 'Рыба, кг']
const cageNow = async (number: string) => (await farm.call(cageCalls.list, {})).find((one) => one.number === number)

/** Balances of evenings; nought, dashes and empty cells are days when nothing happened. */
const days = (): (string | number | null)[][] => [
  TITLES,
  ['01.04.2024', 990, 10, 20, null, 6, null],
  ['02.04.2024', 990, 0, 20, null, 6.5, null],
  ['03.04.2024', 985, 5, '-', 210, null, 206.85],
  ['04.04.2024', 985, null, null, null, null, null],
  ['05.04.2024', 980, 3, 25, null, 7, null],
  ['Итого', null, 18, 65, null, null, null],
]

test('a row gives several operations, and what a cage began with is offered from its first refusal', async () => {
  const bytes = await workbookOf({ 'Садок Д7': days() })
  const seen = await past.sendBytes(bytes)
  expect(seen.sheets[0]).toMatchObject({ kind: 'diary', cage: 'Садок Д7', readings: [5] })
  const asked = await past.createAll(seen.id)
  expect(asked.counts).toMatchObject({ ready: 0, wrong: 4, left: 2 })
  expect(asked.lacking_fish).toEqual([
    {
      cage: 'Садок Д7',
      module: null,
      day: '2024-04-01',
      count: 1000,
      avg_weight: 0.21,
      generation: null,
      category: null,
    },
  ])
  await farm.call(pastCalls.opening, { id: seen.id, on: true, of: 'fish' })
  await past.checked(seen.id)
  await past.createAll(seen.id)
  await farm.call(pastCalls.opening, { id: seen.id, on: true })
  const ready = await past.checked(seen.id)
  expect(ready).toMatchObject({ opening_fish: true, lacking_fish: [], counts: { ready: 5, wrong: 0, left: 2 } })
  // 985 − 3 are 982, whatever the book counts; a mean of nobody knows when is weighed on the third
  expect(ready.counts!.differs).toBe(1)
  const [differs] = await past.rows(seen.id, 'differs')
  expect(differs).toMatchObject({ row: 6, state: 'ready' })
  expect(differs!.faults).toEqual([
    { field: 'count', address: 'Садок Д7!B6', text: 'По книге в садке 980 шт, по учёту 982 шт' },
  ])
  expect(await past.bring(seen.id)).toMatchObject({ state: 'brought', reason: null })
  expect(await cageNow('Д7')).toMatchObject({ count: 982 })
  const told = await farm.sql(`select kind, count, volume, source_row from operations
    where import_id = ${seen.id} and source_row is not null order by at, id`)
  expect(told.map(({ source_row }) => source_row)).toEqual([
    'Начальный остаток рыбы!2',
    'Садок Д7!2:feeding',
    'Садок Д7!2:retreat',
    'Садок Д7!3:feeding',
    'Садок Д7!4:weighing',
    'Садок Д7!4:retreat',
    'Садок Д7!6:feeding',
    'Садок Д7!6:retreat',
  ])
  const [{ id: location } = { id: 0 }] = await farm.sql<{ id: number }>(`select id from locations where name = 'Озеро'`)
  const YEAR = { start: '01.01.2024', end: '31.12.2024' }
  const water = (await farm.call(measurementCalls.byLocation, { locationId: location, ...YEAR })) as MeasurementRow[]
  expect(water.map(({ value, cage_number }) => [value, cage_number])).toEqual([
    [7, 'Д7'],
    [6.5, 'Д7'],
    [6, 'Д7'],
  ])
  expect(await ledgerIsSound(farm)).toEqual([])
  expect((await past.sendBytes(bytes)).counts).toMatchObject({ ready: 0, wrong: 0, there: 4 })
  await past.undo(seen.id)
  expect(await cageNow('Д7')).toMatchObject({ count: 0 })
  expect(await ledgerIsSound(farm)).toEqual([])
})

test('a balance of mornings is as good, and a wrong part of a row says which it is', async () => {
  const rows = [
    ['Садок Д8'],
    [],
    ['Дата', 'Остаток, шт', 'Отход, шт', 'Корм, кг'],
    ['01.05.2024', 500, 4, 10],
    ['02.05.2024', 496, 6, 'много'],
    ['03.05.2024', 490, 700, null],
  ]
  const seen = await past.send({ Лист1: rows })
  expect(seen.sheets[0]).toMatchObject({ kind: 'diary', cage: 'Садок Д8', header: 2 })
  const asked = await past.createAll(seen.id)
  expect(asked.lacking_fish).toMatchObject([{ count: 710, avg_weight: null }])
  await farm.call(pastCalls.opening, { id: seen.id, on: true, of: 'fish' })
  await past.checked(seen.id)
  const opened = await past.createAll(seen.id)
  expect(opened.counts).toMatchObject({ wrong: 4 })
  const weighed = { sheet: 1, row: 2, values: { count: '500', avg_weight: '100 г' } }
  await farm.call(pastCalls.mend, { id: seen.id, rows: [weighed] })
  await past.createAll(seen.id)
  await farm.call(pastCalls.opening, { id: seen.id, on: true })
  await past.checked(seen.id)
  const wrong = await past.rows(seen.id, 'wrong')
  expect(wrong.map(({ row, faults }) => [row, faults.map(({ address, text }) => [address, text])])).toEqual([
    [5, [['Лист1!D5', '«много» — не число']]],
    [6, [['Лист1!C6', 'В садке на это время 490 шт: не хватает 210 шт']]],
  ])
  expect(await past.rows(seen.id, 'differs')).toEqual([])
  const mended: { sheet: number; row: number; values: Record<string, string> }[] = [
    { sheet: 0, row: 5, values: { volume: '10' } },
    { sheet: 0, row: 6, values: { dead: '7' } },
  ]
  await farm.call(pastCalls.mend, { id: seen.id, rows: mended })
  expect((await past.checked(seen.id)).counts).toMatchObject({ ready: 4, wrong: 0, differs: 0 })
  await farm.call(pastCalls.opening, { id: seen.id, on: false, of: 'fish' })
  const without = await past.checked(seen.id)
  expect(without).toMatchObject({ opening_fish: false, counts: { ready: 0, wrong: 3 } })
  expect(without.sheets).toHaveLength(1)
})

test('blocks of a sheet each have their own cage, and the header may come again', async () => {
  const head = ['Дата', 'Посажено', 'Навеска, г', 'Отход', 'Партия']
  const seen = await past.send({
    Журнал: [
      ['Садок № Д9'],
      head,
      ['01.05.2024', 300, 50, 2, 'Весна'],
      ['02.05.2024', null, null, 3, null],
      ['Садок № Д10'],
      head,
      ['01.05.2024', 400, 60, null, 'Весна'],
      ['02.05.2024', null, null, 5, null],
    ],
  })
  expect(seen.sheets[0]).toMatchObject({ kind: 'diary', cage: 'Садок № Д9' })
  const ready = await past.createAll(seen.id)
  expect(ready.counts).toMatchObject({ ready: 4, wrong: 0, left: 0 })
  expect(ready.cages.map(({ cage, count }) => [cage, count])).toEqual([
    ['Д9', 295],
    ['Д10', 395],
  ])
})

test('a mean that stands in every row is counted on, not weighed', async () => {
  const rows = Array.from({ length: 12 }, (_, place) => {
    const day = `${String(place + 1).padStart(2, '0')}.06.2024`
    return [day, place ? null : 100, 50 + place, 1] as (string | number | null)[]
  })
  const seen = await past.send({ 'Садок Д11': [['Дата', 'Посажено', 'Навеска, г', 'Отход'], ...rows] })
  expect(seen.sheets[0]!.columns).toEqual({ date: 0, stocked: 1, mean: 2, dead: 3 })
  expect((await past.createAll(seen.id)).counts).toMatchObject({ ready: 12, wrong: 0 })
})
