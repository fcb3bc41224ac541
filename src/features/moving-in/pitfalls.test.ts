/** Where imports of others have gone wrong: each is a book that is sent as a person would. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cageCalls } from '../../core/cages/cage.contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { pastOf } from '../../testing/farm/past'
import { archive, cell, packedSpaces, partsOf, workbookOf } from '../../testing/workbook'
import { pastCalls } from './calls/past.contract'

let farm: Farm
let past: ReturnType<typeof pastOf>
beforeAll(async () => {
  farm = await openFarm()
  past = pastOf(farm)
  const module = await farm.module('Озеро')
  await farm.cage({ location: module.id, number: '7' })
})
afterAll(() => farm.close())

const TITLES = ['Дата', 'Садок', 'Генерация', 'Категория', 'Количество', 'Навеска, г']
const stocked = (day: string | number | Date, count: string | number = 100, cage: string | number = 7) => [
  day,
  cage,
  'В24',
  'Товарная',
  count,
  200,
]
const days = async (id: number) => (await past.rows(id)).map(({ values }) => values.date)
const faultsOf = async (id: number) =>
  (await past.rows(id, 'wrong')).flatMap(({ faults }) => faults.map(({ address, text }) => [address, text]))

/** A sheet by hand: what stands behind its rows, in its book and beside it. */
function byHand(rows: string, { behind = '', book = '', styles = '' } = {}): Buffer {
  const parts = partsOf(rows).map((part) => {
    const text = String(part.text)
    if (part.name === 'xl/workbook.xml') return { ...part, text: text.replace('<sheets>', `${book}<sheets>`) }
    return { ...part, text: text.replace('</sheetData>', `</sheetData>${behind}`) }
  })
  return archive(styles ? [...parts, { name: 'xl/styles.xml', text: styles }] : parts)
}
const row = (at: number, cells: string) => `<row r="${at}">${cells}</row>`
const header = row(1, ['Дата', 'Садок', 'Отход, шт'].map((title, at) => cell(`${'ABC'[at]}1`, title)).join(''))
const number = (place: string, value: number, more = '') => `<c r="${place}"${more}><v>${value}</v></c>`
const AS_DAYS = `<styleSheet><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`

describe('days', () => {
  test('of a book that counts them from 1904 are what Excel shows', async () => {
    const rows = [header, row(2, `${number('A2', 43_892, ' s="1"')}${number('B2', 7)}${number('C2', 5)}`)].join('')
    const shown = { styles: AS_DAYS }
    const from1904 = await past.sendBytes(byHand(rows, { ...shown, book: '<workbookPr date1904="1"/>' }))
    const from1900 = await past.sendBytes(byHand(rows, shown))
    expect(await days(from1904.id)).toEqual(['03.03.2024'])
    expect(await days(from1900.id)).toEqual(['02.03.2020'])
    // for numbers that nobody called days
    expect(from1904.sheets[0]!.from1904).toBe(true)
    expect(from1900.sheets[0]!.from1904).toBe(false)
  })

  test('are read from cells of days, of texts and of their own kind', async () => {
    const written = [new Date('2024-03-03'), '3 марта 2024', '03.03.24', '2024-03-03', '3/3/2024', ' 03.03.2024 г.']
    const seen = await past.send({ Зарыбление: [TITLES, ...written.map((day) => stocked(day))] })
    await past.createAll(seen.id)
    expect(await faultsOf(seen.id)).toEqual([])
    const iso = row(2, `<c r="A2" t="d"><v>2024-03-03T00:00:00</v></c>${number('B2', 7)}${number('C2', 5)}`)
    expect(await days((await past.sendBytes(byHand(header + iso))).id)).toEqual(['03.03.2024'])
  })

  test('that may be read both ways are asked about once a sheet', async () => {
    const rows = [TITLES, stocked('03/04/2024'), stocked('05/06/2024')]
    const seen = await past.send({ Зарыбление: rows })
    expect(seen.sheets[0]).toMatchObject({ ambiguous: true, dates: null })
    await past.createAll(seen.id)
    const asked = 'Выберите, что в датах этого листа впереди: день или месяц'
    expect(await faultsOf(seen.id)).toEqual([
      ['Зарыбление!A2', asked],
      ['Зарыбление!A3', asked],
    ])
    const { kind, columns, units } = seen.sheets[0]!
    await farm.call(pastCalls.setSheet, { id: seen.id, sheet: 0, kind, columns, units, dates: 'mdy' })
    expect(await past.checked(seen.id)).toMatchObject({ first_day: '04.03.2024', last_day: '06.05.2024' })
    // what was said of these columns is known for the next book
    const next = await past.send({ Зарыбление: [...rows, stocked('07/08/2024')] })
    expect(next.sheets[0]).toMatchObject({ dates: 'mdy' })
  })
})

