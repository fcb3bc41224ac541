/** What a fuzz of the whole API sends: a right value for every field by its name, and values that break programs. */
import type { Endpoint } from '../../shared/contract'
import { TEST_PASSWORD } from '../session'

export type Values = Record<string, unknown>

/** A company with one of everything: ids by the name of the field that asks for them, and by the address with {id}. */
export interface World {
  fields: Values
  ids: Record<string, number>
  /** by the address, where a field means another thing than elsewhere */
  places: Record<string, Values>
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
  amount: 100,
  model: 'species',
  x: 10,
  y: 10,
  note: 'заметка',
  text: 'заметка',
  operation_name: 'Осмотр',
  phone: '+7 900 000-00-00',
  caption: 'Ошибка',
  url: '/cages',
  theme: 'dark',
  language: 'ru',
  'density-limit': 20,
  months_count: 12,
  pellet_size: 4.5,
  lead_days: 7,
  safety_days: 5,
  no_delivery: 'сб, вс',
  days: 30,
  current: TEST_PASSWORD,
  password: TEST_PASSWORD,
  password_confirmation: TEST_PASSWORD,
}
const OWN_NAMES = ['name', 'fio', 'number', 'company_name']

/** Where a name means another thing than elsewhere. */
const BY_PATH: Record<string, Values> = {
  '/transaction-new-item': { type: 'net' },
  '/crud/item/{id}': { type: 'net' },
  // one way of being reached, not both
  '/subscription-request': { phone: '' },
  '/first-feed': { good: 'Первый корм', stock: 'Первый склад', amount: 1 },
}

let last = 0
/** The names of the fields that an endpoint reads. */
export const fieldsOf = (endpoint: Endpoint): string[] =>
  Object.keys((endpoint.input as unknown as { shape?: object }).shape ?? {})

/** An input that an endpoint should take. Fields without a known value are left out. */
export function rightValues(endpoint: Endpoint, { fields, ids, places }: World, days = { start: '', end: '' }): Values {
  const values: Values = {}
  for (const name of fieldsOf(endpoint)) {
    if (name === 'id') values[name] = ids[endpoint.path] ?? 1
    // there a list takes the place of the fields beside it
    else if (name === 'list' && endpoint.area === 'external') continue
    else if (OWN_NAMES.includes(name)) values[name] = `Имя ${++last}`
    else if (name === 'email') values[name] = `fuzz${++last}@example.com`
    else if (name === 'start' || name === 'date') values[name] = days.start
    else if (name === 'end') values[name] = days.end
    else values[name] = BY_PATH[endpoint.path]?.[name] ?? places[endpoint.path]?.[name] ?? fields[name] ?? PLAIN[name]
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
