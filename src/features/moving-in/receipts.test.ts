/** A past with its feed: receipts come with the feedings that take from them, or what lacks is received at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
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
const FEEDING = ['Дата', 'Садок', 'Корм', 'Корм, кг', 'Склад']
const RECEIPT = ['Дата', 'Корм', 'Склад', 'Количество, т', 'Цена, руб/т', 'Партия', 'Годен до']

const receipts = async (stock: string) => {
  const { rows } = (await farm.call(kinds.receipt.list, { start: '01.01.2024', end: '31.12.2024', page: 1 })) as {
    rows: { stock: string; datetime: string; note: string | null; act_number: string | null; lines: object[] }[]
  }
  return rows.filter((row) => row.stock === stock)
}

test('receipts and the feedings that take from them come whole, are known again, and go whole', async () => {
  const bytes = await workbookOf({
    Кормления: [
      FEEDING,
      ['05.03.2024', 'П1', 'Форель 4,5 мм', 60, 'Баржа'],
      ['06.03.2024', 'П1', 'Форель 4,5 мм', 60, 'Баржа'],
      ['07.03.2024', 'П1', 'Форель 4,5 мм', 100, 'Баржа'],
    ],
    Приход: [
      RECEIPT,
      ['05.03.2024', 'Форель 4,5 мм', 'Баржа', 0.1, 95_000, 'L-17', '01.09.2024'],
      ['06.03.2024', 'Форель 4,5 мм', 'Баржа', 0.1, null, null, null],
    ],
    Зарыбление: stocking('П1'),
  })
  const seen = await past.sendBytes(bytes)
  expect(seen.sheets.map(({ kind }) => kind)).toEqual(['feeding', 'receipt', 'stocking'])
  const ready = await past.createAll(seen.id)
  expect(ready.counts).toMatchObject({ ready: 5, wrong: 1 })
  expect(ready.lacking).toEqual([{ good: 'Форель 4,5 мм', measure: 'кг', stock: 'Баржа', amount: 20 }])
  const [wrong] = await past.rows(seen.id, 'wrong')
  expect(wrong!.faults[0]!.text).toBe('На складе не хватает 20 кг')
  await farm.call(pastCalls.mend, { id: seen.id, rows: [{ sheet: 0, row: 4, values: { volume: '80' } }] })
  expect(await past.checked(seen.id)).toMatchObject({
    counts: { ready: 6, wrong: 0 },
    lacking: [],
    goods: [{ good: 'Форель 4,5 мм', measure: 'кг', stock: 'Баржа', before: 0, after: 0 }],
  })
  expect(await past.bring(seen.id)).toMatchObject({ state: 'brought', reason: null })
  const brought = await receipts('Баржа')
  expect(brought).toMatchObject([
    { datetime: '2024-03-06T05:00', act_number: '2', lines: [{ amount: 100, price: null, lot: null }] },
    {
      datetime: '2024-03-05T05:00',
      act_number: '1',
      lines: [{ amount: 100, price: 95, lot: 'L-17', best_before: '2024-09-01' }],
    },
  ])
  expect(await ledgerIsSound(farm)).toEqual([])
  const again = await past.sendBytes(bytes)
  expect(again.counts).toMatchObject({ ready: 0, wrong: 0, there: 6 })
  const other = await past.send({
    Приход: [
      RECEIPT,
      ['05.03.2024', 'Форель 4,5 мм', 'Баржа', 0.1, 95_000, 'L-17', '01.09.2024'],
      ['05.03.2024', 'Форель 4,5 мм', 'Баржа', 0.2, null, null, null],
    ],
  })
  expect(other.counts).toMatchObject({ ready: 1, there: 1 })
  expect(await past.undo(seen.id)).toMatchObject({ state: 'undone', reason: null })
  expect(await receipts('Баржа')).toEqual([])
  expect(await ledgerIsSound(farm)).toEqual([])
})

test('receipts alone are a past too, and stay while feed was taken from them', async () => {
  const [good, stock] = [await farm.good({ name: 'Карп 3 мм' }), await farm.stock('Ангар')]
  const seen = await past.send({
    Лист: [
      ['Дата', 'Операция', 'Корм', 'Склад', 'Вес, кг'],
      ['05.03.2024', 'приход', 'карп 3 мм', 'Ангар', 50],
    ],
  })
  expect(seen.counts).toMatchObject({ ready: 1, wrong: 0 })
  await past.bring(seen.id)
  await farm.call(kinds.writeOff.create, {
    date: '06.03.2024',
    time: '10:00',
    stock_id: stock.id,
    lines: [{ good_id: good.id, amount: 20 }],
  })
  const kept = await past.undo(seen.id)
  expect(kept.state).toBe('brought')
  expect(kept.reason).toContain('06.03.2024 10:00')
  expect(await receipts('Ангар')).toHaveLength(1)
  await farm.adding({ good: good.id, stock: stock.id, count: 7, date: '08.03.2024', time: '15:00' })
  const next = await past.send({ Приход: [RECEIPT, ['08.03.2024', 'Карп 3 мм', 'Ангар', 0.007, null, null, null]] })
  const [doubted] = await past.rows(next.id, 'doubted')
  expect(doubted!.faults[0]!.text).toBe('Похожая операция уже записана вручную')
})

test('what feedings lack at their worst is received on the first day, once it is wanted', async () => {
  const stock = await farm.stock('Понтон')
  const good = await farm.good({ name: 'Сиг 2 мм' })
  await farm.adding({ good: good.id, stock: stock.id, count: 30, date: '06.03.2024' })
  const bytes = await workbookOf({
    Зарыбление: stocking('П3'),
    Кормления: [
      FEEDING,
      ['05.03.2024', 'П3', 'Сиг 2 мм', 60, 'Понтон'],
      ['07.03.2024', 'П3', 'Сиг 2 мм', 10, 'Понтон'],
      ['08.03.2024', 'П3', 'Сиг 2 мм', 45, 'Понтон'],
      ['08.03.2024', 'П3', 'Новый корм', 5, 'Понтон'],
    ],
  })
  const seen = await past.sendBytes(bytes)
  const short = await past.createAll(seen.id)
  expect(short).toMatchObject({ opening: false, counts: { ready: 2, wrong: 3 } })
  const lacking = [
    { good: 'Сиг 2 мм', measure: 'кг', stock: 'Понтон', amount: 85 },
    { good: 'Новый корм', measure: 'кг', stock: 'Понтон', amount: 5 },
  ]
  expect(short.lacking).toEqual(lacking)
  await farm.call(pastCalls.opening, { id: seen.id, on: true })
  const ready = await past.checked(seen.id)
  expect(ready).toMatchObject({ opening: true, counts: { ready: 5, wrong: 0 }, lacking })
  expect(ready.goods.map(({ after }) => after)).toEqual([0, 0])
  await past.bring(seen.id)
  expect(await receipts('Понтон')).toMatchObject([
    { datetime: '2024-03-06T00:00', lines: [{ amount: 30 }] },
    {
      datetime: '2024-03-01T00:00',
      note: 'Начальный остаток',
      lines: [
        { good: 'Сиг 2 мм', amount: 85 },
        { good: 'Новый корм', amount: 5 },
      ],
    },
  ])
  expect(await ledgerIsSound(farm)).toEqual([])
  expect((await past.sendBytes(bytes)).counts).toMatchObject({ ready: 0, wrong: 0, there: 5 })
  expect(await past.undo(seen.id)).toMatchObject({ state: 'undone', reason: null })
  expect(await receipts('Понтон')).toHaveLength(1)
  expect(await ledgerIsSound(farm)).toEqual([])
})

test('what is short after a stocktake is no opening balance', async () => {
  const stock = await farm.stock('Причал')
  const good = await farm.good({ name: 'Нельма 5 мм' })
  await farm.call(kinds.stocktake.create, {
    date: '10.03.2024',
    time: '10:00',
    stock_id: stock.id,
    lines: [{ good_id: good.id, amount: 20 }],
  })
  const seen = await past.send({
    Зарыбление: stocking('П4'),
    Кормления: [
      FEEDING,
      ['05.03.2024', 'П4', 'Нельма 5 мм', 60, 'Причал'],
      ['15.03.2024', 'П4', 'Нельма 5 мм', 90, 'Причал'],
    ],
  })
  expect((await past.createAll(seen.id)).lacking).toEqual([
    { good: 'Нельма 5 мм', measure: 'кг', stock: 'Причал', amount: 60 },
  ])
  await farm.call(pastCalls.opening, { id: seen.id, on: true })
  expect((await past.checked(seen.id)).counts).toMatchObject({ ready: 2, wrong: 1 })
  const [wrong] = await past.rows(seen.id, 'wrong')
  expect([wrong!.row, wrong!.faults[0]!.text]).toEqual([3, 'На складе не хватает 70 кг'])
})

test('a stocktake of a book sets what its warehouse has', async () => {
  const seen = await past.send({
    Зарыбление: stocking('П5'),
    Инвентаризация: [
      ['Дата', 'Время', 'Корм', 'Склад', 'Количество, кг'],
      ['04.03.2024', '20:00', 'Чир 3 мм', 'Барк', 50],
      ['06.03.2024', '20:00', 'Чир 3 мм', 'Барк', 5],
    ],
    Кормления: [
      FEEDING,
      ['05.03.2024', 'П5', 'Чир 3 мм', 30, 'Барк'],
      ['06.03.2024', 'П5', 'Чир 3 мм', 25, 'Барк'],
      ['07.03.2024', 'П5', 'Чир 3 мм', 8, 'Барк'],
    ],
  })
  expect(await past.createAll(seen.id)).toMatchObject({ counts: { ready: 4, wrong: 2 } })
  const wrong = await past.rows(seen.id, 'wrong')
  expect(wrong.map(({ row, faults }) => [row, faults[0]!.text])).toEqual([
    [3, 'На складе не хватает 5 кг'],
    [4, 'На складе не хватает 3 кг'],
  ])
})

test('a waybill, an act and where fish came from are read as people write them', async () => {
  const seen = await past.send({
    Приход: [
      ['Дата', 'Корм', 'Склад', 'Количество, кг', 'Поставщик', '№ ТТН', 'Накладная от', 'НДС, %', '№ акта'],
      ['05.03.2024', 'Форель 4,5 мм', 'Баржа', 10, 'ООО «Корма»', 2017, '4 марта 2024', 0.2, 'А-9'],
      ['06.03.2024', 'Форель 4,5 мм', 'Баржа', 10, null, null, null, '21 %', null],
    ],
    Зарыбление: [
      ['Дата', 'Садок', 'Генерация', 'Категория', 'Количество', 'Навеска, г', 'Откуда привезли', 'Состояние'],
      ['01.03.2024', 'П6', 'Весна 2024', 'Товарная', 100, 200, 'Кижи', 'бодрая'],
    ],
    Sales: [
      ['Date', 'Operation', 'Cage', 'Count', 'Buyer', 'Employee'],
      ['08.03.2024', 'sale', 'П6', 10, 'Рынок', 'Иванов И. И.'],
      ['09.03.2024', 'sale', 'П6', 10, null, 'Петров П. П.'],
    ],
  })
  const ready = await past.createAll(seen.id)
  expect(ready.counts).toMatchObject({ ready: 4, wrong: 1 })
  const [wrong] = await past.rows(seen.id, 'wrong')
  expect(wrong!.faults[0]!.field).toBe('vat')
  await farm.call(pastCalls.mend, { id: seen.id, rows: [{ sheet: 0, row: 3, values: { vat: '22' } }] })
  await past.checked(seen.id)
  expect(await past.bring(seen.id)).toMatchObject({ state: 'brought', reason: null })
  const told = await farm.sql<{ kind: string; extra: object | null; fio: string | null }>(
    `select o.kind, o.extra, e.fio from operations o
     left join employees e on e.company_id = o.company_id and e.id = o.employee_id
     where o.import_id = $1 order by o.at`,
    [seen.id],
  )
  expect(told).toMatchObject([
    { kind: 'stocking', extra: { origin: 'Кижи', condition: 'бодрая' } },
    { extra: { waybill_number: '2017', waybill_date: '2024-03-04', vat_rate: '20', act_number: 'А-9' } },
    { extra: { vat_rate: '22' } },
    { kind: 'withdrawal', fio: 'Иванов И. И.' },
    { kind: 'withdrawal', fio: null },
  ])
})

test('a receipt is of any consumable, a feeding of feed alone', async () => {
  await farm.good({ name: 'Мешки', type: 'workshop', measure: 'piece' })
  await farm.stock('Сарай')
  const seen = await past.send({
    Приход: [
      ['Дата', 'Корм', 'Склад', 'Количество'],
      ['05.03.2024', 'Мешки', 'Сарай', 10],
      ['05.03.2024', 'Мешки', 'Сарай', 1.5],
    ],
    Кормления: [FEEDING, ['05.03.2024', 'П1', 'Мешки', 60, 'Сарай']],
  })
  expect(seen.counts).toMatchObject({ ready: 1, wrong: 2 })
  const wrong = await past.rows(seen.id, 'wrong')
  expect(wrong.map(({ faults }) => faults[0]!.text)).toEqual([
    '«Мешки» считается в штуках: укажите целое число',
    '«Мешки»: скажите, что это',
  ])
})