test('numbers have commas, spaces and units of their own', async () => {
  const titles = ['Дата', 'Садок', 'Генерация', 'Категория', 'Количество, тыс. шт', 'Общий вес, т']
  const rows = [
    titles,
    ['01.04.2024', 7, 'В24', 'Товарная', '1,5', '0,3'],
    ['02.04.2024', 7, 'В24', 'Товарная', '2 000 шт', '400 кг'],
    ['03.04.2024', 7, 'В24', 'Товарная', 0.5, '100 000 г'],
  ]
  const seen = await past.send({ Зарыбление: rows })
  const { cages } = await past.createAll(seen.id)
  expect(cages).toMatchObject([{ cage: '7', count: 4000, weight: 800 }])
})

describe('cells', () => {
  test('with errors of formulas are named one by one, whatever Excel calls them', async () => {
    const errors = ['#SPILL!', '#Н/Д', '#DIV/0!', '#ССЫЛКА!']
    const rows = errors.map((error) => stocked('01.04.2024', error))
    const seen = await past.send({ Зарыбление: [TITLES, ...rows] })
    await past.createAll(seen.id)
    expect(await faultsOf(seen.id)).toEqual(
      errors.map((error, index) => [`Зарыбление!E${index + 2}`, `Ошибка формулы ${error}: впишите значение`]),
    )
  })

  test('that are joined are named one by one, and only where a value is missing', async () => {
    const rows = [2, 3, 4].map((at) => row(at, `${cell(`A${at}`, `0${at}.04.2024`)}${number(`C${at}`, 1)}`))
    rows[0] = row(2, `${cell('A2', '02.04.2024')}${number('B2', 7)}${number('C2', 1)}`)
    const behind = '<mergeCells count="1"><mergeCell ref="B2:B4"/></mergeCells>'
    const seen = await past.sendBytes(byHand(header + rows.join(''), { behind }))
    await farm.call(pastCalls.setSheet, {
      id: seen.id,
      sheet: 0,
      kind: 'retreat',
      columns: { date: 0, cage: 1, count: 2 },
    })
    await past.checked(seen.id)
    const joined = 'Клетка объединена с другой: впишите значение сюда'
    expect(await faultsOf(seen.id)).toEqual([
      ['Лист!B2', 'В садке на это время нет такой рыбы'],
      ['Лист!B3', joined],
      ['Лист!B4', joined],
    ])
  })

  test('that call themselves larger than the sheet cost nothing; that overlap are refused', async () => {
    const rows = header + row(2, `${cell('A2', '02.04.2024')}${number('B2', 7)}${number('C2', 1)}`)
    const joined = (...areas: string[]) => areas.map((area) => `<mergeCell ref="${area}"/>`).join('')
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const seen = await past.sendBytes(byHand(rows, { behind: joined('C2:XFD1048576', 'A3:C9') }))
    delay.disable()
    expect(await days(seen.id)).toEqual(['02.04.2024'])
    expect(delay.max / 1e6).toBeLessThan(1500)
    for (const behind of [
      joined('A1:C2', 'A1:C3'),
      joined(...Array.from({ length: 10_001 }, (_, at) => `E${at + 9}:F${at + 9}`)),
    ]) {
      const refused = await farm.upload('/moving-in', { name: 'a.xlsx', bytes: byHand(rows, { behind }) })
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Объединённых клеток в книге')])
    }
  })

  test('of names are trimmed, and what Excel escapes is a space', async () => {
    const cages = ['  садок  №7 ', 'Садок_x000D_ 7', '07']
    const seen = await past.send({ Зарыбление: [TITLES, ...cages.map((cage) => stocked('01.04.2024', 10, cage))] })
    expect(seen.questions.some(({ list }) => list === 'cage')).toBe(false)
  })
})

