import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { archive, bareWorkbook, cell, workbook } from '../../../testing/workbook'
import { addDays } from '../../../shared/dates'
import type { ErrorAnswer } from '../../../shared/errors'
import { type ReadingsImportAnswer, importCalls, UPLOAD_FAILED } from './measurement-import.contract'
import { measurementCalls, type MeasurementRow } from '../../../core/cages/measurement.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

const TITLES = ['Дата', 'Время', 'Модуль', 'Садок', 'Вода, °C, 2 м', 'Кислород, мг/л, 2 м']
const date = (day: string) => new Date(`${day}T00:00:00Z`)

async function water(options: Parameters<Farm['user']>[0] = {}) {
  const as = options.of ?? farm.session
  const module = await farm.module(undefined, { as })
  const [cage, temperature, oxygen] = await Promise.all([
    farm.cage({ location: module.id, as }),
    farm.parameter({ location: module.id, name: 'Вода', depth: [2, 5], as }),
    farm.parameter({ location: module.id, name: 'Кислород', type: 'oxygen', as }),
  ])
  return { module, cage, temperature, oxygen }
}
type Water = Awaited<ReturnType<typeof water>>

async function send(bytes: Buffer, body: object, options: { as?: Farm['session']; name?: string; key?: string } = {}) {
  const { name = 'замеры.xlsx', ...rest } = options
  const { status, body: answer } = await farm.upload(importCalls.upload.path, { name, bytes }, body, rest)
  return { status, answer: answer as ReadingsImportAnswer & ErrorAnswer }
}

const stored = async ({ module }: Water) =>
  (await farm.call(measurementCalls.byLocation, {
    locationId: module.id,
    start: '01.01.2020',
    end: farm.today(),
    sort: 'datetime',
  })) as MeasurementRow[]

/** April at eight in the morning. */
const april = Array.from({ length: 30 }, (_, index) => addDays('2026-04-01', index))
const monthOf = (value: (index: number) => number | string) =>
  workbook([TITLES, ...april.map((day, index) => [date(day), '08:00', null, null, value(index), 11.5])])

describe('a month from Excel', () => {
  it('is looked at first, which stores nothing, then stored as it was shown', async () => {
    const place = await water()
    const file = await monthOf((index) => index / 10)
    const location_id = place.module.id
    const { status, answer } = await send(file, { location_id, preview: 1 })
    expect(status).toBe(200)
    expect(answer).toMatchObject({ preview: true, rows: 30, created: 60, error_count: 0, duplicate_count: 0 })
    expect(answer).toMatchObject({ first_date: '01.04.2026', last_date: '30.04.2026' })
    expect(answer.columns).toEqual([
      { name: 'Вода', beautifulSymbol: '°C', depth: 2, count: 30, least: 0, most: 2.9 },
      { name: 'Кислород', beautifulSymbol: 'мг/л', depth: 2, count: 30, least: 11.5, most: 11.5 },
    ])
    expect(answer.sample[0]).toMatchObject({
      row: 2,
      datetime: '2026-04-01T08:00',
      name: 'Вода',
      value: 0,
      cage_number: null,
    })
    expect(await stored(place)).toEqual([])

    expect((await send(file, { location_id })).answer).toMatchObject({ preview: false, created: 60 })
    const rows = await stored(place)
    expect(rows).toHaveLength(60)
    expect(rows.filter(({ measure_parameter_name: name }) => name === 'Вода').map(({ value }) => value)).toEqual(
      april.map((_, index) => index / 10),
    )
    expect(rows[0]).toMatchObject({ user_name: 'Анна Петрова', external_input: false })
  })

  it('sent twice is stored once, and says which rows were there', async () => {
    const place = await water()
    const location_id = place.module.id
    await send(await monthOf(() => 4), { location_id })
    const { answer } = await send(await monthOf((index) => (index === 0 ? 5 : 4)), { location_id })
    expect(answer).toMatchObject({ created: 0, duplicate_count: 60, error_count: 0 })
    expect(answer.duplicates.slice(0, 2)).toEqual([
      { row: 2, column: 'Вода, °C, 2 м', text: 'Замер уже есть: 4' },
      { row: 2, column: 'Кислород, мг/л, 2 м', text: 'Замер уже есть' },
    ])
    expect(new Set((await stored(place)).map(({ value }) => value))).toEqual(new Set([4, 11.5]))
  })

  it('with one wrong cell stores nothing, and the preview says which cell it is', async () => {
    const place = await water()
    const file = await monthOf((index) => (index === 14 ? 'ледостав' : 3))
    const location_id = place.module.id
    const { answer: preview } = await send(file, { location_id, preview: true })
    expect(preview).toMatchObject({ error_count: 1, created: 59 })
    expect(preview.errors).toEqual([{ row: 16, column: 'Вода, °C, 2 м', text: 'Не число: ледостав' }])
    const { status, answer } = await send(file, { location_id })
    expect(status).toBe(422)
    expect(answer).toMatchObject({ message: UPLOAD_FAILED, msgShouldBeShown: true })
    expect(answer.errors).toEqual({ 'rows.16.Вода, °C, 2 м': ['Не число: ледостав'] })
    expect(await stored(place)).toEqual([])
  })

  it('repeated with its key is answered as before', async () => {
    const place = await water()
    const file = await monthOf(() => 4)
    const body = { location_id: place.module.id }
    const [first, again] = [await send(file, body, { key: 'april' }), await send(file, body, { key: 'april' })]
    expect(again).toEqual(first)
    expect((await send(await monthOf(() => 5), body, { key: 'april' })).status).toBe(409)
  })
})

