/** What a fuzz of the whole API sends: a right value for every field by its name, and values that break programs. */
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { measurementCalls } from '../../core/cages/measurement.contract'
import type { Endpoint } from '../../shared/contract'
import type { Farm } from './farm'
import { type Session, TEST_PASSWORD } from './session'

export type Values = Record<string, unknown>

/** A company with one of everything: ids by the name of the field that asks for them, and by the address with {id}. */
export interface World {
  fields: Values
  ids: Record<string, number>
}

/** Makes the company's things; `mark` stands in every name, so that a leak shows. */
export async function makeWorld(farm: Farm, as: Session, mark: string): Promise<World> {
  const [location, species, stock, feed, medicine] = await Promise.all([
    farm.module(`Модуль ${mark}`, { as }),
    farm.species(`Вид ${mark}`, { as }),
    farm.stock(`Склад ${mark}`, { as }),
    farm.good({ name: `Корм ${mark}`, as }),
    farm.good({ name: `Препарат ${mark}`, type: 'medicine', as }),
  ])
  const net = await farm.item({ stock: stock.id, name: `Дель ${mark}`, date: farm.daysAgo(20), as })
  const cage = await farm.cage({ location: location.id, number: `1${mark}`, as })
  const [target, generation, category, counterparty, employee] = await Promise.all([
    farm.cage({ location: location.id, number: `2${mark}`, as }),
    farm.generation({ species: species.id, name: `Генерация ${mark}`, as }),
    farm.category(`Категория ${mark}`, { as }),
    farm.counterparty(`Контрагент ${mark}`, { as }),
    farm.employee(`Сотрудник ${mark}`, { as }),
  ])
  const things = {
    location,
    species,
    stock,
    feed,
    medicine,
    net,
    cage,
    target,
    generation,
    category,
    counterparty,
    employee,
  }
  return makeOperations(farm, as, mark, things)
}

type Things = Record<
  | 'location'
  | 'species'
  | 'stock'
  | 'feed'
  | 'medicine'
  | 'net'
  | 'cage'
  | 'target'
  | 'generation'
  | 'category'
  | 'counterparty'
  | 'employee',
  { id: number }
>

async function makeOperations(farm: Farm, as: Session, mark: string, things: Things): Promise<World> {
  const { location, species, stock, feed, medicine, net, cage, target, generation, category } = things
  const { counterparty, employee } = things
  const bring = (good: number) => farm.adding({ good, stock: stock.id, count: 1000, date: farm.daysAgo(20), as })
  const adding = await bring(feed.id)
  await bring(medicine.id)
  const group = { generation_id: generation.id, age_category_id: category.id }
  const links = { cage_id: cage.id, cageId: cage.id, from_id: cage.id, to_id: target.id, stock_id: stock.id }
  const goods = { feed_type_id: feed.id, good_id: medicine.id, stock: stock.id }
  const names = {
    location_id: location.id,
    species_id: species.id,
    generationId: generation.id,
    category_id: category.id,
    net_id: net.id,
    list: [{ id: cage.id, x: 10, y: 10, number: '1', value: 8, cage_id: cage.id }],
    counterparty_id: counterparty.id,
    employee_id: employee.id,
  }
  const batch = { [cage.id]: { ...group, ...goods, stock_id: stock.id, volume: 1, count: 1 } }
  const fields: Values = { ...group, ...links, ...goods, ...names, batch, cage_ids: [cage.id] }
  const ids: Record<string, number> = { '/cages/{id}': cage.id, '/transactions/{id}': adding.id }
  for (const path of ['/goods/{id}', '/crud/good/{id}', '/transact-good/{id}', '/transactions-data-for-good/{id}'])
    ids[path] = feed.id
  const libraries = { location, species, generation, stock, counterparty, employee }
  for (const [model, row] of Object.entries(libraries)) ids[`/crud/${model}/{id}`] = row.id
  ids['/age-category/{id}'] = category.id
  for (const path of ['/crud/item/{id}', '/items/{id}']) ids[path] = net.id
  const start = { date: farm.daysAgo(19), time: '08:00', ...group, to_id: cage.id, count: 10_000, avg_weight: 0.2 }
  await farm.call(kinds.stocking.create, start, { as })
  for (const { create, update, previewUpdate, previewRemove } of Object.values(kinds)) {
    const input = { ...rightValues(create, { fields, ids }), date: farm.daysAgo(9), note: `заметка ${mark}` }
    const { id } = (await farm.call(create as Endpoint, input, { as })) as { id: number }
    for (const call of [update, previewUpdate, previewRemove]) ids[call.path] = id
  }
  await makeReadings(farm, as, mark, { fields, ids })
  ids['/cage/{id}/why'] = cage.id
  return { fields, ids }
}

async function makeReadings(farm: Farm, as: Session, mark: string, { fields, ids }: World): Promise<void> {
  const location = Number(fields.location_id)
  const parameter = await farm.parameter({ location, name: `Вода ${mark}`, depth: [0.5, 2], as })
  const spare = await farm.parameter({ location, name: `Воздух ${mark}`, as })
  const reading = { measure_parameter_id: parameter.id, depth: 2, value: 8.4, cage_id: Number(fields.cage_id) }
  const when = { date: farm.daysAgo(9), time: '07:00' }
  const { id } = await farm.call(measurementCalls.create, { ...when, ...reading }, { as })
  Object.assign(fields, {
    measure_parameter_id: parameter.id,
    locationId: location,
    parameterId: parameter.id,
    token: await farm.outsider({ as }),
    paramNames: [parameter.name],
    measurements_data: { created: [reading], updated: [{ id, value: 9 }] },
  })
  ids['/measurements/{id}'] = id!
  for (const path of ['/measure-parameters/{id}', '/crud/measure_parameter/{id}']) ids[path] = spare.id
}

