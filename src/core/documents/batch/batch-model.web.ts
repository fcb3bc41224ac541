/** The state of a window for many cages, and checks of its rows before they are sent. All values are texts as typed. */
import type { ReactNode } from 'react'
import type { IconName } from '../../../shared/icon-names'
import type { Endpoint } from '../../../shared/contract'
import { lossWarnings, rationWarnings, type Warning, type Thresholds } from '../../../shared/ledger/warnings'
import { mulDiv, parseDecimal, toMg } from '../../../shared/numbers'
import { rateOfVolume } from '../../../shared/feeding/ration'
import type { Form } from '../../../web/ui/form/form-modal'
import type { CageRow } from '../../cages/cage.contract'
import type { GoodRow } from '../../goods/good.contract'
import { rateText } from '../fields/feed-rate.web'
import { readCount, readMg } from '../fields/fish-math.web'
import type { Group } from '../fields/form-model.web'

export type BatchRow = Record<string, string>

export interface BatchValues extends Record<string, unknown> {
  time: string
  date: string
  /** cage id → what is typed there */
  batch: Record<string, BatchRow>
}

/** Field → its text. */
export type Faults = Record<string, string>

export interface BodyProps {
  form: Form<BatchValues>
  /** cages with fish at the chosen instant, and those with something typed */
  cages: CageRow[]
  /** changes a row and clears the errors of the changed fields */
  change: (cageId: number, patch: BatchRow) => void
  /** cage id → faults of its row */
  faults: Map<number, Faults>
  /** saving is impossible for this reason */
  block: (reason: string | null) => void
  /** time and date */
  moment: ReactNode
}

export interface BatchKind {
  title: string
  icon: IconName
  create: Endpoint
  remove: Endpoint
  /** the fields that are sent */
  fields: readonly string[]
  /** something was typed: the row is sent */
  isTyped: (row: BatchRow) => boolean
}

const isAmount = (text: string | undefined) => text !== undefined && text.trim() !== '' && parseDecimal(text, 6) !== 0
export const typedIn =
  (...keys: string[]) =>
  (row: BatchRow): boolean =>
    keys.some((key) => isAmount(row[key]))

/** The rows to send, with the fields of their kind. */
export const sentRows = (batch: Record<string, BatchRow>, { fields, isTyped }: BatchKind): Record<string, BatchRow> =>
  Object.fromEntries(
    Object.entries(batch)
      .filter(([, row]) => isTyped(row))
      .map(([id, row]) => [id, Object.fromEntries(fields.map((field) => [field, row[field] ?? '']))]),
  )

/** 'batch.7.count' → 7 and 'count'. */
export function faultsOf(errors: Record<string, unknown>): Map<number, Faults> {
  const faults = new Map<number, Faults>()
  for (const [name, text] of Object.entries(errors)) {
    const [, id, field] = /^batch\.(\d+)\.(\w+)$/.exec(name) ?? []
    if (!id || !field || typeof text !== 'string') continue
    faults.set(Number(id), { ...faults.get(Number(id)), [field]: text })
  }
  return faults
}

export interface FeedLine {
  good: string
  stock: string
  /** millionths: taken by the rows, in the warehouse now, missing */
  taken: number
  there: number
  shortage: number
}

/** The amounts that rows take from each warehouse, in the order they are first named. */
export function feedLines(batch: Record<string, BatchRow>, goods: readonly GoodRow[]): FeedLine[] {
  const lines = new Map<string, FeedLine>()
  for (const { feed_type_id: good = '', stock_id: stock = '', volume } of Object.values(batch)) {
    const taken = readMg(volume)
    if (taken === null || !good || !stock) continue
    const key = `${good}:${stock}`
    const there = toMg(goods.find(({ id }) => String(id) === good)?.stocks_count[stock] ?? 0)
    const line = lines.get(key) ?? { good, stock, taken: 0, there, shortage: 0 }
    line.taken += taken
    line.shortage = Math.max(0, line.taken - there)
    lines.set(key, line)
  }
  return [...lines.values()]
}

/** Rows take from a warehouse one after another: answers the cages for which not enough is left. */
export function guiltyRows(
  batch: Record<string, BatchRow>,
  cages: readonly CageRow[],
  goods: readonly GoodRow[],
): ReadonlySet<number> {
  const guilty = new Set<number>()
  const left = new Map<string, number>()
  for (const { id } of cages) {
    const { feed_type_id: good = '', stock_id: stock = '', volume } = batch[id] ?? {}
    const taken = readMg(volume)
    if (taken === null || !good || !stock) continue
    const key = `${good}:${stock}`
    const there = () => toMg(goods.find((one) => String(one.id) === good)?.stocks_count[stock] ?? 0)
    const after = (left.get(key) ?? there()) - taken
    left.set(key, after)
    if (after < 0) guilty.add(id)
  }
  return guilty
}

/** Sums of the rows: amounts in millionths, and the biomass of fed cages in milligrams. */
export function feedTotals(batch: Record<string, BatchRow>, cages: readonly CageRow[]) {
  const fed = cages.flatMap((cage) => {
    const volume = readMg(batch[cage.id]?.volume)
    return volume === null ? [] : [{ volume, biomass: toMg(cage.weight) }]
  })
  const volume = fed.reduce((sum, row) => sum + row.volume, 0)
  const biomass = fed.reduce((sum, row) => sum + row.biomass, 0)
  const rate = rateOfVolume(biomass, volume)
  return { rows: fed.length, volume, rate: rate === null ? '' : rateText(rate) }
}

/** The group of a row: the chosen one, or the only one. */
export function groupOf(cage: CageRow, row: BatchRow | undefined): Group | undefined {
  const { generation_id: generation, age_category_id: category } = row ?? {}
  if (!generation) return cage.groups.length === 1 ? cage.groups[0] : undefined
  return cage.groups.find(
    (group) => String(group.generation_id) === generation && String(group.age_category_id) === category,
  )
}

/** Warnings about unusual values by cage. `before` is what the cages were given yesterday, millionths. */
export function warningsIn(
  batch: Record<string, BatchRow>,
  cages: readonly CageRow[],
  before: ReadonlyMap<number, number>,
  settings: Thresholds,
): [CageRow, Warning][] {
  return cages.flatMap((cage) => {
    const row = batch[cage.id]
    const feed = readMg(row?.volume)
    const loss = lossOf(cage, row, false)
    const stock = { count: loss?.there ?? 0, mass: toMg(loss?.group?.weight ?? 0) }
    const warnings = [
      ...(feed === null ? [] : rationWarnings(feed, toMg(cage.weight), before.get(cage.id) ?? null, settings)),
      ...(loss === null ? [] : lossWarnings(loss.count, stock, settings)),
    ]
    return warnings.map((warning): [CageRow, Warning] => [cage, warning])
  })
}

/** The loss of a row: pieces, and milligrams at the group's average unless a weight is typed. */
export function lossOf(cage: CageRow, row: BatchRow | undefined, weightAllowed: boolean) {
  const group = groupOf(cage, row)
  const count = readCount(row?.count)
  if (count === null) return null
  const there = group?.count ?? 0
  const typed = weightAllowed ? readMg(row?.weight) : null
  const book = group && there > 0 ? mulDiv(toMg(group.weight), count, there) : 0
  return { group, count, mass: typed ?? book, there, shortage: group ? Math.max(0, count - there) : 0 }
}
