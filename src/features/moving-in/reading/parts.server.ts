/**
 * One row may be several operations: a day of a cage has its losses, feed and readings of water. Each is read as a row
 * of a sheet of its own kind, which has that day's columns under other names. Pure.
 */
import { isEmpty } from '../../../server/sheets/cells'
import type { SheetPlan } from '../calls/past.contract'
import { type CellKey, type PastField, type PastKind, type ReadingKey, readingKey } from '../calls/past-words.contract'
import { isNothing } from './cells.server'
import { cellOf } from './row-values.server'
import type { StoredRow } from './rows.server'

/** The name of a source, unique in a file. */
export const sourceOf = ({ name }: Pick<SheetPlan, 'name'>, row: number, part = ''): string =>
  `${name}!${row}${part && `:${part}`}`

export interface Part {
  of: StoredRow
  plan: SheetPlan
  kind: PastKind
  /** tells it from the others of its row; empty where it is the whole row */
  name: string
  /** the column of what is measured */
  measured: ReadingKey | null
  /** the field of the sheet for one of its own */
  fieldOf(field: CellKey | null): CellKey | null
}

type Renamed = Partial<Record<PastField, PastField>>

/** What a day has of each kind, by the field under which the kind knows it; null for what is not the kind's. */
const DAY: readonly { kind: PastKind; has: readonly PastField[]; renamed: Renamed; not: readonly PastField[] }[] = [
  { kind: 'stocking', has: ['stocked'], renamed: { count: 'stocked' }, not: ['weight', 'sum'] },
  { kind: 'weighing', has: ['avg_weight'], renamed: {}, not: ['count', 'weight'] },
  { kind: 'feeding', has: ['volume'], renamed: {}, not: [] },
  {
    kind: 'retreat',
    has: ['dead', 'dead_weight'],
    renamed: { count: 'dead', weight: 'dead_weight' },
    not: ['avg_weight'],
  },
  {
    kind: 'withdrawal',
    has: ['caught', 'caught_weight'],
    renamed: { count: 'caught', weight: 'caught_weight' },
    not: ['avg_weight', 'sum'],
  },
]

const same = (field: CellKey | null) => field

/** Whether a day says something of it: a covered cell does, a nought or a dash does not. */
function says(of: StoredRow, plan: SheetPlan, field: PastField): boolean {
  const index = plan.columns[field]
  const covered = index !== undefined && of.joined?.includes(index) && isEmpty(cellOf(of, plan, field))
  return covered || !isNothing(cellOf(of, plan, field))
}

/** A row and its sheet as one kind knows them. */
function view(of: StoredRow, plan: SheetPlan, { kind, renamed, not }: (typeof DAY)[number]): Part {
  const columns = { ...plan.columns }
  const units = { ...plan.units }
  const typed = of.typed ? { ...of.typed } : null
  for (const field of not) {
    delete columns[field]
    delete typed?.[field]
  }
  // fish that come have the mean that is counted on from then
  if (kind === 'stocking' && columns.avg_weight === undefined) {
    columns.avg_weight = columns.mean
    units.avg_weight = units.mean
  }
  for (const [own, theirs] of Object.entries(renamed) as [PastField, PastField][]) {
    columns[own] = plan.columns[theirs]
    units[own] = plan.units[theirs]
    delete typed?.[own]
    const mended = of.typed?.[theirs]
    if (typed && mended !== undefined) typed[own] = mended
  }
  const fieldOf = (field: CellKey | null) => (field && renamed[field as PastField]) ?? field
  return { of: { ...of, typed }, plan: { ...plan, kind, columns, units }, kind, name: kind, measured: null, fieldOf }
}

/** The readings of a row: one for each filled column that is measured, or that of «Параметр» and «Значение». */
function readingsOf(of: StoredRow, plan: SheetPlan): Part[] {
  const part = { of, plan, kind: 'measurement' as const, fieldOf: same }
  const filled = plan.readings.map(readingKey).filter((key) => !isEmpty(cellOf(of, plan, key)))
  const wide = filled.map((key): Part => ({ ...part, name: key, measured: key }))
  return says(of, plan, 'value') ? [...wide, { ...part, name: '', measured: null }] : wide
}

/** The operations of a day, in the order in which they happen. */
function daysParts(of: StoredRow, plan: SheetPlan): Part[] {
  const found = DAY.filter(({ has }) => has.some((field) => says(of, plan, field)))
  const stocked = found.some(({ kind }) => kind === 'stocking')
  // the mean of a day when fish came is theirs
  const own = found.filter(({ kind }) => kind !== 'weighing' || !stocked)
  return [...own.map((one) => view(of, plan, one)), ...readingsOf(of, plan)]
}

/** Of a loss the reason is what the fish died of, also where one column has the reasons of all kinds. */
const LOSS = { kind: 'retreat', has: [], renamed: { cause: 'reason' }, not: ['reason'] } as const

export function partsOf(of: StoredRow, plan: SheetPlan, kind: PastKind | null): Part[] {
  if (plan.kind === 'diary') return daysParts(of, plan)
  if (kind === 'measurement') return readingsOf(of, plan)
  if (kind === 'retreat' && plan.columns.reason !== undefined && plan.columns.cause === undefined)
    return [{ ...view(of, plan, LOSS), name: '' }]
  return kind ? [{ of, plan, kind, name: '', measured: null, fieldOf: same }] : []
}
