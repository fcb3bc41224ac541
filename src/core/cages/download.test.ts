import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWorkbook, type Cell } from '../../../e2e/xlsx'
import { sheetNames } from '../../server/sheets/excel'
import { openFarm, type Farm } from '../../testing/farm/farm'
import { kinds } from '../documents/kinds/kinds.contract'

let farm: Farm
let group: { generation_id: number; age_category_id: number }
beforeAll(async () => {
  farm = await openFarm()
  const [species, category] = await Promise.all([farm.species('Форель'), farm.category('Крупная')])
  const generation = await farm.generation({ species: species.id, name: '=HYPERLINK("x")' })
  group = { generation_id: generation.id, age_category_id: category.id }
})
afterAll(() => farm.close())

const values = (rows: Cell[][]) =>
  rows.map((row) => row.map((cell) => cell && ('text' in cell ? cell.text : cell.number)))

async function download(query: Record<string, string> = {}, as?: { cookie: string }, headers = {}) {
  const answer = await farm.get('/cages/download-all', query, as ? { as, headers } : { headers })
  expect(answer.status).toBe(200)
  return { headers: answer.headers, sheets: readWorkbook(answer.bytes) }
}

test('a sheet of totals and one a module, with numbers as numbers and names as text, now and on a past day', async () => {
  const [north, south] = [await farm.module('Север: [1]/2'), await farm.module('Юг')]
  const ten = await farm.cage({ location: north.id, number: '10', volume: 100 })
  const two = await farm.cage({ location: north.id, number: '2' })
  await farm.cage({ location: south.id, number: '+7' })
  const stock = (to_id: number, days: number, count: number) =>
    farm.call(kinds.stocking.create, {
      date: farm.daysAgo(days),
      time: '10:00',
      to_id,
      ...group,
      count,
      avg_weight: '0,25',
    })
  await stock(ten.id, 10, 1000)
  await stock(two.id, 2, 400)

  const { headers, sheets } = await download()
  expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  expect(decodeURIComponent(String(headers['content-disposition']))).toContain(`Садки ${farm.today()}.xlsx`)
  expect([...sheets.keys()]).toEqual(['Итоги', 'Север   1  2', 'Юг'])
  expect(values(sheets.get('Итоги')!).slice(2)).toEqual([
    ['Модуль', 'Садков', 'Количество, шт', 'Биомасса, кг', 'Навеска, кг'],
    ['Север: [1]/2', 2, 1400, 350, 0.25],
    ['Юг', 1, 0, 0],
    ['Итого', 3, 1400, 350, 0.25],
  ])
  const rows = values(sheets.get('Север   1  2')!)
  expect(rows[3]!.slice(0, 7)).toEqual([2, 0.25, 400, 100, 'Крупная', '=HYPERLINK("x")', 'Форель'])
  expect(rows[4]!.slice(0, 4)).toEqual([10, 0.25, 1000, 250])
  expect(rows[4]![9]).toBe(2.5)
  expect(rows[5]!.slice(0, 4)).toEqual(['Итого', 0.25, 1400, 350])
  expect(values(sheets.get('Юг')!)[3]![0]).toBe('+7')

  const past = await download({ date: farm.daysAgo(5) })
  expect(values(past.sheets.get('Итоги')!).at(-1)).toEqual(['Итого', 3, 1000, 250, 0.25])
  expect(decodeURIComponent(String(past.headers['content-disposition']))).toContain(farm.daysAgo(5))
})

test('is written in the language of whoever asks', async () => {
  const { headers, sheets } = await download({}, undefined, { 'accept-language': 'en' })
  expect(headers['content-disposition']).toContain(`Cages%20${farm.today()}.xlsx`)
  expect(values(sheets.get('Totals')!)[2]).toEqual([
    'Module',
    'Cages',
    'Quantity, pcs',
    'Biomass, kg',
    'Average weight, kg',
  ])
})

test('holds the modules of the user alone, and a wrong date is refused as elsewhere', async () => {
  const own = await farm.module('Свой')
  const limited = await farm.user({ locations: [own.id] })
  expect([...(await download({}, limited)).sheets.keys()]).toEqual(['Итоги', 'Свой'])
  const refused = await farm.get('/cages/download-all', { date: '31.02.2026' })
  expect(refused.status).toBe(422)
})

test('names of tabs are what Excel opens: short, without its signs, no two alike', () => {
  const long = 'Очень длинное название модуля на озере'
  expect(sheetNames(['Юг', 'юг', '', "'Кавычки'", 'a/b:c', 'History', long, long])).toEqual([
    'Юг',
    'юг (2)',
    '—',
    'Кавычки',
    'a b c',
    'History (2)',
    'Очень длинное название модуля н',
    'Очень длинное название моду (2)',
  ])
})