describe('a row', () => {
  it('may name module, cage, date and time in the ways that people write them', async () => {
    const place = await water()
    const { module, cage } = place
    const file = await workbook([
      ['Замеры за апрель', null, null, null, null, null],
      ['дата', 'ВРЕМЯ', 'модуль', 'садок', 'вода 5 м', 'кислород'],
      ['03.04.2026', '8:05', module.name.toUpperCase(), cage.number, '4,5', null],
      ['2026-04-04 09:10', null, module.name, null, 4.5, '11.25'],
      [46117.5, null, module.name, null, 4.5, null],
      [date('2026-04-06'), 0.75, module.name, Number(cage.number), 4.5, null],
      [null, null, null, null, null, null],
      [date('2026-04-07'), '08:00', null, null, null, null],
    ])
    const { answer } = await send(file, {})
    expect(answer).toMatchObject({ rows: 4, created: 5, error_count: 0 })
    const rows = await stored(place)
    expect(rows.map(({ datetime, cage_id, depth, value }) => [datetime, cage_id, depth, value])).toEqual([
      ['2026-04-03T08:05', cage.id, 5, 4.5],
      ['2026-04-04T09:10', null, 5, 4.5],
      ['2026-04-04T09:10', null, 2, 11.25],
      ['2026-04-05T12:00', null, 5, 4.5],
      ['2026-04-06T18:00', cage.id, 5, 4.5],
    ])
  })

  it('that says nothing sure is named with its column and reason', async () => {
    const { module } = await water()
    const { module: other } = await water()
    const { module: bare } = { module: await farm.module() }
    const file = await workbook([
      [...TITLES, 'Мутность'],
      ['31.04.2026', '08:00', module.name, null, 4, null, null],
      [date('2026-04-01'), '25:00', module.name, null, 4, null, null],
      [date('2026-04-01'), null, module.name, null, 4, null, null],
      [null, '08:00', module.name, null, 4, null, null],
      [date('2099-04-01'), '08:00', module.name, null, 4, null, null],
      [date('2026-04-01'), '08:00', 'Луна', null, 4, null, null],
      [date('2026-04-01'), '08:00', null, null, 4, null, null],
      [date('2026-04-01'), '08:00', other.name, 'нет', 4, null, null],
      [date('2026-04-01'), '08:00', bare.name, null, 4, null, null],
      [date('2026-04-01'), '08:00', module.name, null, 99, null, null],
    ])
    const { answer } = await send(file, { preview: 1 })
    expect(answer.created).toBe(0)
    expect(answer.errors.map(({ row, column, text }) => `${row} ${column}: ${text}`)).toEqual([
      '1 Мутность: Нет такого параметра замеров',
      '2 Дата: Не дата: 31.04.2026',
      '3 Время: Не время: 25:00',
      '4 Время: Укажите время',
      '5 Дата: Укажите дату',
      expect.stringMatching(/^6 Дата: Время ещё не наступило/),
      '7 Модуль: Модуль не найден: Луна',
      '8 Модуль: Укажите модуль',
      '9 Садок: Садок не найден в модуле: нет',
      '10 Вода, °C, 2 м: В этом модуле нет такого параметра',
      '11 Вода, °C, 2 м: Введите число от −5 до 45',
    ])
  })

  it('that is wrong in several places is told all of them at once', async () => {
    const { module } = await water()
    const file = await workbook([
      TITLES,
      ['31.04.2026', '25:00', 'Луна', null, 'много', 'мало'],
      [null, null, module.name, 'нет', 99, 'мало'],
    ])
    const { answer } = await send(file, { preview: 1 })
    expect(answer.errors.map(({ row, column, text }) => `${row} ${column}: ${text}`)).toEqual([
      '2 Дата: Не дата: 31.04.2026',
      '2 Время: Не время: 25:00',
      '2 Модуль: Модуль не найден: Луна',
      '2 Вода, °C, 2 м: Не число: много',
      '2 Кислород, мг/л, 2 м: Не число: мало',
      '3 Дата: Укажите дату',
      '3 Время: Укажите время',
      '3 Садок: Садок не найден в модуле: нет',
      '3 Вода, °C, 2 м: Введите число от −5 до 45',
      '3 Кислород, мг/л, 2 м: Не число: мало',
    ])
  })

  it('that repeats an earlier one is told and left out', async () => {
    const place = await water()
    const same = [date('2026-04-01'), '08:00', null, null]
    const file = await workbook([TITLES, [...same, 4, 11], [...same, 5, null]])
    const { answer } = await send(file, { location_id: place.module.id })
    expect(answer).toMatchObject({ created: 2, duplicate_count: 1 })
    expect(answer.duplicates).toEqual([{ row: 3, column: 'Вода, °C, 2 м', text: 'Повтор строки 2' }])
    expect((await stored(place)).map(({ value }) => value)).toEqual([4, 11])
  })
})

