import fc from 'fast-check'
import writeXlsxFile from 'write-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { normCalls, NORMS_FAILED, type NormsUpload } from '../../core/feeding/norms.contract'
import { feedBrandLibrary } from '../../core/lists/libraries/feed-brand.contract'
import { speakIn } from '../../server/language'
import { writeWorkbook, type WorkbookSheet } from '../../server/sheets/excel'
import { addressOf, placeOfAddress, readCells, type SheetCells } from '../../server/sheets/sheet-cells'
import type { Season } from '../../shared/feeding/norm'
import { overlapsOf } from '../../shared/feeding/year'
import { textOf } from '../../shared/say'
import { anySeason, sentSeason } from '../../testing/feeding/any-norms'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { send } from '../../testing/session'
import { normsBook, templateBook } from './norms-workbook.server'
import { readNormSheets } from './read-norms.server'

const LIMITS = { most: 100, sheets: 14 }

/** Seasons that share no day: what would meet an earlier one is left out. */
const someSeasons = fc.array(anySeason, { minLength: 1, maxLength: 4 }).map((seasons) => {
  const met = overlapsOf(seasons)
  return seasons.filter((_, index) => met[index] === null)
})

/** A sheet as it is read, without a file between. */
const unpacked = ({ sheet, data }: WorkbookSheet): SheetCells => ({
  name: sheet,
  rows: data.map((row) => row.map(({ value }) => (value instanceof Date ? null : (value ?? null)))),
  more: false,
  from1904: false,
  formulas: [],
  percents: [],
  joined: [],
  covered: new Map(),
})

describe('norms in a workbook', () => {
  test('are what they were when they are read back, in either language', () => {
    fc.assert(
      fc.property(someSeasons, fc.constantFrom('ru' as const, 'en' as const), (seasons, language) => {
        const read = readNormSheets(normsBook(seasons, speakIn(language)).map(unpacked))!
        expect([read.errors, read.seasons]).toEqual([[], seasons])
      }),
    )
  })

  test('are what they were after they were packed and unpacked', async () => {
    const known: Season[][] = fc.sample(someSeasons, { numRuns: 4, seed: 28 })
    for (const seasons of known) {
      const bytes = Buffer.from(await writeWorkbook(1, normsBook(seasons, textOf)))
      expect(readNormSheets(await readCells(1, bytes, LIMITS))!.seasons).toEqual(seasons)
    }
  })

  test('have addresses as Excel writes them', () => {
    expect([addressOf(6, 1), addressOf(0, 25), addressOf(9, 26), addressOf(0, 701), addressOf(0, 702)]).toEqual([
      'B7',
      'Z1',
      'AA10',
      'ZZ1',
      'AAA1',
    ])
    for (const at of ['B7', 'Z1', 'AA10', 'ZZ1', 'AAA1']) {
      const { row, column } = placeOfAddress(at)!
      expect(addressOf(row, column)).toBe(at)
    }
  })
})

type Typed = string | number | null | { value?: unknown; [more: string]: unknown }
const pack = async (...sheets: { name: string; rows: Typed[][] }[]): Promise<Buffer> =>
  writeXlsxFile(
    sheets.map(({ name, rows }) => ({
      sheet: name,
      data: rows.map((row) => row.map((cell) => (typeof cell === 'object' ? cell : { value: cell }))),
    })) as never,
  ).toBuffer()

/** A table as a maker of feed sends it. */
const table = (): Typed[][] => [
  ['Период', '01.06', '30.09'],
  [],
  ['Навеска от, г', 'Навеска до, г', 2, '6 °C', '+10', 'Кормовой коэффициент'],
  [50, 100, 0.4, '1,5', '2.1', '1,05'],
  [100, 250.5, 0.3, 1.1, '1,7 %', 1.1],
  ['Температурный коэффициент', null, 1.2, 1, 1],
]
const file = (rows: Typed[][], name = 'Лето') => pack({ name, rows })

let farm: Farm
let last = 0
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

async function load(bytes: Buffer, body: object = {}, name = 'Нормы.xlsx') {
  const feedTypeId = (await farm.good({ name: `Корм ${++last}` })).id
  const answer = await farm.upload(`/upload-feeding-rates/1/${feedTypeId}`, { name, bytes }, body)
  return {
    ...answer,
    body: answer.body as NormsUpload & { message: string; errors?: Record<string, string[]> },
    feedTypeId,
  }
}
const errorsOf = async (rows: Typed[][]) => {
  const { body } = await load(await file(rows), { preview: true })
  return body.errors as unknown as { row: number; column: string; text: string }[]
}
const changed = (change: (rows: Typed[][]) => void) => {
  const rows = table()
  change(rows)
  return rows
}

