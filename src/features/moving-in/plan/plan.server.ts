/**
 * What a workbook would do: the one plan that the check shows and the import carries out. It reads, and stores and
 * locks nothing.
 */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { KindDocument, ManyWriter } from '../../../core/documents/engine/write/many.server'
import { kindServers } from '../../../core/documents/kinds/kinds.server'
import { flatSlowly, openBreath } from '../../../server/base/breath'
import type { JobCompany } from '../../../server/db/companies'
import type { Refold } from '../../../server/db/ledger/fish-ledger'
import type { Progress } from '../../../server/db/ledger/refold-options'
import type { Context } from '../../../server/http/route'
import { dayOf } from '../../../shared/dates'
import { averageKg, toKg, toUnits } from '../../../shared/numbers'
import { readKnown } from '../reading/known-names.server'
import type { PastReading } from '../reading/measured.server'
import { type Names, openNames } from '../reading/names.server'
import { type Choices, isNew, type NewName } from '../reading/matching.server'
import type { CageOutcome, GoodOutcome, Lacking, LackingFish } from '../calls/past-outcome.contract'
import type { Question } from '../calls/past-names.contract'
import type { RowState } from '../calls/past-words.contract'
import {
  type Fault,
  type PastDocument,
  readRow,
  type ReadRow,
  type RowTools,
  type StoredRow,
} from '../reading/rows.server'
import { readListRow } from '../reading/list-rows.server'
import { kindOf } from './kind-of.server'
import { asRows } from './as-rows.server'
import { compareBalances } from './compare.server'
import { lackingFish } from './lacking-fish.server'
import { measureName } from './try-stocks.server'
import { tryLedgers } from './try-ledgers.server'
import { createdFor } from './created-for.server'
import { digestOf } from './digest.server'
import { type TriedReadings, tryReadings } from './try-readings.server'
import { doubts, thereAlready } from './there.server'

export interface Planner extends ManyWriter {
  company: JobCompany
}

/** Whoever tries the rows of a book knows its names. */
export interface Trying extends Planner {
  names: Names
}

export interface PlannedImport {
  id: number
  user_id: number | null
  digest: string
  sheets: RowTools['sheets']
  choices: Choices
  /** what warehouses lack is received on the first day */
  opening: boolean
}

export interface PlannedRow {
  of: StoredRow
  state: RowState
  doubted: boolean
  differs: boolean
  faults: Fault[]
}

export interface Plan {
  rows: PlannedRow[]
  entries: (KindDocument & { document: PastDocument })[]
  readings: PastReading[]
  created: NewName[]
  names: Names
  questions: Question[]
  cages: CageOutcome[]
  goods: GoodOutcome[]
  /** what warehouses lack at their worst, or an opening balance brings */
  lacking: Lacking[]
  /** and what fish cages lack */
  lacking_fish: LackingFish[]
  days: { first: string; last: string } | null
  /** of all that would be stored and what it would come to */
  digest: string
  /** pieces and milligrams that the import adds up to */
  sum: { count: number; mass: number }
}

/** Reads all rows and yields to other requests on the way; what a book says of its names comes first. */
async function readAll(stored: readonly StoredRow[], tools: RowTools): Promise<ReadRow[]> {
  const breath = openBreath()
  const read: ReadRow[] = []
  const ofList = ({ sheet }: StoredRow) => tools.sheets[sheet]!.kind === 'lists'
  for (const row of stored) if (ofList(row)) read.push(readListRow(row, tools))
  for (const row of stored) {
    if (!ofList(row)) read.push(...readRow(row, tools, read.length))
    await breath()
  }
  return read
}

/** The terms by which feedings grow fish, where growth is on. */
async function completeFeedings({ tx, company, user }: Planner, documents: readonly PastDocument[]): Promise<void> {
  const fed = documents.filter(({ kind, gain }) => kind === kindServers.feeding.contract.kind && gain === null)
  const context = { tx, company, user } as unknown as Context
  for (let from = 0; from < fed.length; from += 1000) {
    const part = fed.slice(from, from + 1000)
    const written = part.map((after) => ({ before: null, after }))
    const columns = await kindServers.feeding.complete!(written, context, {
      checked: Promise.resolve(),
      restored: false,
    })
    part.forEach((document, index) => {
      Object.assign(document, columns[index])
      document.moves_fish = kindServers.feeding.contract.effect!(document, () => undefined) !== null
    })
    await setImmediate()
  }
}

interface CageNow {
  cage: number
  count: number
  mass: number
}

const cagesNow = (planner: Planner, cages: readonly number[]) =>
  planner.tx.rows<CageNow>(sql`
    select g.cage_id as cage, sum(e.count_after)::int as count, sum(e.mass_after)::bigint as mass
    from fish_groups g
    cross join lateral (
      select count_after, mass_after from fish_entries where company_id = ${planner.company.id} and group_id = g.id
      order by at desc, operation_id desc limit 1) e
    where g.company_id = ${planner.company.id} and g.cage_id = any(${cages}::int[]) group by g.cage_id`)

const byNumber = new Intl.Collator('ru', { numeric: true })

