import { validateXML } from 'xmllint-wasm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readWorkbook, unzip } from '../../../e2e/xlsx'
import { EXPORT_KEYS, exportTitle } from '../../core/export/export.contract'
import { exportSchema } from '../../core/export/xml.server'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { openTwoModules } from '../../testing/farm/two-modules'
import { makeWorld } from '../../testing/calls/fuzz-world'

let farm: Farm
beforeAll(async () => {
  farm = await openFarm()
  await makeWorld(farm, farm.session, '=1+1; "кг"')
})
afterAll(() => farm.close())

const read = (query: object = {}, as: { cookie: string } = farm.session) =>
  farm.get('/export-data-xml', { start: farm.daysAgo(40), end: farm.today(), ...query }, { as })

/** The rows of a part without their header: as text, with a decimal point. */
async function csvRows(key: (typeof EXPORT_KEYS)[number], query: object = {}, as?: { cookie: string }) {
  const { bytes } = await read({ 'data[]': [key], format: 'csv', ...query }, as)
  const text = [...unzip(bytes).values()][0]!
  return text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .filter((line) => line !== '')
}

it('is XML by the schema, a workbook, or CSV files, with the same rows', async () => {
  const xml = await read()
  expect(xml.status).toBe(200)
  const { errors } = await validateXML({
    xml: [{ fileName: 'export.xml', contents: xml.text }],
    schema: [{ fileName: 'export.xsd', contents: exportSchema() }],
  })
  expect(errors).toEqual([])
  const book = readWorkbook((await read({ format: 'xlsx' })).bytes)
  const files = unzip((await read({ format: 'csv' })).bytes)
  const counts = EXPORT_KEYS.map((key) => {
    const part = new RegExp(`<${key}>\n([^]*?)</${key}>`).exec(xml.text)![1]!
    return [exportTitle(key), part.match(/<row>/g)?.length ?? 0] as const
  })
  expect(counts.filter(([, count]) => count > 0).length).toBeGreaterThan(12)
  const sheets = [...book].map(([name, rows]) => [name, rows.length - 1])
  expect(sheets).toEqual(counts.map(([name, count]) => [name.slice(0, 31), count]))
  const lines = [...files].map(([name, text]) => [name.slice(3, -4), text.trimEnd().split('\r\n').length - 1])
  expect(lines).toEqual(counts)
})

it('tells numbers exactly and as numbers, moments as moments, codes as words, formulas as text', async () => {
  const module = await farm.module('Модуль «Точный»')
  const [species, category] = [await farm.species(), await farm.category()]
  const generation = await farm.generation({ species: species.id, name: '+7' })
  const cage = await farm.cage({ location: module.id, number: '=7' })
  const fish = { generation_id: generation.id, age_category_id: category.id, count: 3, weight: '0,100001' }
  await farm.call(kinds.stocking.create, { date: farm.daysAgo(5), time: '10:30', to_id: cage.id, ...fish })
  const limited = await farm.user({ locations: [module.id], permissions: ['export data'] })
  const book = readWorkbook((await read({ data: 'stockings', format: 'xlsx' }, limited)).bytes)
  const [titles, row] = book.get('Зарыбления')!
  const cell = (title: string) => row![titles!.findIndex((one) => one !== null && 'text' in one && one.text === title)]
  expect(cell('Садок')).toEqual({ text: '=7' })
  expect(cell('Количество, шт')).toEqual({ number: 3, format: '#,##0' })
  expect(cell('Вес, кг')).toEqual({ number: 0.100001, format: '#,##0.######' })
  const moment = new Date(((cell('Дата и время') as { number: number }).number - 25_569) * 86_400_000)
  expect(moment.toISOString().slice(11, 16)).toBe('10:30')
  const [line] = await csvRows('stockings', {}, limited)
  expect(line).toContain(`;${module.name};'=7;'+7;`)
  expect(line).toContain(';3;0,100001;')
  const [english] = await csvRows('goodRemains', {}, farm.session)
  expect(english).toContain(';кг;')
})