describe('a table that is uploaded', () => {
  test('is read with comma and point, degrees as text and signs of per cent, after a preview that stores nothing', async () => {
    const bytes = await file(table())
    const { body, feedTypeId } = await load(bytes, { preview: true })
    expect([body.rows, body.created, body.error_count]).toEqual([2, 1, 0])
    expect(body.warnings).toEqual(['Без норм остаются дни года: 01.10–31.05.'])
    expect(await farm.call(normCalls.ofFeed, { feedTypeId })).toEqual([])
    await farm.upload(`/upload-feeding-rates/1/${feedTypeId}`, { name: 'Нормы.xlsx', bytes })
    const [set] = await farm.call(normCalls.ofFeed, { feedTypeId })
    const twin = (await farm.good({ name: `Корм ${++last}` })).id
    await farm.call(normCalls.saveOfFeed, { feedTypeId: twin, rates: [sentSeason([1, 6], [30, 9])] })
    expect([set]).toEqual(await farm.call(normCalls.ofFeed, { feedTypeId: twin }))
  })

  test('may show its rates as per cent, have kilograms in its title, dates for days, and several seasons', async () => {
    const summer = changed((rows) => {
      rows[0] = ['Период', { value: new Date('2026-06-01T00:00:00Z'), type: Date, format: 'dd.mm' }, '30/09/2026']
      rows[2]![0] = 'Навеска от, кг'
      rows[3]!.splice(0, 4, 0.05, '0,1', 0.4, { value: 0.015, type: Number, format: '0.0%' })
      rows[4]!.splice(0, 2, 0.1, 0.2505)
    })
    const winter = changed((rows) => rows.splice(0, 1))
    const bytes = await pack({ name: 'Лето', rows: summer }, { name: '01.10–31.05', rows: winter })
    const { body } = await load(bytes)
    expect(body.warnings).toEqual([])
    const [one, other] = body.rates
    expect(one!.range).toEqual({ from: { day: 1, month: 6 }, to: { day: 30, month: 9 } })
    expect(other!.range).toEqual({ from: { day: 1, month: 10 }, to: { day: 31, month: 5 } })
    expect(one!.table).toEqual(other!.table)
  })

  test.each<[string, (rows: Typed[][]) => void, [column: string, text: string]]>([
    ['no number', (rows) => (rows[4]![3] = 'много'), ['Лето!D5', 'Не число: много']],
    ['nothing', (rows) => (rows[3]![5] = null), ['Лето!F4', 'Заполните поле']],
    [
      'a formula',
      (rows) => (rows[3]![2] = { value: 'A1+1', type: 'Formula' }),
      ['Лето!C4', 'Формула: вставьте вместо неё значение'],
    ],
    [
      'joined cells',
      (rows) => rows[3]!.splice(2, 2, { value: 1, columnSpan: 2 }, null),
      ['Лето!C4', 'Объединённая ячейка: разъедините её'],
    ],
    [
      'a date',
      (rows) => (rows[3]![3] = { value: new Date('2026-05-01'), type: Date, format: 'dd.mm' }),
      ['Лето!D4', 'Excel превратил число в дату: введите его заново'],
    ],
    ['half a degree', (rows) => (rows[2]![3] = '6,5 °C'), ['Лето!D3', 'Целое число от −2 до 40']],
    ['a column of remarks', (rows) => (rows[2]![6] = 'Примечание'), ['Лето!G3', 'Целое число от −2 до 40']],
    ['values without a title', (rows) => (rows[4]![6] = 5), ['Лето!G3', 'Заполните поле']],
    [
      'weights that go down',
      (rows) => (rows[4]![0] = 60),
      ['Лето!A5', 'Меньше конца строки выше: навески идут по возрастанию и не пересекаются'],
    ],
    ['no period', (rows) => (rows[0] = ['Лето 2026']), ['Лето!A1', 'Укажите период: день и месяц начала и конца']],
    [
      'no unit',
      (rows) => rows[2]!.splice(0, 2, 'Навеска от', 'Навеска до'),
      ['Лето!A3', 'Укажите в заголовке единицу: г или кг'],
    ],
    [
      'no conversion',
      (rows) => rows.slice(2, 5).forEach((row) => row.splice(5, 1)),
      ['Лето!A3', 'Нет столбца «Кормовой коэффициент»'],
    ],
  ])('names the cell where there is %s', async (_, change, [column, text]) => {
    const errors = await errorsOf(changed(change))
    expect(errors).toContainEqual({ row: Number(/\d+$/.exec(column)![0]), column, text })
  })

  test('with a wrong cell changes nothing, whoever sends it', async () => {
    const { status, body, feedTypeId } = await load(await file(changed((rows) => (rows[4]![3] = 'много'))))
    expect([status, body.message]).toEqual([422, NORMS_FAILED])
    expect(body.errors).toEqual({ 'rows.5.Лето!D5': ['Не число: много'] })
    expect(await farm.call(normCalls.ofFeed, { feedTypeId })).toEqual([])
  })

  test('that could mean kilograms or fractions is asked about', async () => {
    const small = changed((rows) => {
      rows[3]!.splice(0, 6, 0.05, 0.1, 0.004, 0.015, 0.021, 1.05)
      rows[4]!.splice(0, 6, 0.1, 0.25, 0.003, 0.011, 0.017, 1.1)
      rows.splice(5, 1)
    })
    const { body } = await load(await file(small), { preview: true })
    expect(body.warnings.slice(0, 3)).toEqual([
      'Лист «Лето»: все навески меньше 20 г. Если это килограммы, напишите в заголовке «кг».',
      'Лист «Лето»: все нормы меньше 0,1 %. Если это доли, умножьте их на 100.',
      'Лист «Лето»: температурного коэффициента нет, принят 1.',
    ])
  })

  test('with sheets that are no norms is told of them; without any it is refused', async () => {
    const { body } = await load(
      await pack({ name: 'Лето', rows: table() }, { name: 'Цены', rows: [['Корм', 'Цена']] }),
      {
        preview: true,
      },
    )
    expect(body.warnings[0]).toBe('Лист «Цены» пропущен: в нём нет заголовка «Навеска от».')
    const none = await load(await file([['Корм', 'Цена']]))
    expect([none.status, none.body.message]).toEqual([422, 'В файле нет таблицы норм: возьмите шаблон.'])
    const text = await load(Buffer.from('Навеска от;до'), {}, 'нормы.csv')
    expect([text.status, text.body.message]).toEqual([422, expect.stringContaining('не файл Excel')])
    const broken = await load(Buffer.from('PK\u0003\u0004 и дальше ничего'))
    expect([broken.status, broken.body.message]).toEqual([422, expect.stringContaining('Файл не прочитан')])
  })

  test('of seasons that share days is refused at the later one', async () => {
    const bytes = await pack(
      { name: 'Лето', rows: table() },
      { name: 'Осень', rows: changed((rows) => (rows[0] = ['Период', '30.09', '31.12'])) },
    )
    const { body } = await load(bytes, { preview: true })
    expect(body.errors).toEqual([{ row: 1, column: 'Осень!B1', text: 'Период пересекается с периодом 01.06–30.09' }])
  })
})