/** The cages that change, as they would stand. */
async function cagesAfter(planner: Planner, folded: Refold | null, names: Names): Promise<CageOutcome[]> {
  const changed = new Map<number, CageNow>()
  for (const { cage, until, before, after } of folded?.groups ?? []) {
    const sum = changed.get(cage) ?? { cage, count: 0, mass: 0 }
    changed.set(cage, sum)
    if (until !== null) continue
    sum.count += after.count - before.count
    sum.mass += after.mass - before.mass
  }
  const now = new Map(
    (
      await cagesNow(
        planner,
        [...changed.keys()].filter((id) => !isNew(id)),
      )
    ).map((row) => [row.cage, row]),
  )
  return [...changed.values()]
    .map(({ cage, count, mass }) => {
      const before = now.get(cage) ?? { count: 0, mass: 0 }
      const after = { count: before.count + count, mass: before.mass + mass }
      return {
        cage: names.nameOf('cage', cage),
        count_before: before.count,
        count: after.count,
        weight: toKg(after.mass),
        avg_weight: averageKg(after.mass, after.count),
      }
    })
    .sort((a, b) => byNumber.compare(a.cage, b.cage))
}

/** Pieces and milligrams that a fold adds up to. */
export function sumOf(folded: Refold | null) {
  const sum = { count: 0, mass: 0 }
  for (const { until, before, after } of folded?.groups ?? []) {
    if (until !== null) continue
    sum.count += after.count - before.count
    sum.mass += after.mass - before.mass
  }
  return sum
}

interface Tried extends Awaited<ReturnType<typeof tryLedgers>> {
  there: Set<ReadRow>
  water: TriedReadings
  doubted: Map<ReadRow, Fault>
  differing: Map<ReadRow, Fault>
}

/** A fault under the column that the sheet has for it. */
const ofSheet = ({ fieldOf }: ReadRow, fault: Fault | undefined) => fault && { ...fault, field: fieldOf(fault.field) }

function stateOf({ listed, skipped, document, reading }: ReadRow, there: boolean, refused: boolean): RowState {
  if (there || listed === 'there') return 'there'
  if (skipped) return 'left'
  return listed || ((document ?? reading) && !refused) ? 'ready' : 'wrong'
}

function rowOf(row: ReadRow, { there, water, faults, doubted, differing }: Tried): PlannedRow {
  const refused = row.document ? faults.get(row.document.id) : water.faults.get(row)
  const doubt = doubted.get(row)
  const difference = differing.get(row)
  const state = stateOf(row, there.has(row), refused !== undefined)
  const told =
    state === 'ready' || state === 'wrong'
      ? [...row.faults, ...[ofSheet(row, refused), doubt].filter((fault) => fault !== undefined)]
      : []
  return {
    of: row.of,
    state,
    doubted: doubt !== undefined,
    differs: difference !== undefined,
    faults: difference ? [...told, difference] : told,
  }
}

const goodsAfter = ({ balances }: Tried, names: Names) =>
  balances.map(({ good, stock, before, after }) => ({
    good: names.nameOf('good', good),
    measure: measureName(names, good),
    stock: names.nameOf('stock', stock),
    before: toUnits(before),
    after: toUnits(after),
  }))

const lackingOf = ({ lacking }: Tried, names: Names): Lacking[] =>
  lacking.map(({ good, stock, lack }) => ({
    good: names.nameOf('good', good),
    measure: measureName(names, good),
    stock: names.nameOf('stock', stock),
    amount: toUnits(lack),
  }))

const daysOf = (brought: readonly { at: string }[]) => {
  const [one] = brought
  if (!one) return null
  let [first, last] = [one.at, one.at]
  for (const { at } of brought) {
    if (at < first) first = at
    if (at > last) last = at
  }
  return { first: dayOf(first), last: dayOf(last) }
}

/** Reads the rows, finds those that are there, and tries the others on both ledgers. */
async function tryAll(
  planner: Trying,
  of: PlannedImport,
  read: readonly ReadRow[],
  progress: Progress,
): Promise<Tried> {
  const there = await thereAlready(planner, of, read)
  const fresh = read.filter((row) => row.document && !row.skipped && !there.has(row))
  const documents = fresh.map(({ document }) => document!)
  await completeFeedings(planner, documents)
  await setImmediate()
  const tried = await tryLedgers(planner, of, documents, progress)
  const water = await tryReadings(planner, read, there)
  const ready = fresh.filter(({ document }) => !tried.faults.has(document!.id))
  const differing = await compareBalances(planner, read, tried)
  return { ...tried, there, water, doubted: await doubts(planner, ready), differing }
}

export async function planPast(
  planner: Planner,
  of: PlannedImport,
  stored: readonly StoredRow[],
  progress: Progress,
): Promise<Plan> {
  const { tx, company } = planner
  const names = openNames(await readKnown(tx, company.id), of.choices)
  const tools: RowTools = { company, names, sheets: of.sheets, import_id: of.id, user_id: of.user_id }
  const kept = stored.filter(({ left_out }) => !left_out)
  const left = stored.filter(({ left_out }) => left_out)
  const read = await readAll(kept, tools)
  const tried = await tryAll({ ...planner, names }, of, read, progress)
  const { documents, folded, water } = tried
  const { readings } = water
  const created = await createdFor(names, documents, readings)
  const outcome = { cages: await cagesAfter(planner, folded, names), goods: goodsAfter(tried, names) }
  return {
    rows: [
      ...asRows(await flatSlowly(read, (row) => [rowOf(row, tried)])),
      ...left.map((row): PlannedRow => ({ of: row, state: 'left', doubted: false, differs: false, faults: [] })),
    ],
    entries: await flatSlowly(documents, (document) => [{ kind: kindOf(document), document }]),
    readings,
    created,
    names,
    questions: names.questions(),
    ...outcome,
    lacking: lackingOf(tried, names),
    lacking_fish: await lackingFish(planner, of.sheets, read, tried.short),
    days: daysOf([...documents, ...readings]),
    digest: await digestOf(documents, readings, created, outcome),
    sum: sumOf(folded),
  }
}
