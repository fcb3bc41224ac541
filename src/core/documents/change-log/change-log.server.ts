/**
 * What an audit line changed, as people read it: the fields that differ, names instead of ids, amounts in their units.
 */
import { parseDay } from '../../../shared/dates'
import type { DocumentLine } from '../../../shared/ledger/document'
import { toKg, toUnits } from '../../../shared/numbers'
import type { Context } from '../../../server/http/route'
import { type Reference, type Names, readNames } from './names.server'
import type { FieldChange, LoggedField, LoggedFields, LoggedValue } from './change-log.contract'

type Values = Readonly<Record<string, unknown>>

export interface AuditedChange {
  fields: LoggedFields
  before: Values | null
  after: Values | null
  /** `before` is a row as lists show it: decimals, and more fields than an edit can change */
  shownBefore?: boolean
  /** fields that are shown even when unchanged, such as the cage */
  always?: readonly string[]
  /** whose name is wanted beside the changes */
  self?: Reference | null
}

const UNITS = {
  mg: toKg,
  millionths: toUnits,
  kopecks: (value: number) => value / 100,
  tenths: (value: number) => value / 10,
  hundredths: (value: number) => value / 100,
}

/** Moves values stored as JSON up to the columns of the document. */
const flat = (values: Values | null): Values => ({ ...(values?.extra as Values | undefined), ...values })

const each = (value: unknown, read: (one: unknown) => unknown) => (Array.isArray(value) ? value.map(read) : read(value))

/** A stored value in the unit that people read; ids stay. */
function plain(value: unknown, { unit, column }: LoggedField, shown: boolean): unknown {
  if (value === null || value === undefined || value === '') return null
  if (column.type === 'day') return parseDay(String(value)) ?? value
  return unit && !shown ? each(value, (one) => UNITS[unit](Number(one))) : value
}

const partOf = (value: unknown, { within }: LoggedField): unknown =>
  within === undefined ? value : (value as Values | null | undefined)?.[within]

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const isNothing = (value: unknown) => value === null || value === false || same(value, [])

interface Pair {
  key: string
  field: LoggedField
  before: unknown
  after: unknown
}

const without = (list: unknown, others: unknown) =>
  Array.isArray(list) ? list.filter((one) => !Array.isArray(others) || !others.includes(one)) : list

function pairsOf({ fields, before, after, shownBefore = false, always = [] }: AuditedChange): Pair[] {
  const [was, is] = [flat(before), flat(after)]
  const edited = before !== null && after !== null
  return Object.entries(fields).flatMap(([key, field]) => {
    // an edit of a list says all that it may change
    if (edited && shownBefore && !Object.hasOwn(is, key)) return []
    const pair = {
      key,
      field,
      before: plain(partOf(was[shownBefore ? (field.shown ?? key) : key], field), field, shownBefore),
      after: plain(partOf(is[key], field), field, false),
    }
    const stayed = same(pair.before, pair.after)
    if (edited ? stayed && (isNothing(pair.after) || !always.includes(key)) : isNothing(pair.before ?? pair.after))
      return []
    if (!field.set || !edited) return [pair]
    return [{ ...pair, before: without(pair.before, pair.after), after: without(pair.after, pair.before) }]
  })
}

const listOf = (value: unknown) => [value].flat().filter((one) => one !== null && one !== undefined)

interface Line {
  line: DocumentLine
  before: number | null
  after: number | null
  prices: [before: number | null, after: number | null]
}

const lineKey = ({ role, good_id, item_id, stock_id, cage_id, lot }: DocumentLine) =>
  JSON.stringify([role, good_id, item_id, stock_id, cage_id ?? null, lot ?? null])