test('what is downloaded can be uploaded again and changes nothing', async () => {
  const feedTypeId = (await farm.good({ name: 'Форель 6 мм' })).id
  const rates = [sentSeason([1, 6], [30, 9], 1.234567), sentSeason([1, 10], [31, 5])]
  const saved = await farm.call(normCalls.saveOfFeed, { feedTypeId, rates })
  const answer = await send(farm.app, {
    method: 'GET',
    path: `/download-feeding-rates/${feedTypeId}`,
    cookie: farm.session.cookie,
  })
  expect(answer.headers['content-disposition']).toContain(encodeURIComponent('Нормы кормления Форель 6 мм.xlsx'))
  await farm.upload(`/upload-feeding-rates/1/${feedTypeId}`, { name: 'Нормы.xlsx', bytes: answer.bytes })
  expect(await farm.call(normCalls.ofFeed, { feedTypeId })).toEqual(saved)
  const { versions } = await farm.call(normCalls.editing, { owner: 'feed', owner_id: feedTypeId })
  expect(versions).toHaveLength(1)
  const brandId = (await farm.call(feedBrandLibrary.create, { name: 'Марка' })).id
  await farm.upload(`/upload-feeding-rates/0/${brandId}`, { name: 'Нормы.xlsx', bytes: answer.bytes })
  expect(await farm.call(normCalls.ofBrand, { brandId })).toEqual(saved)
})

test('the template says cell by cell what is still to be filled in, and its instructions are no norms', () => {
  const read = readNormSheets(templateBook(textOf).map(unpacked))!
  expect(read.seasons).toEqual([])
  expect(read.warnings.filter((one) => textOf(one).includes('пропущен'))).toEqual([])
  expect(new Set(read.errors.map(({ text }) => textOf(text)))).toEqual(new Set(['Заполните поле']))
  expect(read.errors.map(({ column }) => column)).toContain('01.06–30.09!C4')
})
