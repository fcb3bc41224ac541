import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { libraries } from './library.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

/** References that stand only beside another use of the same row, which is asked about. */
const BESIDE_ANOTHER = [
  // readings name the module of their parameter
  'measurements.location_id',
  // what a document moves has its entry, a dispatched batch its own row
  'operations.stock_id',
  // an item entered its warehouse by a document
  'items.stock_id',
]

/** A list of ids has no key. */
const isList = (reference: string) => reference.endsWith('_ids')

test('whatever refers to a row of a library is said in its uses', async () => {
  const keys = await farm.sql<{ target: string; source: string; columns: string[] }>(`
    select confrelid::regclass::text as target, conrelid::regclass::text as source,
      array(select attname::text from unnest(conkey) k join pg_attribute on attrelid = conrelid and attnum = k
        where attname <> 'company_id') as columns
    from pg_constraint where contype = 'f' and confdeltype <> 'c'`)
  for (const library of Object.values(libraries)) {
    const said = (library.uses ?? [])
      .map(([table, column]) => `${table}.${column}`)
      .filter((reference) => !isList(reference))
    const stored = keys
      .filter(({ target }) => target === library.table)
      .flatMap(({ source, columns }) => columns.map((column) => `${source}.${column}`))
      .filter((reference) => !BESIDE_ANOTHER.includes(reference))
    expect(said.sort(), library.model).toEqual(stored.sort())
  }
})

test('a field of a library refers to a library', () => {
  const relations = Object.values(libraries).flatMap(({ form }) => form.flatMap(({ relation }) => relation ?? []))
  expect(relations).toContain('species')
  for (const relation of relations) expect(Object.keys(libraries)).toContain(relation)
})
