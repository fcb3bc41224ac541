/** A row of a sheet becomes the document that a form would have sent, or the reasons why it cannot. Pure. */
import * as z from 'zod'
import { contractOf } from '../../../core/documents/kinds/kinds.contract'
import { brokenPieces, hasLines, movesFish } from '../../../core/documents/engine/kind-rules.contract'
import type { CommonInput } from '../../../core/documents/engine/rows.server'
import { provisionalId } from '../../../server/db/ledger/entries'
import type { JobCompany } from '../../../server/db/companies'
import { isEmpty } from '../../../server/sheets/cells'
import type { Cell } from '../../../server/sheets/read-sheet'
import { type Document, EMPTY } from '../../../shared/ledger/document'
import { type Phrase, say, sentenceOf } from '../../../shared/say'
import type { Names } from './names.server'
import { cellOf, FORMS, goodsOf, kindOf, momentOf, namesOf, numbersOf, type Reading } from './row-values.server'
import type { SheetPlan } from '../calls/past.contract'
import { type PastField, PAST_FIELDS, type PastKind } from '../calls/past-words.contract'

export interface StoredRow {
  sheet: number
  row: number
  cells: Cell[]
  joined: number[] | null
  typed: Partial<Record<PastField, string>> | null
  left_out: boolean
  state: string | null
}

export type Fault = { field: PastField | null; text: Phrase }

export interface ReadRow {
  of: StoredRow
  kind: PastKind | null
  faults: Fault[]
  /** a name of it is left out */
  skipped: boolean
  document: PastDocument | null
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

const INPUTS = Object.fromEntries(
  Object.keys(FORMS).map((kind) => [kind, z.object(contractOf(kind as PastKind).fields)]),
) as Record<PastKind, z.ZodObject>

/** The name of a source, unique in a file. */
export const sourceOf = ({ name }: Pick<SheetPlan, 'name'>, row: number): string => `${name}!${row}`

const fieldOfInput = (kind: PastKind, key: string): PastField | null =>
  (Object.keys(FORMS[kind]) as PastField[]).find((field) => FORMS[kind][field] === key) ??
  (key in PAST_FIELDS ? (key as PastField) : null)

/** Kinds whose group may be left to the fish that are there. */
const groupOf = (kind: PastKind, { generation_id, age_category_id }: CommonInput) =>
  'group_id' in contractOf(kind).fields
    ? { generation_id: generation_id ?? null, age_category_id: age_category_id ?? null }
    : {}

/** Goods counted in pieces come whole. */
function isWhole({ names, faults }: Reading, kind: PastKind, document: PastDocument): boolean {
  const [broken] = brokenPieces(contractOf(kind), document, names.measureOf)
  if (!broken) return true
  const good = names.nameOf('good', broken.good)
  faults.push({ field: 'volume', text: say('«{{good}}» считается в штуках: укажите целое число', { good }) })
  return false
}

function documentOf(
  reading: Reading,
  kind: PastKind,
  at: string,
  input: CommonInput,
  index: number,
): PastDocument | null {
  const { faults, company, of, plan } = reading
  const contract = contractOf(kind)
  const parsed = INPUTS[kind].safeParse(hasLines(contract) ? { ...input, lines: [input] } : input)
  if (!parsed.success) {
    for (const issue of parsed.error.issues)
      faults.push({ field: fieldOfInput(kind, String(issue.path.at(-1))), text: sentenceOf(issue) })
    return null
  }
  const values = parsed.data as never
  for (const [key, text] of Object.entries(contract.check?.(values) ?? {}))
    faults.push({ field: fieldOfInput(kind, key), text })
  if (faults.length > 0) return null
  const document: PastDocument = {
    ...EMPTY,
    note: input.note ?? null,
    ...contract.document(values, company.settings),
    ...groupOf(kind, parsed.data as CommonInput),
    id: provisionalId(FIRST_ROW + index),
    kind: contract.kind,
    at,
    user_id: reading.user_id,
    sent_by: null,
    recorded_by: null,
    moves_fish: false,
    import_id: reading.import_id,
    source_row: sourceOf(plan, of.row),
  }
  // no second copy of forty fields for each of twenty thousand rows
  document.moves_fish = movesFish(contract, document)
  return isWhole(reading, kind, document) ? document : null
}

/** Reads one row; `index` is its place among all rows, which decides between two of one minute. */
export function readRow(of: StoredRow, tools: RowTools, index: number): ReadRow {
  const plan = tools.sheets[of.sheet]!
  const reading: Reading = { ...tools, of, plan, faults: [] }
  const { faults } = reading
  const kind = kindOf(reading)
  if (!kind) return { of, kind, faults, skipped: plan.kind === 'none', document: null }
  const at = momentOf(reading, kind)
  const numbers = numbersOf(reading, kind)
  const { found, skipped } = namesOf(reading, kind, (at ?? tools.company.now).slice(0, 10), averageOf(numbers))
  const note = cellOf(of, plan, 'note')
  const input = {
    date: at?.slice(0, 10) ?? '',
    time: at?.slice(11) ?? '',
    ...numbers,
    ...goodsOf(reading, kind),
    ...found,
    note: isEmpty(note) ? null : String(note).slice(0, 2000),
  }
  const document = at !== null && faults.length === 0 && !skipped ? documentOf(reading, kind, at, input, index) : null
  return { of, kind, faults, skipped, document }
}

/** Milligrams of a fish. */
const averageOf = ({ count, avg_weight, weight }: Record<string, number>): number | null =>
  avg_weight ? avg_weight * 1e6 : weight && count ? (weight * 1e6) / count : null
