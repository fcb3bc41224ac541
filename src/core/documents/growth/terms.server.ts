/** Terms of growth of stored feedings: read, replaced and folded anew. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { feeding } from '../kinds/feeding/feeding.contract'
import { movesFish } from '../engine/kind-rules.contract'
import { effectOf } from '../kinds/kinds.contract'
import { type GrowingFarm, type GrowthTerms, growthTerms, NO_GROWTH } from '../../feeding/growth.server'
import { groupBy } from '../../../shared/collections'
import { dayOf } from '../../../shared/dates'
import type { LedgerRow } from '../../../shared/ledger/document'
import type { Tx } from '../../../server/db/client'
import { refold } from '../../../server/db/ledger/fish-ledger'
import type { GroupChange } from '../../../server/db/ledger/refold-report'
import { LEDGER_COLUMNS } from '../../../server/db/ledger/timeline'

/** Stored terms: operation, norm version, column, temperature, source, coefficient, known growth. */
export type StoredTerms = [number, ...(number | string | null)[]]

export type FedRow = LedgerRow & GrowthTerms & { good_id: number }

const KEYS = [
  'norm_version_id',
  'norm_temperature',
  'temperature',
  'temperature_source',
  'ration_coefficient',
  'gain',
] as const satisfies (keyof GrowthTerms)[]

export const storedTerms = (id: number, terms: GrowthTerms): StoredTerms => [id, ...KEYS.map((key) => terms[key])]

const termsFrom = ([, ...values]: StoredTerms) =>
  Object.fromEntries(KEYS.map((key, index) => [key, values[index] ?? null])) as unknown as GrowthTerms

export const sameTerms = (one: GrowthTerms, other: GrowthTerms) => KEYS.every((key) => one[key] === other[key])

const FED_COLUMNS = sql`${LEDGER_COLUMNS}, o.good_id, o.temperature, o.temperature_source, o.ration_coefficient`

/** Feedings of cages in a period; `locked`, in the order of their ids, when they are to be changed. */
export const feedingsOf = (
  tx: Tx,
  company: number,
  { cages, start, end, locked }: { cages: readonly number[]; start: string; end: string; locked: boolean },
) =>
  tx.rows<FedRow>(sql`
    select ${FED_COLUMNS} from operations o
    where o.company_id = ${company} and o.kind = ${feeding.kind} and o.cage_id = any(${cages}::int[])
      and o.at >= ${start}::timestamp and o.at < ${end}::timestamp + interval '1 day'
    order by o.id ${locked ? sql`for update` : sql``}`)

export const feedingsById = (tx: Tx, company: number, ids: readonly number[]) =>
  tx.rows<FedRow>(sql`
    select ${FED_COLUMNS} from operations o
    where o.company_id = ${company} and o.kind = ${feeding.kind} and o.id = any(${ids}::bigint[])
    order by o.id for update`)

const placeOf = ({ cage_id, good_id, at }: FedRow) => `${cage_id}:${good_id}:${dayOf(at)}`

/** Places asked for at a time: between two parts other requests run. */
const PART = 2000

/** The terms by today's norms, calculations and readings, asked once for each cage, feed and day. */
export async function termsNow(
  tx: Tx,
  company: number,
  farm: GrowingFarm,
  rows: readonly FedRow[],
): Promise<GrowthTerms[]> {
  if (!farm.settings['auto-growth']) return rows.map(() => NO_GROWTH)
  const places = [...groupBy(rows, placeOf)].map(([key, [row]]) => ({
    key,
    cage: row!.cage_id!,
    good: row!.good_id,
    day: dayOf(row!.at),
  }))
  const terms = new Map<string, GrowthTerms>()
  for (let from = 0; from < places.length; from += PART) {
    const part = places.slice(from, from + PART)
    const found = await growthTerms(tx, company, part, farm)
    part.forEach(({ key }, index) => terms.set(key, found[index]!))
  }
  return rows.map((row) => terms.get(placeOf(row))!)
}

export interface TermsChange {
  before: FedRow
  after: FedRow
}

export const changeOf = (before: FedRow, terms: GrowthTerms): TermsChange => ({
  before,
  after: { ...before, ...terms },
})

export const restoredTerms = (rows: readonly FedRow[], before: StoredTerms[], after: StoredTerms[]): TermsChange[] => {
  const [old, recalculated] = [before, after].map((list) => new Map(list.map((terms) => [terms[0], termsFrom(terms)])))
  // what somebody has edited since keeps what it has
  return rows.filter((row) => sameTerms(row, recalculated!.get(row.id)!)).map((row) => changeOf(row, old!.get(row.id)!))
}

export const digestOf = (changes: readonly TermsChange[]) =>
  createHash('sha256')
    .update(JSON.stringify(changes.map(({ after }) => storedTerms(after.id, after))))
    .digest('hex')

function store(tx: Tx, company: number, rows: readonly FedRow[]): void {
  const of = <T>(pick: (row: FedRow) => T) => rows.map(pick)
  tx.later(sql`
    update operations o set norm_version_id = n.version, norm_temperature = n.norm_temperature,
      temperature = n.temperature, temperature_source = n.source, ration_coefficient = n.coefficient,
      gain = n.gain, moves_fish = n.moves
    from unnest(${of(({ id }) => id)}::bigint[], ${of((row) => row.norm_version_id)}::int[],
      ${of((row) => row.norm_temperature)}::int[], ${of((row) => row.temperature)}::bigint[],
      ${of((row) => row.temperature_source)}::text[], ${of((row) => row.ration_coefficient)}::bigint[],
      ${of((row) => row.gain)}::bigint[], ${of((row) => movesFish(feeding, row))}::boolean[])
      as n (id, version, norm_temperature, temperature, source, coefficient, gain, moves)
    where o.company_id = ${company} and o.id = n.id`)
}

/** Operations read at a time: between two readings other requests run. */
const CHUNK = 250

/** Stores other terms and folds the cages anew; `progress` is told of feedings. */
export async function applyTerms(
  tx: Tx,
  company: number,
  changes: readonly TermsChange[],
  progress?: (done: number, total: number) => void,
): Promise<void> {
  if (changes.length === 0) return
  store(
    tx,
    company,
    changes.map(({ after }) => after),
  )
  await refold(tx, company, [...changes], effectOf, { chunk: CHUNK, progress })
}

/** The end of time, until which a report folds: it locks no cage, so that nobody waits. */
const END = { at: '9999-12-31T23:59', id: Number.MAX_SAFE_INTEGER }

/** What other terms would change in each group; stores nothing. */
export async function foreseeTerms(tx: Tx, company: number, changes: readonly TermsChange[]): Promise<GroupChange[]> {
  if (changes.length === 0) return []
  return (await refold(tx, company, [...changes], effectOf, { dry: true, until: END, chunk: CHUNK })).groups
}