it('has what the person may see, and nothing for others', async () => {
  const module = await farm.module('Свой модуль')
  const limited = await farm.user({ locations: [module.id], stocks: [], permissions: ['export data'] })
  for (const key of EXPORT_KEYS) expect(await csvRows(key, {}, limited)).toEqual([])
  const other = await farm.company('Соседи')
  expect((await read({}, other)).text).not.toContain('<row>')
  const feeder = await farm.user({ permissions: ['create feedings'] })
  expect((await read({}, feeder)).status).toBe(403)
  expect((await read({ start: farm.today(), end: farm.daysAgo(3) })).body).toMatchObject({
    errors: { end: ['Конец периода раньше начала'] },
  })
  expect((await read({ data: 'users' })).status).toBe(422)
  expect((await read({ format: 'pdf' })).status).toBe(422)
})

it('of many rows is read to its end, and a reader who leaves gives the connection back', async () => {
  const [{ id: cage }] = (await farm.sql<{ id: number }>(`select id from cages order by id limit 1`)) as [
    { id: number },
  ]
  const company = farm.session.user.company.id
  await farm.sql(
    `insert into operations (company_id, kind, at, moves_fish, cage_id, good_id, stock_id, volume)
     select $1, 'feeding', date_trunc('day', now()::timestamp) - interval '8 days' + (n / 3) * interval '1 minute', false, $2,
       (select min(id) from goods where company_id = $1), (select min(id) from stocks where company_id = $1), 1000000
     from generate_series(1, 12000) as n`,
    [company, cage],
  )
  const rows = await csvRows('feedings')
  expect(rows.length).toBeGreaterThan(12_000)
  expect(new Set(rows.map((row) => row.split(';')[0])).size).toBe(rows.length)
  const book = readWorkbook((await read({ data: 'feedings', format: 'xlsx' })).bytes)
  expect(book.get('Кормления')!.length).toBe(rows.length + 1)

  const origin = await (await farm.process()).listen({ port: 0, host: '127.0.0.1' })
  const begin = async (leaving: AbortController) => {
    const address = `${origin}/api/export-data-xml?start=${farm.daysAgo(40)}&end=${farm.today()}`
    const answer = await fetch(address, {
      headers: { cookie: `sadok_session=${farm.session.cookie}` },
      signal: leaving.signal,
    })
    return { status: answer.status, leave: () => leaving.abort(), read: () => answer.body!.getReader().read() }
  }
  // one that is slow to read holds a place, and other calls go on
  const slow = [await begin(new AbortController()), await begin(new AbortController())]
  expect(slow.map(({ status }) => status)).toEqual([200, 200])
  expect((await begin(new AbortController())).status).toBe(429)
  const health = await fetch(`${origin}/api/user`, { headers: { cookie: `sadok_session=${farm.session.cookie}` } })
  expect(health.status).toBe(200)
  slow.forEach(({ leave }) => leave())
  for (let turn = 0; turn < 12; turn++) {
    let begun = await begin(new AbortController())
    await expect
      .poll(async () => begun.status === 200 || (begun = await begin(new AbortController())).status === 200)
      .toBe(true)
    await begun.read()
    begun.leave()
  }
  await expect.poll(async () => (await read({ data: 'retreats' })).status).toBe(200)
})

it('names no module that is closed to its reader: of a transfer only the number of the other cage', async () => {
  const world = await openTwoModules()
  try {
    const as = await world.farm.user({ permissions: ['export data'], locations: [world.strait.id] })
    const { text } = await world.farm.get('/export-data-xml', { start: '01.01.2026', end: '28.02.2026' }, { as })
    expect(text).toContain('<transfersBetweenLocations>')
    expect(text).toContain('•••')
    expect(text).not.toContain('Залив')
  } finally {
    await world.farm.close()
  }
})
