import { afterAll, beforeAll, expect, it } from 'vitest'
import fc from 'fast-check'
import { readSheet } from 'read-excel-file/node'
import { goodCalls } from '../../goods/good-calls.contract'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { libraries } from '../library.contract'
import type { ImportCalls, ListImportAnswer } from '../kit/list-import.contract'

const { counterparty, generation, measure_parameter: parameter, stock } = libraries

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

type Imported = { importing: ImportCalls }

const template = async ({ importing }: Imported, filled = true) =>
  (await farm.get(importing.template.path, { filled })).bytes

/** What the file would change if it came back as it went. */
async function returned({ importing }: Imported, bytes: Buffer) {
  const { body } = await farm.upload(importing.upload.path, { name: 'таблица.xlsx', bytes }, { preview: 1 })
  return body as ListImportAnswer
}

it('a template says how to fill it in and what may be chosen', async () => {
  await farm.species('Палия')
  const bytes = await template(generation, false)
  expect(await readSheet(bytes)).toEqual([['Название', 'Вид рыбы', 'Дата', 'Код']])
  expect((await readSheet(bytes, 2))[2]).toEqual(['Вид рыбы', 'Одно из значений листа «Значения»', 'да'])
  expect((await readSheet(bytes, 3)).flat()).toContain('Палия')
})

it('whoever reads English gets it in English, and either language reads it back', async () => {
  const headers = { 'accept-language': 'en' }
  await farm.call(counterparty.create, { name: 'Купец', foreign_company: true })
  const { bytes, headers: answered } = await farm.get(
    counterparty.importing.template.path,
    { filled: true },
    { headers },
  )
  expect(answered['content-disposition']).toContain('Counterparties.xlsx')
  expect((await readSheet(bytes)).slice(0, 2).map((row) => row.slice(0, 2))).toEqual([
    ['Name', 'Foreign organisation'],
    ['Купец', 'yes'],
  ])
  expect((await readSheet(bytes, 2))[0]).toEqual(['Column', 'What to write', 'Required'])
  expect(await returned(counterparty, bytes)).toMatchObject({ errors: [], ignored: [], changes: [], unchanged: 1 })
})

it(
  'a filled table comes back as it is: nothing would change, whatever stands in the list',
  { timeout: 180_000 },
  async () => {
    // the writer of workbooks spoils words that every object has, such as «toString»
    const text = (options: fc.StringConstraints) => fc.string(options).filter((one) => !(one.trim() in {}))
    const name = text({ minLength: 1, maxLength: 40, unit: 'grapheme' })
    const row = fc.record({
      name,
      foreign_company: fc.boolean(),
      address: fc.option(text({ maxLength: 60 }), { nil: '' }),
      note: fc.option(text({ maxLength: 200, unit: 'grapheme' }), { nil: '' }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
        // what is no name, or stands there already, is refused
        for (const one of rows) await farm.post('/crud/counterparty', one)
        const all = await farm.call(counterparty.list, {})
        const answer = await returned(counterparty, await template(counterparty))
        expect(answer).toMatchObject({ errors: [], changes: [], unchanged: all.length })
      }),
      { numRuns: 5 },
    )
  },
)

it('so does that of every list', async () => {
  const module = await farm.module('Залив 1')
  const kind = await farm.species('Кумжа')
  await farm.generation({ species: kind.id })
  const weights = { avg_weight_from: '0,0005', avg_weight_to: '0,1' }
  await farm.call(libraries.age_category.create, { name: 'Сеголетки', ...weights })
  await farm.parameter({ location: module.id, name: 'Вода', depth: [0.5, 2] })
  await farm.call(parameter.create, { name: 'Мутность', symbol: 'NTU', depth: 1, location_id: module.id })
  await farm.call(stock.create, { name: 'Баржа', location_id: module.id })
  const salt = { name: 'Соль', type: 'workshop', measure: 'piece', weight: '0,25', min_amount: 3 } as const
  await farm.call(goodCalls.create, salt)
  for (const list of [...Object.values(libraries), goodCalls]) {
    const rows = Object.keys((await farm.call(list.list as typeof counterparty.list, {})) as object)
    const answer = await returned(list, await template(list))
    expect(answer, list.importing.upload.path).toMatchObject({ errors: [], changes: [], unchanged: rows.length })
  }
})
