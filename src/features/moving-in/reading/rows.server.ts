/** A row of a sheet becomes the document that a form would have sent, or the reasons why it cannot. Pure. */
import * as z from 'zod'
import { brokenPieces, hasLines, movesFish } from '../../../core/documents/engine/kind-rules.contract'
import type { CommonInput } from '../../../core/documents/engine/rows.server'
import { provisionalId } from '../../../server/db/ledger/entries'
import type { JobCompany } from '../../../server/db/companies'
import { isEmpty } from '../../../server/sheets/cells'
import type { Cell } from '../../../server/sheets/read-sheet'
import { type Document, EMPTY } from '../../../shared/ledger/document'
import { toMg } from '../../../shared/numbers'
import { type Phrase, say, sentenceOf } from '../../../shared/say'
import type { SheetPlan } from '../calls/past.contract'
import {
  type CellKey,
  type DocumentKind,
  type PastField,
  PAST_FIELDS,
  type PastKind,
  type ReadingKey,
} from '../calls/past-words.contract'
import { balanceOf, type PastBalance } from './balances.server'
import { isSum } from './cells.server'
import { FORMS, PAST_RULES } from './forms.server'
import { measuredBy, type PastReading } from './measured.server'
import type { Names } from './names.server'
import { type Part, partsOf, sourceOf } from './parts.server'
import { namesOf } from './row-names.server'
import { cellOf, detailsOf, foundNoFish, kindOf, momentOf, numbersOf, type Reading } from './row-values.server'

export interface StoredRow {
  sheet: number
  row: number
  cells: Cell[]
  joined: number[] | null
  typed: Partial<Record<CellKey, string>> | null
  left_out: boolean
  state: string | null
}

export type Fault = { field: CellKey | null; text: Phrase }

/** A row, or one of several things that happened on its day. */
export interface ReadRow {
  of: StoredRow
  /** its place in the file */
  source: string
  kind: PastKind | null
  faults: Fault[]
  /** a name of it is left out, or it says nothing */
  skipped: boolean
  document: PastDocument | null
  reading: PastReading | null
  /** the column of a reading, where its title names what is measured */
  measured: ReadingKey | null
  /** what a day of a diary tells of its cage, beside what happened */
  balance: PastBalance | null
  /** the field of its sheet for one of its kind */
  fieldOf: Part['fieldOf']
  /** of a row of a list: the farm has it, or will */
  listed?: 'there' | 'new'
}

export const NOTHING = {
  document: null,
  reading: null,
  measured: null,
  balance: null,
  fieldOf: (field: CellKey | null) => field,
}

/** What is stored of where a document stood in the file; null for what no row says. */
export type PastDocument = Document & { import_id: number; source_row: string | null }

export interface RowTools {
  company: JobCompany
  names: Names
  sheets: readonly SheetPlan[]
  import_id: number
  user_id: number | null
}

/** Places before it are of what no row says, which comes first in its minute. */
const FIRST_ROW = 1000

const documentKinds = Object.keys(FORMS).filter((kind) => kind !== 'measurement') as DocumentKind[]

const INPUTS = Object.fromEntries(documentKinds.map((kind) => [kind, z.object(PAST_RULES[kind].fields)])) as Record<
  DocumentKind,
  z.ZodObject
>

const fieldOfInput = (kind: DocumentKind, key: string): PastField | null =>
  (Object.keys(FORMS[kind]) as PastField[]).find((field) => FORMS[kind][field] === key) ??
  (key in PAST_FIELDS ? (key as PastField) : null)

/** A weight of the dead that stands in a book was weighed, whatever forms ask for here. */
const AS_TYPED = { 'retreat-weight-allowed': true }

/** Kinds whose group may be left to the fish that are there. */
const groupOf = (kind: DocumentKind, { generation_id, age_category_id }: CommonInput) =>
  'group_id' in PAST_RULES[kind].fields
    ? { generation_id: generation_id ?? null, age_category_id: age_category_id ?? null }
    : {}

/** Goods counted in pieces come whole. */
function isWhole({ names, faults, plan }: Reading, kind: DocumentKind, document: PastDocument): boolean {
  const poured = plan.units.volume === 'liter' || plan.units.volume === 'ml'
  if (poured && document.good_id !== null && names.measureOf(document.good_id) !== 'liter') {
    const good = names.nameOf('good', document.good_id)
    faults.push({ field: 'volume', text: say('«{{good}}» считается не в литрах', { good }) })
    return false
  }
  const [broken] = brokenPieces(PAST_RULES[kind], document, names.measureOf)
  if (!broken) return true
  const good = names.nameOf('good', broken.good)
  faults.push({ field: 'volume', text: say('«{{good}}» считается в штуках: укажите целое число', { good }) })
  return false
}