const PLAIN: Values = {
  time: '10:00',
  count: 1,
  volume: 1,
  appetite: 3,
  avg_weight: 0.2,
  cage_type_id: 1,
  depth: 0.5,
  value: 8,
  month: '11.2026',
  path: '/measurements-template',
  color: 2,
  measure: 'kg',
  condition: 'new',
  type: 'feed',
  reason: 'sale',
  show_with_counterparty: true,
  price_per_kilogram: 650,
  payment: 100,
  model: 'species',
  x: 10,
  y: 10,
  note: 'заметка',
  text: 'заметка',
  phone: '+7 900 000-00-00',
  caption: 'Ошибка',
  url: '/cages',
  theme: 'dark',
  language: 'ru',
  'density-limit': 20,
  current: TEST_PASSWORD,
  password: TEST_PASSWORD,
  password_confirmation: TEST_PASSWORD,
}
const OWN_NAMES = ['name', 'fio', 'number', 'company_name']

/** Where a name means another thing than elsewhere. */
const BY_PATH: Record<string, Values> = {
  '/transaction-new-item': { type: 'net' },
  '/crud/item/{id}': { type: 'net' },
}

let last = 0
/** The names of the fields that an endpoint reads. */
export const fieldsOf = (endpoint: Endpoint): string[] =>
  Object.keys((endpoint.input as unknown as { shape?: object }).shape ?? {})

/** An input that an endpoint should take. Fields without a known value are left out. */
export function rightValues(endpoint: Endpoint, { fields, ids }: World, days = { start: '', end: '' }): Values {
  const values: Values = {}
  for (const name of fieldsOf(endpoint)) {
    if (name === 'id') values[name] = ids[endpoint.path] ?? 1
    // there a list takes the place of the fields beside it
    else if (name === 'list' && endpoint.area === 'external') continue
    else if (OWN_NAMES.includes(name)) values[name] = `Имя ${++last}`
    else if (name === 'email') values[name] = `fuzz${++last}@example.com`
    else if (name === 'start' || name === 'date') values[name] = days.start
    else if (name === 'end') values[name] = days.end
    else values[name] = BY_PATH[endpoint.path]?.[name] ?? fields[name] ?? PLAIN[name]
  }
  return values
}

const nested = (depth: number): unknown => {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = i % 2 ? { a: value } : [value]
  return value
}

/** Values of one field. */
export const NASTY: unknown[] = [
  null,
  '',
  true,
  -1,
  -0,
  '-0',
  0.1,
  1e-7,
  1e308,
  -1e308,
  2_147_483_648,
  '9007199254740993',
  '9'.repeat(400),
  'NaN',
  'Infinity',
  '1e5',
  '0x10',
  '١٢',
  '1 000,5',
  '\u0000',
  'а\u0000б',
  '\ud800',
  'x\udfff',
  '\u202eтекст',
  '😀'.repeat(60),
  'x'.repeat(10_000),
  "'; drop table cages; --",
  '__proto__',
  'constructor',
  '%00',
  '${1}',
  '\\u0000',
  '31.02.2026',
  '0000-01-01',
  '01.01.0000',
  '9999-12-31',
  '31.12.9999 23:59',
  '2026-02-30T25:61',
  '24:00',
  '2026-11-20T08:30:00+99:99',
  [],
  {},
  [null],
  [[1], [[2]]],
  { a: { b: ['\u0000'] } },
  { '\u0000': '\ud800', constructor: 1 },
  Array.from({ length: 5000 }, (_, index) => index + 1),
  nested(300),
]

/** Names that every object has. */
export const INHERITED = ['constructor', '__proto__', 'toString', 'hasOwnProperty', '-constructor', 'valueOf']
/** Numbers that no column, or no number here, can hold. */
export const HUGE: unknown[] = [
  2 ** 53,
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  1e15,
  1e21,
  9e15,
]
/** Times and days that no clock and no calendar has. */
export const NEVER: Record<string, string[]> = {
  time: ['24:00', '12:60', '25:61', '-1:00', '08:30:61', '8', '08:30Z'],
  day: [
    '31.04.2026',
    '29.02.2025',
    '32.01.2026',
    '00.01.2026',
    '2026-02-30',
    '2026-13-01',
    '01.01.10000',
    '01.01.-001',
  ],
}
/** The names of fields that are read as one or the other. */
export const isTime = (name: string) => name === 'time'
export const isDay = (name: string) => ['date', 'start', 'end', 'datetime', 'day', 'at', 'month'].includes(name)

const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)

/** Whole bodies. */
export const NASTY_BODIES: string[] = [
  'null',
  '1',
  '"текст"',
  'true',
  '[]',
  '[[]]',
  '[{"id":1},{"id":2}]',
  '{',
  '',
  '{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"id":1,"id":2,"name":"a","name":"\\u0000"}',
  `{"data":${deep('[', ']', 50_000)}}`,
  `{"a":${deep('{"a":', '1', 1).replace('1', '')}${deep('{"a":', '}', 20_000).replace('{"a":}', '1')}}`,
  `[${'1,'.repeat(100_000)}1]`,
  `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":${index}`).join(',')}}`,
]
