/** Sheets as suppliers send them, and what becomes of them in a form. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseBlock } from '../../../web/ui/grid-edit/block'
import { goodFinder } from './find-good.web'
import type { SheetField } from './headings.web'
import { lackOf, placeColumns } from './place-columns.web'
import { readDay, readNumber, readRate, readUnit } from './sheet-cells.web'
import { linesOfSheet } from './sheet-lines.web'
import { readSheet } from './sheet-rows.web'

const goods = [
  { id: 3, name: 'Корм форелевый 3 мм', code: 'K-3' },
  { id: 4, name: 'Корм форелевый 4 мм', code: 'K-4' },
  { id: 6, name: 'Корм форелевый 6 мм', code: 'K-6' },
  { id: 7, name: 'Соль пищевая', code: null },
  { id: 8, name: 'Бензин АИ-92', code: null },
]
const ALL = new Set<SheetField>(['good', 'code', 'unit', 'amount', 'price', 'sum', 'vat_rate', 'lot', 'best_before'])
const nothing = () => undefined

/** What is placed without a question, and the lines that come of it. */
function paste(text: string, fields = ALL) {
  const sheet = readSheet(parseBlock(text))
  const placed = placeColumns(sheet, { goods, fields }, null)
  return { ...placed, ...linesOfSheet(sheet, placed.columns, { goods, known: nothing }), lack: lackOf(placed.columns) }
}

const short = ({ good_id, name, unit, amount, price, lot, best_before }: ReturnType<typeof paste>['lines'][number]) =>
  [good_id || name, unit, amount, price, lot, best_before].join(' · ')

