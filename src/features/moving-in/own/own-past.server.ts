/** The book of a farm's own past: in the very shape that the import reads, so that another farm can take it over. */
import type { ExportRow } from '../../../core/export/export-row.server'
import { cursorRows, whileSent } from '../../../core/export/streamed.server'
import { type BookField, type BookPart, writeParts } from '../../../core/export/workbook.server'
import { MEASURES, TYPES_OF } from '../../../core/goods/good.contract'
import { MEASURE_TYPES } from '../../../core/lists/libraries/measure-parameter.contract'
import { rulesOf } from '../../../core/documents/kinds/kinds.contract'
import { fileRoute, route } from '../../../server/http/route'
import { languageOf, speakIn } from '../../../server/language'
import { XLSX } from '../../../server/sheets/excel'
import { showDay } from '../../../shared/dates'
import { CONTENT } from '../../../shared/ledger/document'
import type { Phrase, Speak } from '../../../shared/say'
import { pastCalls } from '../calls/past.contract'
import {
  DESCRIBED_LISTS,
  type DocumentKind,
  FOREIGN,
  PAST_FIELDS,
  PAST_KINDS,
  type PastField,
  SHEET_KINDS,
  TAKEN,
} from '../calls/past-words.contract'
import { PAST_RULES } from '../reading/forms.server'
import { ownLists } from './own-lists.server'
import { countDays } from './own-days.server'
import { MEASUREMENT, ownRows } from './own-rows.server'

export type Field = BookField & { key: PastField; type: BookField['type'] }
const field = (key: PastField, type: BookField['type'] = 'text'): Field => ({ key, type })

export const ROWS: readonly Field[] = [
  field('date', 'day'),
  ...(['time', 'operation', 'module', 'cage', 'to_module', 'to_cage', 'generation', 'category'] as const).map((key) =>
    field(key),
  ),
  field('count', 'count'),
  field('avg_weight', 'kg'),
  field('weight', 'kg'),
  field('selection'),
  field('good'),
  field('volume', 'amount'),
  field('growth', 'kg'),
  field('stock'),
  field('to_stock'),
  field('price', 'roubles'),
  field('lot'),
  field('best_before', 'day'),
  field('reason'),
  field('counterparty'),
  field('employee'),
  field('waybill'),
  field('waybill_date', 'day'),
  field('vat'),
  field('act'),
  field('origin'),
  field('condition'),
  field('cause'),
  field('parameter'),
  field('depth', 'amount'),
  field('value', 'amount'),
  field('taken'),
  field('name'),
  field('sum', 'roubles'),
  field('article'),
  field('note'),
]

export const LISTS: readonly Field[] = [
  field('list'),
  field('name'),
  field('module'),
  field('species'),
  field('date', 'day'),
  field('code'),
  field('cage_volume', 'amount'),
  field('from', 'kg'),
  field('to', 'kg'),
  field('good_type'),
  field('measure'),
  field('piece_weight', 'kg'),
  field('measure_type'),
  field('symbol'),
  field('depth'),
  ...(['foreign', 'inn', 'kpp', 'address', 'lead', 'safety'] as const).map((key) => field(key)),
  field('order_lot', 'kg'),
  field('no_delivery'),
  field('note'),
]

/** The unit of a column stands behind its title, for people and for the import alike. */
const UNITS: Partial<Record<BookField['type'], string>> = { kg: 'кг', count: 'шт' }
const titleOf = (speak: Speak, { key, type }: Field) => {
  const unit = UNITS[type]
  return unit === undefined ? speak(PAST_FIELDS[key]) : `${speak(PAST_FIELDS[key])}, ${speak(unit)}`
}

const OPERATIONS = {
  ...Object.fromEntries(
    (Object.keys(PAST_RULES) as DocumentKind[]).map((kind) => [PAST_RULES[kind].kind, PAST_KINDS[kind]]),
  ),
  [MEASUREMENT]: PAST_KINDS[MEASUREMENT],
}
/** By field: code → its word. */
const WORDS: Partial<Record<PastField, Readonly<Record<string, string | undefined>>>> = {
  operation: OPERATIONS,
  selection: CONTENT.selection.words!,
  list: DESCRIBED_LISTS,
  foreign: FOREIGN,
  taken: TAKEN,
  good_type: TYPES_OF.good,
  measure: Object.fromEntries(Object.entries(MEASURES).map(([code, { name }]) => [code, name])),
  measure_type: Object.fromEntries(Object.entries(MEASURE_TYPES).map(([code, { name }]) => [code, name])),
  // goods that no kind of the import takes are written off, with the word for what took them
  note: Object.fromEntries([...rulesOf.values()].map(({ kind, inSentence }) => [kind, inSentence])),
}

export function partOf(
  name: Phrase,
  fields: readonly Field[],
  rows: AsyncIterable<ExportRow[]>,
  speak: Speak,
): BookPart {
  return {
    name: speak(name),
    fields,
    titles: fields.map((one) => titleOf(speak, one)),
    rows,
    text: ({ key }, value) => {
      const words = WORDS[key as PastField] ?? {}
      // a note may be any text, also the name of what every object has
      return Object.hasOwn(words, value) ? speak(words[value]!) : value
    },
  }
}

/** A book of so many rows is checked in seconds; a day is never divided. */
const ROWS_OF_BOOK = 20_000

export const ownBooks = route(pastCalls.ownBooks, async (_, context) => {
  const days = await countDays(context)
  const books: { start: string; end: string; rows: number }[] = []
  for (const { day, rows } of days) {
    const last = books.at(-1)
    if (last && last.rows + rows <= ROWS_OF_BOOK) Object.assign(last, { end: day, rows: last.rows + rows })
    else books.push({ start: day, end: day, rows })
  }
  return books
})

export const ownBook = fileRoute(pastCalls.ownBook, async (period, { company: { id }, request }) => {
  const speak = speakIn(languageOf(request))
  const bytes = whileSent(id, (tx, out) =>
    writeParts(
      [
        partOf(SHEET_KINDS.lists, LISTS, cursorRows<ExportRow>(tx, 'own lists', ownLists(id)), speak),
        partOf('Операции', ROWS, cursorRows<ExportRow>(tx, 'own rows', ownRows(id, period)), speak),
      ],
      out,
    ),
  )
  const days = `${showDay(period.start)}–${showDay(period.end)}`
  return { name: `${speak('Прошлое хозяйства')} ${days}.xlsx`, type: XLSX, bytes }
})