/** The lines of a document that were added, removed, or changed in amount or price. */
function linesOf({ before, after }: AuditedChange): Line[] {
  const lines = new Map<string, Line>()
  const put = (side: 'before' | 'after', line: DocumentLine) => {
    const known = lines.get(lineKey(line)) ?? { line, before: null, after: null, prices: [null, null] }
    known[side] = (known[side] ?? 0) + line.amount
    known.prices[side === 'before' ? 0 : 1] = line.price
    lines.set(lineKey(line), known)
  }
  for (const line of (before?.lines ?? []) as DocumentLine[]) put('before', line)
  for (const line of (after?.lines ?? []) as DocumentLine[]) put('after', line)
  return [...lines.values()].filter((one) => one.before !== one.after || one.prices[0] !== one.prices[1])
}

const askedBy = (change: AuditedChange, pairs: Pair[], lines: Line[]): Reference[] => [
  ...pairs.flatMap(({ field: { names: to }, before, after }) =>
    to ? [...listOf(before), ...listOf(after)].map((id) => ({ to, id: id as number | string })) : [],
  ),
  ...lines.flatMap(({ line: { good_id, item_id, stock_id, cage_id } }) =>
    Object.entries({ good: good_id, item: item_id, stock: stock_id, cage: cage_id }).flatMap(([to, id]) =>
      id ? [{ to: to as Reference['to'], id }] : [],
    ),
  ),
  ...(pairs.some(({ key }) => key === 'volume') ? goodOf(change) : []),
  ...(change.self ? [change.self] : []),
]

const goodOf = ({ before, after }: AuditedChange): Reference[] => {
  const id = (after ?? before)?.good_id
  return typeof id === 'number' ? [{ to: 'good', id }] : []
}

function read(value: unknown, { names: to, words }: LoggedField, names: Names): LoggedValue {
  if (value === null) return null
  if (words) return each(value, (one) => words[String(one)] ?? String(one)) as LoggedValue
  if (!to) return value as LoggedValue
  const list = listOf(value).map((id) => names.name({ to, id: id as number | string }))
  return Array.isArray(value) ? list : list[0]!
}

function describeField(change: AuditedChange, { key, field, ...pair }: Pair, names: Names): FieldChange {
  const unit = key === 'volume' ? names.unit(goodOf(change)[0]?.id) : null
  return {
    field: field.column.key,
    ...(unit && { unit }),
    before: read(pair.before, field, names),
    after: read(pair.after, field, names),
  }
}

function describeLine({ line, before, after, prices }: Line, names: Names): FieldChange[] {
  const { role, good_id, item_id, stock_id, cage_id } = line
  const place = cage_id
    ? names.name({ to: 'cage', id: cage_id })
    : stock_id && names.name({ to: 'stock', id: stock_id })
  const thing = item_id ? names.name({ to: 'item', id: item_id }) : good_id && names.name({ to: 'good', id: good_id })
  const subject = { subject: [thing, place].filter(Boolean).join(', '), role }
  const unit = names.unit(good_id)
  const amount = (value: number | null) => (value === null ? null : toUnits(value))
  const price = (value: number | null) => (value === null ? null : value / 100)
  const amounts = { field: 'line', ...subject, ...(unit && { unit }), before: amount(before), after: amount(after) }
  const costs = { field: 'line_price', ...subject, before: price(prices[0]), after: price(prices[1]) }
  return [...(before === after ? [] : [amounts]), ...(prices[0] === prices[1] ? [] : [costs])]
}

/** The changes of each of these audit lines, in the order of fields, and the requested name. */
export async function describeChanges(context: Context, audited: AuditedChange[]) {
  const told = audited.map((change) => ({ change, pairs: pairsOf(change), lines: linesOf(change) }))
  const names = await readNames(
    context,
    told.flatMap(({ change, pairs, lines }) => askedBy(change, pairs, lines)),
  )
  return told.map(({ change, pairs, lines }) => ({
    name: change.self ? names.name(change.self) : null,
    changes: [
      ...pairs.map((pair) => describeField(change, pair, names)),
      ...lines.flatMap((line) => describeLine(line, names)),
    ],
  }))
}