describe('a sheet with headings', () => {
  test('of a stocktake: what was counted is taken, what the book says is not', () => {
    const fields = new Set<SheetField>(['good', 'code', 'unit', 'amount'])
    const sheets = [
      ['Посчитано\tНазвание\tПо учёту\tРасхождение', '480\tСоль пищевая\t500\t-20'],
      ['Наименование\tПо данным бухгалтерского учёта, кол-во\tФактическое наличие, кол-во', 'Соль пищевая\t500\t480'],
    ]
    for (const rows of sheets) {
      const { lines, unsure, lack } = paste(rows.join('\n'), fields)
      expect([unsure, lack, lines.map(short)]).toEqual([[], null, ['7 ·  · 480 ·  ·  · ']])
    }
  })

  test('in another order, with numbering, totals, spaces between thousands and what only the supplier needs', () => {
    const sheet = paste(
      [
        '№ п/п\tАртикул\tНаименование товара\tСтрана\tКол-во\tЕд. изм.\tЦена, руб.\tСумма, руб.\tСерия\tСрок годности\t',
        '1\tK-3\tКорм форелевый 3мм\tРФ\t1 200\tкг\t148,50\t178 200,00\tФ2611\t31.12.2027\t',
        '2\t\tкорм фарелевый 6 мм\tРФ\t2\u00a0000,5\tкг.\t142,00\t284\u00a0071,00\tФ2612\t12.2027\t',
        '3\tP-1\tПерчатки рабочие\t\t50\tшт.\t35,00\t1 750,00\t\t\t',
        '\t\tИтого\t\t3250,5\t\t\t464 021,00\t\t\t',
      ].join('\r\n'),
    )
    expect(sheet.unsure).toEqual([])
    expect(sheet.left).toEqual(['Итого'])
    expect(sheet.lines.map(short)).toEqual([
      '3 · kg · 1200 · 148.5 · Ф2611 · 31.12.2027',
      '6 · kg · 2000.5 · 142 · Ф2612 · 31.12.2027',
      'Перчатки рабочие · piece · 50 · 35 ·  · ',
    ])
    expect(sheet.faults).toEqual([])
  })

  test('of an official form: two rows of headings, numbers of columns, a price without VAT beside the sum with it', () => {
    const sheet = paste(
      [
        'Номер\tТовар\t\tЕдиница измерения\t\tКоличество (масса нетто)\tЦена, руб. коп.\tСумма без учета НДС\tНДС\t\tСумма с учетом НДС',
        'по порядку\tнаименование, характеристика, сорт, артикул товара\tкод\tнаименование\tкод по ОКЕИ\t\t\t\tставка, %\tсумма\t',
        '1\t2\t3\t4\t5\t6\t7\t8\t9\t10\t11',
        '1\tКорм форелевый 4 мм\tK-4\tкг\t166\t100\t100,00\t10 000,00\t20\t2 000,00\t12 000,00',
        '2\tСоль пищевая\t\tкг\t166\t50\t10,00\t500,00\t20\t100,00\t600,00',
        'Всего по накладной\t\t\t\t\t150\tX\t10 500,00\tX\t2 100,00\t12 600,00',
      ].join('\n'),
    )
    expect(sheet.unsure).toEqual([])
    expect(sheet.lines.map(short)).toEqual(['4 · kg · 100 · 120 ·  · ', '7 · kg · 50 · 12 ·  · '])
    expect([sheet.vat_rate, sheet.doubts]).toEqual(['20', []])
  })

  test('a column under an unknown word, or the second under a known one, is asked about', () => {
    expect(paste('Товар\tКол-во\tКол-во\nСоль пищевая\t1\t2').unsure).toEqual([2])
    expect(paste('Товар\tКоличество\tЧто-то\nСоль пищевая\t1\tда').unsure).toEqual([2])
    const { unsure, lack } = paste('Товар\tМасса брутто\tЦена\nСоль пищевая\t12\t5')
    expect([lack, unsure]).toEqual(['amount', [1]])
  })

  test('what is no number stays as it is written and is told, and a sum that does not fit is doubted', () => {
    const sheet = paste('Товар\tКол-во\tЦена\tСумма\tГоден до\nСоль\tмного\t5\t\tскоро\nСоль пищевая\t10\t5\t60\t')
    expect(sheet.lines[0]).toMatchObject({ amount: 'много', best_before: 'скоро' })
    expect(sheet.faults.map(({ index, field }) => [index, field])).toEqual([
      [0, 'amount'],
      [0, 'best_before'],
    ])
    expect(sheet.doubts).toEqual([1])
  })

  test('merged cells, a section and a total without a word', () => {
    const sheet = paste(
      'Товар\tКол-во\tПартия\nКорма\t\t\nКорм форелевый 6 мм\t100\tА\n\t50\tБ\nСоль пищевая\t5\t\n\t155\t',
    )
    expect(sheet.left).toEqual(['Корма'])
    expect(sheet.lines.map(short)).toEqual(['6 ·  · 100 ·  · А · ', '6 ·  · 50 ·  · Б · ', '7 ·  · 5 ·  ·  · '])
  })
})

