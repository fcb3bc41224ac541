/** Books as farms keep them: formulas, errors, joined cells, the same rows in another file, a killed process. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cageCalls } from '../../core/cages/cage.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { pastOf } from '../../testing/farm/past'
import { bareWorkbook, cell } from '../../testing/workbook'
import { pastCalls } from './calls/past.contract'

let farm: Farm
let past: ReturnType<typeof pastOf>
beforeAll(async () => {
  farm = await openFarm()
  past = pastOf(farm)
})
afterAll(() => farm.close())

const TITLES = ['Дата', 'Операция', 'Садок', 'Генерация', 'Категория', 'Количество', 'Навеска, кг']
const stocked = (cage: string, count = 1000) => ['01.02.2024', 'Зарыбление', cage, 'В24', 'Товарная', count, 0.1]
const lost = (cage: string, day: string, count: number) => [day, 'Отход', cage, null, null, count, null]
const book = (...rows: (string | number | null)[][]) => ({ Лист: [TITLES, ...rows] })
const countOf = async (number: string) =>
  (await farm.call(cageCalls.list, {})).find((one) => one.number === number)?.count

test('kept values of formulas count; errors and joined cells are named one by one', async () => {
  const row = (at: number, cells: string) => `<row r="${at}">${cells}</row>`
  const titles = ['Дата', 'Садок', 'Количество'].map((title, index) => cell(`${'ABC'[index]}1`, title)).join('')
  const sheet = [
    row(1, titles),
    row(2, `${cell('A2', '02.02.2024')}${cell('B2', '1')}<c r="C2"><f>2+3</f><v>5</v></c>`),
    row(3, `${cell('A3', '03.02.2024')}${cell('B3', '1')}<c r="C3" t="e"><f>1/0</f><v>#DIV/0!</v></c>`),
    row(4, `${cell('A4', '04.02.2024')}<c r="C4"><v>1</v></c>`),
  ].join('')
  const bytes = bareWorkbook(sheet)
  const seen = await past.sendBytes(bytes)
  const { kind, columns } = seen.sheets[0]!
  expect(kind).toBe('none')
  await farm.call(pastCalls.setSheet, { id: seen.id, sheet: 0, kind: 'retreat', columns })
  await past.checked(seen.id)
  const rows = await past.rows(seen.id)
  expect(rows[0]!.values.count).toBe('5')
  expect(rows[1]!.faults.map(({ address, text }) => [address.split('!')[1], text])).toContainEqual([
    'C3',
    'Ошибка формулы #DIV/0!: впишите значение',
  ])
  expect(rows[2]!.faults.map(({ text }) => text)).toContain('Не указан садок')
})

test('another file with more rows brings only the new ones, and each stored one answers for one row', async () => {
  const first = await past.send(book(stocked('21'), lost('21', '02.02.2024', 5)))
  await past.createAll(first.id)
  await past.bring(first.id)
  const twice = book(
    stocked('21'),
    lost('21', '02.02.2024', 5),
    lost('21', '02.02.2024', 5),
    lost('21', '03.02.2024', 1),
  )
  const next = await past.send(twice)
  expect(next.counts).toMatchObject({ there: 2, ready: 2, wrong: 0 })
  await past.bring(next.id)
  expect(await countOf('21')).toBe(989)
})

test('what was deleted may come again', async () => {
  const first = await past.send(book(stocked('22'), lost('22', '02.02.2024', 5)))
  await past.createAll(first.id)
  await past.bring(first.id)
  const { rows } = (await farm.call(kinds.retreat.list, { start: '02.02.2024', end: '02.02.2024', page: 1 })) as {
    rows: { id: number; number: string }[]
  }
  await farm.call(kinds.retreat.remove, { id: rows.find(({ number }) => number === '22')!.id })
  const next = await past.send(book(stocked('22'), lost('22', '02.02.2024', 5)))
  expect(next.counts).toMatchObject({ there: 1, ready: 1 })
})

test('rows that look alike, and like what was entered by hand, are shown and still brought', async () => {
  const first = await past.send(book(stocked('23'), lost('23', '02.02.2024', 5), lost('23', '02.02.2024', 5)))
  expect((await past.createAll(first.id)).counts).toMatchObject({ ready: 3, doubted: 1 })
  const [alike] = await past.rows(first.id, 'doubted')
  expect(alike!.faults[0]!.text).toBe('Такая же строка есть выше: 3')
  await past.bring(first.id)
  const cage = (await farm.call(cageCalls.list, {})).find(({ number }) => number === '23')!
  await farm.call(kinds.retreat.create, { date: '05.02.2024', time: '10:00', from_id: cage.id, count: 7 })
  const next = await past.send(book(lost('23', '05.02.2024', 7)))
  const [doubted] = await past.rows(next.id, 'doubted')
  expect(doubted!.faults[0]!.text).toBe('Похожая операция уже записана вручную')
})

test('a process that is killed in the middle leaves nothing half done, and the next one ends it', async () => {
  const first = await past.send(book(stocked('24')))
  const { digest } = await past.createAll(first.id)
  await farm.call(pastCalls.bring, { id: first.id, digest: digest! })
  // taken by a process that is gone: nothing of it was committed
  await farm.sql(
    `update pgboss.job set state = 'active', started_on = now() where name = 'moving-in' and state = 'created'`,
  )
  expect(await past.read(first.id)).toMatchObject({ state: 'bringing', broken: false })
  await farm.sql(`update pgboss.job set state = 'failed' where name = 'moving-in' and state = 'active'`)
  expect(await past.read(first.id)).toMatchObject({ state: 'bringing', broken: true })
  expect(await countOf('24')).toBeUndefined()
  await farm.call(pastCalls.check, { id: first.id })
  expect(await past.checked(first.id)).toMatchObject({ state: 'brought' })
  expect(await countOf('24')).toBe(1000)
})

test('names that are left out leave out their rows', async () => {
  const first = await past.send(book(stocked('25'), lost('чужой', '02.02.2024', 5)))
  const names = first.questions.map(({ list, name, create }) => ({
    list,
    name,
    choice: name === 'чужой' ? { skip: true as const } : { create: create! },
  }))
  await farm.call(pastCalls.choose, { id: first.id, names })
  expect((await past.checked(first.id)).counts).toMatchObject({ ready: 1, left: 1, wrong: 0 })
})
