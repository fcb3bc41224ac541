/** A round over the cages of a module on a day: typed values, records, and the current cage. Pure. */
import { mulDiv, parseDecimal, toMg } from '../../../shared/numbers'
import type { OutboxRecord } from '../../../web/offline/outbox/records'
import type { CageRow } from '../../../core/cages/cage.contract'
import { kgText, readCount, readMg } from '../../../core/documents/fields/fish-math.web'

/** What is recorded of a cage. */
export type CageKind = 'feeding' | 'retreat' | 'note'
export type RecordKind = CageKind | 'measurement'

/** What was recorded of a cage (or of the water) in this round, as the outbox has it. */
export interface RoundRecord {
  /** number in the outbox */
  n: number
  kind: RecordKind
  /** what the call is given */
  values: Record<string, string>
  /** farm time of the click */
  at: string
  /** `waiting` is on this device, `stored` is on the server */
  state: 'waiting' | 'stored' | 'refused'
  /** «кормление 96 кг» */
  what: string
  /** why it was refused */
  reason?: string
}

const kindOfSlot = (slot: string): RecordKind =>
  slot.startsWith('water:') ? 'measurement' : (slot.slice(slot.indexOf(':') + 1) as CageKind)

/** A record of the outbox as a round tells of it. */
export const roundRecord = (slot: string, record: OutboxRecord): RoundRecord => ({
  n: record.n,
  kind: kindOfSlot(slot),
  values: record.values as Record<string, string>,
  at: record.recorded_at,
  state: record.state === 'stored' ? 'stored' : record.state === 'refused' ? 'refused' : 'waiting',
  // «Садок 7, кормление 96 кг»: without the cage, which the round shows itself
  what: record.cages.length > 0 ? record.label.slice(record.label.indexOf(', ') + 2) : record.label,
  reason: record.reason ?? undefined,
})

export interface Draft {
  good: string
  stock: string
  volume: string
  appetite: string
  count: string
  /** 'generation:category' */
  group: string
  /** what they died of */
  cause: string
  note: string
  /** names of pictures of the loss, by spaces */
  photos?: string
}

export interface Visit {
  state: 'done' | 'skipped'
}

/** What stands on the page and is not recorded yet. */
export interface RoundState {
  /** 'YYYY-MM-DD' */
  day: string
  /** which round of the day it is */
  round: number
  /** cage id; 'end' is the summary; null starts with the first */
  at: number | 'end' | null
  visits: Record<string, Visit>
  /** cage id → what is typed there and not recorded yet */
  drafts: Record<string, Partial<Draft>>
  /** parameter id → the typed reading */
  water: Record<string, string>
  /** parameters that are not measured today */
  noWater: string[]
  /** cage ids, and 'water:3', whose values were recorded: the next day does not ask for them */
  settled?: string[]
  /** farm time of the last change, 'YYYY-MM-DDTHH:mm' */
  touched?: string
  /** unrecorded values of earlier days, oldest first */
  formers?: RoundState[]
}

export const newRound = (day: string, round: number): RoundState => ({
  day,
  round,
  at: null,
  visits: {},
  drafts: {},
  water: {},
  noWater: [],
  settled: [],
})

/** With its records: '7:feeding', 'water:3' → the record. */
export interface RoundView extends RoundState {
  records: Record<string, RoundRecord>
}

/**
 * The day's last round, from its draft and the outbox's records '1:7:feeding'. A draft of an earlier day is ignored,
 * and a cage with a record is done, whatever the draft says.
 */