describe('a sheet without headings', () => {
  test('name, unit, amount, price, sum are known by what stands in them', () => {
    const sheet = paste('Корм форелевый 3 мм\tкг\t1 200\t148,50\t178 200,00\nПерчатки рабочие\tшт\t50\t35,00\t1 750,00')
    expect(sheet.unsure).toEqual([])
    expect(sheet.lines.map(short)).toEqual(['3 · kg · 1200 · 148.5 ·  · ', 'Перчатки рабочие · piece · 50 · 35 ·  · '])
  })
  test('two columns of numbers may be anything, one is the amount', () => {
    expect(paste('Соль пищевая\t20\t1500').unsure).toEqual([1, 2])
    expect(paste('Соль пищевая\t20\tФ-1')).toMatchObject({ unsure: [2], columns: ['good', 'amount', 'lot'] })
    expect(paste('Соль пищевая\t20')).toMatchObject({ unsure: [], columns: ['good', 'amount'] })
  })
  test('a kopeck of the price that was rounded is no other price', () => {
    expect(paste('Соль пищевая\tкг\t3\t33,33\t100,00').columns).toEqual(['good', 'unit', 'amount', 'price', 'sum'])
  })
  test('a person has placed the columns of such a sheet before', () => {
    const sheet = readSheet(parseBlock('Соль пищевая\t20\t1500'))
    expect(placeColumns(sheet, { goods, fields: ALL }, ['good', 'amount', 'sum'])).toEqual({
      columns: ['good', 'amount', 'sum'],
      unsure: [],
    })
  })

  test('whatever the order of its columns, amounts and prices land in their places', () => {
    const price = fc.integer({ min: 101, max: 99_999 }).map((kopecks) => kopecks / 100)
    const row = fc.record({ amount: fc.integer({ min: 2, max: 5000 }), price, good: fc.constantFrom(...goods) })
    const order = fc.shuffledSubarray(['good', 'unit', 'sum'] as const, { minLength: 3 })
    const comma = (value: number) => value.toFixed(2).replace('.', ',')
    fc.assert(
      fc.property(fc.array(row, { minLength: 3, maxLength: 8 }), order, (rows, others) => {
        const at = others.indexOf('good') + 1
        const columns = [...others.slice(0, at), 'amount', 'price', ...others.slice(at)]
        const cells = rows.map(({ amount, price, good }) => {
          const said: Record<string, string> = {
            good: good.name,
            unit: 'кг',
            sum: comma(amount * price),
            amount: String(amount),
            price: comma(price),
          }
          return columns.map((column) => said[column]).join('\t')
        })
        // a sum before them is a product as well: 6 × 2 is 12, and so is 12 of which 6 is none
        const { lines } = paste(cells.join('\n'))
        expect(lines.map(({ good_id, amount, price }) => [good_id, Number(amount), Number(price)])).toEqual(
          rows.map(({ good, amount, price }) => [String(good.id), amount, price]),
        )
      }),
      { numRuns: 100 },
    )
  })
})

describe('a good is found', () => {
  const find = goodFinder(goods)
  test.each([
    ['корм форелевый 6мм', 6],
    ['КОРМ 6 ММ ФОРЕЛЕВЫЙ', 6],
    ['Kopм фopeлeвый 6 mm', 6],
    ['корм фарелевый 4 мм', 4],
    ['к-6', 6],
    ['K6', 6],
    ['Соль  пищевая.', 7],
  ])('%s', (name, id) => expect(find(name).good?.id).toBe(id))
  test('another size is another good, and what may be meant is offered', () => {
    expect(find('Корм форелевый 8 мм')).toEqual({ good: null, similar: [] })
    expect(find('6мм').similar.map(({ id }) => id)).toEqual([6])
    expect(find('Перчатки рабочие')).toEqual({ good: null, similar: [] })
    expect(find('Корм форелевый').similar).toHaveLength(3)
  })
})

describe('a cell', () => {
  test.each([
    ['1 200,00', '1200'],
    ['1\u202f200.5', '1200.5'],
    ['1.200,50', '1200.5'],
    ['1,200,300', '1200300'],
    ['50 кг', '50'],
    ['12 шт.', '12'],
    ['148,50 ₽', '148.5'],
    ['0,05', '0.05'],
    ['', ''],
    ['—', ''],
    ['кг', null],
    ['-5', null],
    ['12 мешков на поддоне', null],
  ])('of a number %j', (text, number) => expect(readNumber(text)).toBe(number))
  test('any number that is written with spaces and a comma is read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e11 }), (kopecks) => {
        const shown = (kopecks / 100).toLocaleString('ru-RU', { minimumFractionDigits: 2 })
        expect(Number(readNumber(shown))).toBe(kopecks / 100)
      }),
    )
  })
  test('of a day, a unit, a rate', () => {
    expect(['31.12.26', '2026-12-31', 'до 02.2028', '31.02.2027', 'скоро'].map(readDay)).toEqual([
      '31.12.2026',
      '31.12.2026',
      '29.02.2028',
      null,
      null,
    ])
    expect(['кг.', 'Шт', 'литр', 'тонна'].map(readUnit)).toEqual(['kg', 'piece', 'liter', null])
    expect(['20%', '20', 'НДС 10 %', 'без НДС', '19%'].map((text) => readRate(text, ['0', '10', '20']))).toEqual([
      '20',
      '20',
      '10',
      '0',
      null,
    ])
  })
})