describe('a book', () => {
  const sent = async (bytes: Buffer) => (await farm.upload(pastCalls.upload.path, { name: 'x.xlsx', bytes })).body
  const refused = { message: 'Файл не прочитан: нужна книга Excel (.xlsx) до 10 МБ без макросов и защиты.' }

  test('of a million empty rows has the others', async () => {
    const far = row(1_048_576, cell('A1048576', ' '))
    const rows = [header, row(2, `${cell('A2', '02.04.2024')}${number('B2', 7)}${number('C2', 1)}`), far].join('')
    const seen = await past.sendBytes(byHand(rows))
    expect(seen.sheets[0]).toMatchObject({ rows: 1 })
  })

  test('of which a row would not be read is refused, not cut off', async () => {
    const far = row(40_000, `${cell('A40000', '02.04.2024')}${number('B40000', 7)}${number('C40000', 1)}`)
    const body = await sent(byHand(header + row(2, cell('A2', '02.04.2024')) + far))
    expect(body).toMatchObject({ message: 'В книге больше 30 000 строк. Разделите её на части.' })
  })

  test.each<[string, () => Buffer]>([
    ['that is broken', () => Buffer.concat([Buffer.from('PK'), Buffer.alloc(1000, 7)])],
    ['that ends too early', () => archive(partsOf(header)).subarray(0, 300)],
    [
      'that unpacks to more than it may',
      () => archive([...partsOf(header), { name: 'xl/worksheets/sheet9.xml', text: '', packed: packedSpaces(200) }]),
    ],
    ['with a file in no directory', () => archive([...partsOf(header), { name: 'a.xml', text: 'x', hidden: true }])],
    ['with a program in it', () => archive([...partsOf(header), { name: 'xl/vbaProject.bin', text: 'x' }])],
  ])('%s is refused in words, and nothing of it is kept', async (_, make) => {
    const before = await farm.call(pastCalls.list, {})
    expect(await sent(make())).toMatchObject(refused)
    expect(await farm.call(pastCalls.list, {})).toEqual(before)
  })

  test('beyond ten megabytes is refused', async () => {
    const bytes = Buffer.alloc(10_000_001, 'PK')
    const { status, body } = await farm.upload(pastCalls.upload.path, { name: 'x.xlsx', bytes })
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('10 МБ')])
  })

  test('is planned the same each time, and named rows alone are another', async () => {
    const seen = await past.send({ Зарыбление: [TITLES, stocked('01.04.2024'), stocked('02.04.2024')] })
    const { digest, counts } = await past.createAll(seen.id)
    await farm.call(pastCalls.check, { id: seen.id })
    expect(await past.checked(seen.id)).toMatchObject({ digest, counts })
    for (const state of ['ready', 'wrong', 'there', 'left'] as const) await past.rows(seen.id, state)
    expect((await past.read(seen.id)).counts).toEqual(counts)
    await past.bring(seen.id)
    const stored = await farm.sql(`select source_row from operations where import_id = ${seen.id} order by id`)
    expect(stored.map(({ source_row }) => source_row)).toEqual(['Зарыбление!2', 'Зарыбление!3'])
    await past.undo(seen.id)
  })

  test('whose row has a number that begins as another has both', async () => {
    const rows = Array.from({ length: 25 }, (_, place) =>
      stocked(`${String(place + 1).padStart(2, '0')}.05.2024`, place + 1),
    )
    const bytes = await workbookOf({ Зарыбление: [TITLES, ...rows] })
    const first = await past.sendBytes(bytes)
    await past.createAll(first.id)
    const others = await past.rows(first.id)
    const left = others.filter(({ row: at }) => at !== 2).map(({ sheet, row: at }) => ({ sheet, row: at, left: true }))
    await farm.call(pastCalls.mend, { id: first.id, rows: left })
    await past.checked(first.id)
    await past.bring(first.id)
    expect((await past.sendBytes(bytes)).counts).toMatchObject({ there: 1, ready: 24 })
    expect((await farm.call(cageCalls.list, {})).find((cage) => cage.number === '7')!.count).toBe(1)
    await past.undo(first.id)
  })

  test('with more wrong rows than a page has tells each its reason', async () => {
    const rows = Array.from({ length: 6000 }, () => ['вчера', 7, 'В24', 'Товарная', 1, 200])
    const seen = await past.send({ Зарыбление: [TITLES, ...rows] })
    await past.createAll(seen.id)
    expect((await past.read(seen.id)).counts).toMatchObject({ wrong: 6000 })
    const page = await farm.call(pastCalls.rows, { id: seen.id, state: 'wrong', page: 30, per_page: 200 })
    expect(page).toMatchObject({ total: 6000 })
    expect(page.rows.map(({ faults }) => faults[0]!.text)).toEqual(Array(200).fill('«вчера» — не дата'))
  })
})
