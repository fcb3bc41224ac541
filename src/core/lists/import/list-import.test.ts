import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSheet } from '../../../server/sheets/read-sheet'
import { auditCalls } from '../../../features/audit/audit.contract'
import { goodCalls } from '../../goods/good-calls.contract'
import { bareWorkbook, workbook } from '../../../testing/workbook'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import type { Session } from '../../../testing/session'
import type { ErrorAnswer } from '../../../shared/errors'
import { libraries } from '../library.contract'
import type { ImportCalls, ListImportAnswer } from '../kit/list-import.contract'

const { location, species, counterparty, generation, measure_parameter: parameter, stock } = libraries

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

type Sheet = Parameters<typeof workbook>[0]

async function load(
  list: { importing: ImportCalls },
  file: Sheet | Buffer,
  options: { as?: Session; preview?: boolean } = {},
) {
  const { preview = false, as } = options
  const bytes = Buffer.isBuffer(file) ? file : await workbook(file)
  const sent = await farm.upload(list.importing.upload.path, { name: 'таблица.xlsx', bytes }, { preview }, { as })
  return { status: sent.status, answer: sent.body as ListImportAnswer & ErrorAnswer }
}

describe('a table', () => {
  it('says where the audit journal tells of it, to whoever may read that', async () => {
    const as = await farm.company()
    const worker = await farm.user({ of: as, permissions: ['access library'] })
    const file = (name: string): Sheet => [['Название'], [name]]
    expect((await load(counterparty, file('Рыбторг'), { as, preview: true })).answer.journal).toBeNull()
    const { journal } = (await load(counterparty, file('Рыбторг'), { as })).answer
    const { pathname, searchParams } = new URL(journal!, 'http://farm')
    expect(pathname).toBe('/audit')
    const { start, end, person, entity } = Object.fromEntries(searchParams)
    const told = await farm.call(
      auditCalls.list,
      { start: start!, end: end!, user_id: person, entity, page: 1 },
      { as },
    )
    expect(told).toMatchObject({ rows: [{ name: 'Рыбторг', action: 'create' }], total: 1 })
    expect((await load(counterparty, file('Рыбторг'), { as })).answer.journal).toBeNull()
    expect((await load(counterparty, file('Берег'), { as: worker })).answer.journal).toBeNull()
  })

  it('is looked at first, which stores nothing, then stored as it was shown, each row with its line in the audit', async () => {
    const as = await farm.company()
    const known = await farm.call(counterparty.create, { name: 'Рыбторг', note: 'старый' }, { as })
    const same = await farm.call(counterparty.create, { name: 'Берег' }, { as })
    const file: Sheet = [
      ['Название', 'Иностранная организация', 'Примечание', 'Лишнее'],
      ['Рыбторг', null, 'новый', 1],
      ['Берег', 'нет', null, 2],
      ['Oy Kala', 'Да', 'самовывоз', 3],
    ]
    const counts = { rows: 3, created: 1, changed: 1, unchanged: 1, error_count: 0, ignored: ['Лишнее'] }
    const { answer: preview } = await load(counterparty, file, { as, preview: true })
    expect(preview).toMatchObject({ preview: true, ...counts })
    expect(preview.changes).toEqual([
      {
        row: 2,
        name: 'Рыбторг',
        state: 'changed',
        fields: [{ column: 'Примечание', before: 'старый', after: 'новый' }],
      },
      {
        row: 4,
        name: 'Oy Kala',
        state: 'new',
        fields: [
          { column: 'Иностранная организация', before: null, after: 'Да' },
          { column: 'Примечание', before: null, after: 'самовывоз' },
        ],
      },
    ])
    expect(await farm.call(counterparty.list, {}, { as })).toEqual([same, known])

    expect((await load(counterparty, file, { as })).answer).toMatchObject({ preview: false, ...counts })
    const rows = await farm.call(counterparty.list, {}, { as })
    expect(rows.map(({ name, note, foreign_company }) => [name, note, foreign_company])).toEqual([
      ['Берег', null, false],
      ['Рыбторг', 'новый', false],
      ['Oy Kala', 'самовывоз', true],
    ])
    const lines = await farm.sql(
      `select action, before->>'note' as before, after->>'note' as after from audit_log
       where company_id = $1 and entity = 'counterparty' order by id offset 2`,
      [as.user.company.id],
    )
    expect(lines).toEqual([
      { action: 'create', before: null, after: 'самовывоз' },
      { action: 'update', before: 'старый', after: 'новый' },
    ])
    expect((await load(counterparty, file, { as })).answer).toMatchObject({ created: 0, changed: 0, unchanged: 3 })
  })

  it('with one wrong cell stores nothing, and says of each which it is', async () => {
    const as = await farm.company()
    await farm.species('Палия', { as })
    const file: Sheet = [
      ['Название', 'Вид рыбы', 'Дата'],
      ['Весна', 'Палия', '01.05.2024'],
      ['Осень', 'Кит', '01.10.2024'],
      ['Зима', 'палия', 'вчера'],
      [null, 'Палия', '01.10.2024'],
      ['Весна', 'Палия', new Date('2024-06-01T00:00:00Z')],
    ]
    const errors = [
      { row: 3, column: 'Вид рыбы', text: 'Нет такого значения: Кит' },
      { row: 4, column: 'Дата', text: 'Введите дату, например 20.11.2026' },
      { row: 5, column: 'Название', text: 'Заполните поле' },
      { row: 6, column: 'Название', text: 'Повтор строки 2' },
    ]
    const { answer } = await load(generation, file, { as, preview: true })
    expect(answer).toMatchObject({ error_count: 4, created: 1, errors })
    const { status, answer: refused } = await load(generation, file, { as })
    expect(status).toBe(422)
    expect(refused).toMatchObject({ message: 'В таблице есть ошибки: ничего не загружено.', msgShouldBeShown: true })
    expect(refused.errors).toHaveProperty('rows.3.Вид рыбы', ['Нет такого значения: Кит'])
    expect(await farm.call(generation.list, {}, { as })).toEqual([])
  })

  it('leaves what it has no column for, empties what stands empty, and asks a new row for what is required', async () => {
    const as = await farm.company()
    const { id } = await farm.species('Палия', { as })
    await farm.generation({ species: id, name: 'Весна', date: '01.05.2024', as })
    await farm.call(location.create, { name: 'Залив', code: 'З' }, { as })
    await load(
      location,
      [
        ['Название', 'Код'],
        ['Залив', null],
      ],
      { as },
    )
    expect(await farm.call(location.list, {}, { as })).toEqual([expect.objectContaining({ name: 'Залив', code: null })])
    const file: Sheet = [
      ['Генерация', 'Код'],
      ['Весна', 7],
    ]
    expect((await load(generation, file, { as })).answer).toMatchObject({ changed: 1 })
    expect(await farm.call(generation.list, {}, { as })).toEqual([
      expect.objectContaining({ name: 'Весна', species_name: 'Палия', date: '01.05.2024', code: '7' }),
    ])
    const { answer } = await load(generation, [...file, ['Осень', 1]], { as, preview: true })
    expect(answer.errors).toEqual([
      { row: 3, column: 'Вид рыбы', text: 'Заполните поле' },
      { row: 3, column: 'Дата', text: 'Заполните поле' },
    ])
  })

  it('meets the rules of the form: of readings, of movements, of the archive', async () => {
    const as = await farm.company()
    const module = await farm.module('Залив', { as })
    const water = await farm.parameter({ location: module.id, name: 'Вода', depth: [2], as })
    const old = await farm.call(counterparty.create, { name: 'Старый' }, { as })
    await farm.call(counterparty.archiving.archive, { id: old.id }, { as })
    const gone = await load(counterparty, [['Название'], ['Старый']], { as, preview: true })
    expect(gone.answer.errors).toEqual([
      { row: 2, column: 'Название', text: 'Такое название есть в архиве: его можно извлечь оттуда' },
    ])
    const store = await farm.stock('Склад', { as })
    const good = await farm.good({ name: 'Корм', as })
    await farm.adding({ good: good.id, stock: store.id, count: 5, date: farm.daysAgo(2), as })
    const moved: Sheet = [
      ['Название', 'Вид', 'Единица измерения'],
      ['Корм', 'Препарат', 'кг'],
    ]
    expect((await load(goodCalls, moved, { as, preview: true })).answer.errors).toEqual([
      { row: 2, column: 'Вид', text: 'Вид нельзя изменить: по расходнику есть движения' },
    ])
    const depths: Sheet = [
      ['Название', 'Вид', 'Глубина', 'Модуль'],
      ['Вода', 'Температура', '0,5; 2', 'Залив'],
    ]
    const { answer } = await load(parameter, depths, { as })
    expect(answer.changes[0]!.fields).toEqual([{ column: 'Глубина', before: '2', after: '0,5; 2' }])
    expect(await farm.call(parameter.list, {}, { as })).toEqual([
      expect.objectContaining({ id: water.id, depth: [0.5, 2] }),
    ])
  })

  it('is for whoever keeps the list, within the modules and warehouses that are open', async () => {
    const reader = await farm.user({ permissions: ['create feedings'] })
    const file: Sheet = [['Название'], ['Новое']]
    expect((await load(species, file, { as: reader })).status).toBe(403)
    const [mine] = [await farm.module('Моё место'), await farm.module('Не моё место')]
    const as = await farm.user({ permissions: ['access library'], locations: [mine.id], stocks: [] })
    const { answer } = await load(
      location,
      [
        ['Название', 'Код'],
        ['Моё место', '1'],
        ['Не моё место', '2'],
        ['Ещё', '3'],
      ],
      {
        as,
        preview: true,
      },
    )
    expect(answer).toMatchObject({ changed: 1 })
    expect(answer.errors).toEqual([
      { row: 3, column: 'Название', text: 'Такое название уже есть' },
      { row: 4, column: null, text: 'Вам доступны не все модули. Новый может создать коллега, которому доступны все.' },
    ])
    const { bytes } = await farm.get(location.importing.template.path, { filled: 1 }, { as })
    const filled = await readSheet(0, bytes, 100)
    expect(filled.flat()).not.toContain('Не моё место')
    expect(
      (
        await load(
          stock,
          [
            ['Название', 'Модуль'],
            ['С', 'Не моё место'],
          ],
          { as, preview: true },
        )
      ).answer.errors,
    ).toEqual([{ row: 2, column: 'Модуль', text: 'Нет такого значения: Не моё место' }])
  })

  it('of five thousand rows takes seconds and few statements', async () => {
    const as = await farm.company()
    const { id } = await farm.species('Палия', { as })
    const rows = Array.from({ length: 5000 }, (_, n): Sheet[number] => [
      `Генерация ${n}`,
      'Палия',
      '01.05.2024',
      `К-${n}`,
    ])
    const file = await workbook([['Название', 'Вид рыбы', 'Дата', 'Код'], ...rows])
    const start = performance.now()
    expect((await load(generation, file, { as })).answer).toMatchObject({ created: 5000 })
    expect(performance.now() - start).toBeLessThan(15_000)
    expect((await farm.call(generation.list, {}, { as })).filter((row) => row.species_id === id)).toHaveLength(5000)
    const { answer } = await load(generation, [['Название'], ...rows, ['Ещё одна']], { as })
    expect(answer.message).toContain('5\u00a0000 строк')
  })

  it.each([
    ['a picture', randomBytes(2000)],
    ['an archive that is no workbook', Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(500)])],
    ['a formula', bareWorkbook('<row r="1"><c r="A1"><f>1+1</f><v>2</v></c></row>')],
    ['no header', bareWorkbook('<row r="1"><c r="A1"><v>2</v></c></row>')],
    [
      'one that unpacks to more than it says',
      bareWorkbook('', [{ name: 'xl/media/a.xml', text: 'x'.repeat(5000), says: 10 }]),
    ],
    ['a bomb', bareWorkbook('', [{ name: 'xl/media/a.xml', text: Buffer.alloc(120_000_000) }])],
  ])('is refused in a sentence: %s', async (_, bytes) => {
    const { status, answer } = await load(species, bytes)
    expect(status).toBe(422)
    expect(answer.message).toMatch(/Файл не прочитан|Это не файл Excel|нет столбца/)
  })
})