function documentOf(
  reading: Reading,
  kind: DocumentKind,
  { at, index, source }: { at: string; index: number; source: string },
  input: CommonInput & { growth?: number },
): PastDocument | null {
  const { faults } = reading
  const contract = PAST_RULES[kind]
  const parsed = INPUTS[kind].safeParse(hasLines(contract) ? { ...input, lines: [input] } : input)
  if (!parsed.success) {
    for (const issue of parsed.error.issues)
      faults.push({ field: fieldOfInput(kind, String(issue.path.at(-1))), text: sentenceOf(issue) })
    return null
  }
  const values = parsed.data as never
  for (const [key, text] of Object.entries(contract.check?.(values) ?? {}))
    // batches of the workshop are of today's work, not of a past: no warehouse is asked for
    if (kind !== 'withdrawal' || key !== 'stock_id') faults.push({ field: fieldOfInput(kind, key), text })
  if (faults.length > 0) return null
  const document: PastDocument = {
    ...EMPTY,
    note: input.note ?? null,
    ...contract.document(values, AS_TYPED),
    ...groupOf(kind, parsed.data as CommonInput),
    gain: input.growth === undefined ? null : toMg(input.growth),
    id: provisionalId(FIRST_ROW + index),
    kind: contract.kind,
    at,
    user_id: reading.user_id,
    sent_by: null,
    recorded_by: null,
    moves_fish: false,
    import_id: reading.import_id,
    source_row: source,
  }
  // no second copy of forty fields for each of twenty thousand rows
  document.moves_fish = movesFish(contract, document)
  return isWhole(reading, kind, document) ? document : null
}

function readPart(part: Part, tools: RowTools, index: number): ReadRow {
  const { of, plan, kind } = part
  const reading: Reading = { ...tools, of, plan, faults: [] }
  const at = momentOf(reading, kind)
  const numbers = numbersOf(reading, kind)
  const { found, skipped, module } = namesOf(reading, kind, (at ?? tools.company.now).slice(0, 10), averageOf(numbers))
  const row = { of, source: sourceOf(plan, of.row, part.name), kind, faults: reading.faults, skipped, ...NOTHING }
  if (kind === 'measurement')
    return {
      ...row,
      measured: part.measured,
      ...measuredBy(reading, part, { source: row.source, at, module, cage: found.cage_id }),
    }
  const note = cellOf(of, plan, 'note')
  const input = {
    date: at?.slice(0, 10) ?? '',
    time: at?.slice(11) ?? '',
    ...numbers,
    ...(foundNoFish(reading, kind) && { growth: 0 }),
    ...detailsOf(reading, kind),
    ...found,
    // a catch whose buyer is named was sold
    show_with_counterparty: found.counterparty_id !== undefined,
    note: isEmpty(note) ? null : String(note).slice(0, 2000),
  }
  const readable = at !== null && reading.faults.length === 0 && !skipped
  return { ...row, document: readable ? documentOf(reading, kind, { at, index, source: row.source }, input) : null }
}

/** Reads one row; `index` is the place of its first operation among all, which decides between two of one minute. */
export function readRow(of: StoredRow, tools: RowTools, index: number): ReadRow[] {
  const plan = tools.sheets[of.sheet]!
  const faults: Fault[] = []
  const sum = isSum(of.cells)
  const kind = plan.kind === 'diary' || sum ? null : kindOf({ ...tools, of, plan, faults })
  const read = (sum ? [] : partsOf(of, plan, kind)).map((part, place) => {
    const row = readPart(part, tools, index + place)
    return {
      ...row,
      of,
      fieldOf: part.fieldOf,
      faults: row.faults.map((fault) => ({ ...fault, field: part.fieldOf(fault.field) })),
    }
  })
  const balance = plan.kind === 'diary' && !sum ? balanceOf(of, plan, tools) : null
  const rest = { of, source: sourceOf(plan, of.row), kind, faults, skipped: faults.length === 0, ...NOTHING, balance }
  return balance || read.length === 0 ? [...read, rest] : read
}

/** Milligrams of a fish. */
const averageOf = ({ count, avg_weight, weight }: Record<string, number>): number | null =>
  avg_weight ? avg_weight * 1e6 : weight && count ? (weight * 1e6) / count : null