describe('someone', () => {
  it('limited to modules reaches no other through a file', async () => {
    const place = await water()
    const { module } = await water()
    const as = await farm.user({ permissions: ['create measurements'], locations: [module.id] })
    const file = await workbook([TITLES, [date('2026-04-01'), '08:00', place.module.name, null, 4, null]])
    const { answer } = await send(file, { preview: 1 }, { as })
    expect(answer.errors).toEqual([{ row: 2, column: 'Модуль', text: `Модуль не найден: ${place.module.name}` }])
    expect((await send(file, { location_id: place.module.id }, { as })).status).toBe(403)
    expect((await send(file, {}, { as })).status).toBe(422)
    expect(await stored(place)).toEqual([])
  })

  it('without the right is refused before the file is looked at', async () => {
    const as = await farm.user({ permissions: ['create feedings'] })
    expect((await send(Buffer.from('no workbook'), {}, { as })).status).toBe(403)
  })
})

describe('a file that is no sound workbook', () => {
  const TITLE_ROW = `<row r="1">${cell('A1', 'Дата')}${cell('B1', 'Время')}${cell('C1', 'Вода')}</row>`
  const rowOf = (value: string) => `<row r="2">${cell('A2', '01.04.2026')}${cell('B2', '08:00')}${value}</row>`
  const bomb = Buffer.alloc(150_000_000, 'x')

  it('is told apart from a hand-made one that is sound', async () => {
    const place = await water()
    const file = bareWorkbook(TITLE_ROW + rowOf('<c r="C2"><v>4.25</v></c>'))
    expect((await send(file, { location_id: place.module.id })).answer).toMatchObject({ created: 1 })
    expect((await stored(place)).map(({ value }) => value)).toEqual([4.25])
  })

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a workbook cut in half', async () => (await monthOf(() => 4)).subarray(0, 2000)],
    ['an archive of something else', () => archive([{ name: 'a.txt', text: 'привет' }])],
    ['a workbook without its sheet', () => archive([{ name: 'xl/workbook.xml', text: '<workbook/>' }])],
    ['11 MB', () => Buffer.concat([archive([{ name: 'a.bin', text: randomBytes(11_000_000) }])])],
    ['an archive that unpacks to 150 MB', () => bareWorkbook(TITLE_ROW, [{ name: 'xl/media/a.bin', text: bomb }])],
    ['one that hides it', () => bareWorkbook(TITLE_ROW, [{ name: 'xl/media/a.bin', text: bomb, says: 100 }])],
    ['a formula', () => bareWorkbook(TITLE_ROW + rowOf('<c r="C2"><f>2+2</f><v>4</v></c>'))],
    ['a formula without its value', () => bareWorkbook(TITLE_ROW + rowOf('<c r="C2"><f t="shared" si="0"/></c>'))],
    ['an error in a cell', () => bareWorkbook(TITLE_ROW + rowOf('<c r="C2" t="e"><v>#DIV/0!</v></c>'))],
    ['no header', () => bareWorkbook(`<row r="1">${cell('A1', 'Когда')}</row>`)],
    ['broken marks', () => bareWorkbook(`${TITLE_ROW}<row r="2"><c r="A2"><v>1</row>`)],
  ])('%s is refused in the given words', async (_, make) => {
    const place = await water()
    for (const preview of [1, 0]) {
      const { status, answer } = await send(await make(), { location_id: place.module.id, preview })
      expect(status).toBe(422)
      expect(answer).toMatchObject({ message: UPLOAD_FAILED, msgShouldBeShown: true })
    }
    expect(await stored(place)).toEqual([])
  })

  it('a row in the far distance does not fill the memory', async () => {
    const far = `<row r="900000000"><c r="A900000000"><v>1</v></c></row>`
    const { status } = await send(bareWorkbook(TITLE_ROW + far), { preview: 1 })
    expect(status).toBe(422)
    expect((await farm.get('/user')).status).toBe(200)
  })

  it('more than 20 000 rows are too many', async () => {
    const rows = Array.from(
      { length: 20_001 },
      (_, index) => `<row r="${index + 2}"><c r="C${index + 2}"><v>4</v></c></row>`,
    )
    const { status, answer } = await send(bareWorkbook(TITLE_ROW + rows.join('')), { preview: 1 })
    expect(status).toBe(422)
    expect(answer.message).toContain('20 000 строк')
  })

  it('a sound workbook by the name of something else is told to be none', async () => {
    const { answer } = await send(await monthOf(() => 4), { preview: 1 }, { name: 'замеры.xlsm' })
    expect(answer.message).toContain('не файл Excel (.xlsx)')
  })

  it.each([
    ['a text', Buffer.from('Дата;Время;Вода')],
    ['nothing', Buffer.alloc(0)],
    ['an old .xls', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ])('%s is told to be no .xlsx', async (_, bytes) => {
    const { status, answer } = await send(bytes, { preview: 1 })
    expect(status).toBe(422)
    expect(answer).toMatchObject({ message: expect.stringContaining('не файл Excel (.xlsx)'), msgShouldBeShown: true })
  })

  it('a call without a file, or with something else than a form, is refused', async () => {
    expect((await farm.post(importCalls.upload.path, {})).body).toMatchObject({ message: UPLOAD_FAILED })
    expect((await farm.post(importCalls.upload.path, { file: 'текст' })).status).toBe(422)
  })
})