export function viewOf(draft: RoundState | null, day: string, slots: ReadonlyMap<string, OutboxRecord>): RoundView {
  const own = draft?.day === day ? draft : null
  const round = Math.max(own?.round ?? 1, ...[...slots.keys()].map((slot) => Number.parseInt(slot, 10)))
  const state = own ?? newRound(day, round)
  const records: RoundView['records'] = {}
  for (const [slot, record] of slots) {
    if (!slot.startsWith(`${round}:`)) continue
    const own = slot.slice(`${round}:`.length)
    records[own] = roundRecord(own, record)
  }
  const visits = { ...state.visits }
  for (const slot of Object.keys(records)) {
    const [cage] = slot.split(':')
    if (cage !== 'water') visits[cage!] = { state: 'done' }
  }
  return { ...state, round, visits, records }
}

export const slotOf = (cage: number, kind: CageKind) => `${cage}:${kind}`
export const waterSlot = (parameter: number) => `water:${parameter}`

/** It is stored, or will be: it is not asked for again. */
export const isLive = (record: RoundRecord | undefined): boolean => record !== undefined && record.state !== 'refused'

/** The cages of the round: those with fish, and those with records since it began. */
export function cagesOf(cages: readonly CageRow[], { visits }: Pick<RoundState, 'visits'>): CageRow[] {
  return cages.filter((cage) => cage.count > 0 || visits[cage.id] !== undefined)
}

/** The current cage: the remembered one if it is in the round, else the first that was not visited. */
export function placeIn(cages: readonly CageRow[], { at, visits }: Pick<RoundState, 'at' | 'visits'>): CageRow | null {
  if (at === 'end') return null
  return cages.find(({ id }) => id === at) ?? cages.find(({ id }) => !visits[id]) ?? null
}

export const neighbour = (cages: readonly CageRow[], id: number, step: 1 | -1): CageRow | undefined =>
  cages[cages.findIndex((cage) => cage.id === id) + step]

/** Refused records of a round, with their cages. */
export const refusedIn = ({ records }: RoundView): [string, RoundRecord][] =>
  Object.entries(records).filter(([, { state }]) => state === 'refused')

/** The step of − and + for an amount of feed: larger for larger amounts. */
export function stepOfFeed(text: string): number {
  const kg = Number(text) || 0
  return kg < 2 ? 0.1 : kg < 20 ? 0.5 : kg < 100 ? 1 : kg < 500 ? 5 : 10
}

/** A decimal text changed by a step: never below zero, without float noise. */
export function stepped(text: string, by: number): string {
  const next = Math.max(0, (parseDecimal(text || '0', 6) ?? 0) + Math.round(by * 1e6))
  return kgText(next)
}

/** Readings may be below zero. */
export function steppedReading(text: string, by: number): string {
  const next = (parseDecimal(text || '0', 6) ?? 0) + Math.round(by * 1e6)
  return next < 0 ? `-${kgText(-next)}` : kgText(next)
}

export interface Summary {
  done: number
  skipped: CageRow[]
  /** good id → millionths */
  feed: Map<string, number>
  dead: number
  refused: number
}

export function summaryOf(
  cages: readonly CageRow[],
  { visits, records }: Pick<RoundView, 'visits' | 'records'>,
): Summary {
  const live = Object.values(records).filter(isLive)
  const feed = new Map<string, number>()
  for (const { kind, values } of live) {
    if (kind !== 'feeding') continue
    const good = values.feed_type_id ?? ''
    feed.set(good, (feed.get(good) ?? 0) + (readMg(values.volume) ?? 0))
  }
  const losses = live.filter(({ kind }) => kind === 'retreat')
  return {
    done: cages.filter(({ id }) => visits[id]?.state === 'done').length,
    skipped: cages.filter(({ id }) => visits[id]?.state !== 'done'),
    feed,
    dead: losses.reduce((sum, { values }) => sum + (readCount(values.count) ?? 0), 0),
    refused: Object.values(records).filter(({ state }) => state === 'refused').length,
  }
}

/** % of the biomass with two decimals, shown under the amount. */
export const shareOf = (volume: number, cage: CageRow): number =>
  cage.weight > 0 ? mulDiv(volume, 10_000, toMg(cage.weight)) / 100 : 0
