/** The cages of a round as lines: proposals, records to be made, and errors. Pure. */
import { i18n, type TFunction } from '../../../web/i18n'
import { toShown } from '../../../web/ui/fields/decimal-text'
import { lossWarnings, rationWarnings, type Warning, type Thresholds } from '../../../shared/ledger/warnings'
import { NBSP, showAmount, showCount } from '../../../web/format'
import type { CageRow } from '../../../core/cages/cage.contract'
import type { MeasureParameter } from '../../../core/lists/libraries/measure-parameter.contract'
import { goodById, withFeed } from '../../../core/documents/batch/feed-choices.web'
import { toKg, toMg } from '../../../shared/numbers'
import { kgText, readCount, readMg } from '../../../core/documents/fields/fish-math.web'
import { groupKey, stockOf } from '../../../core/documents/fields/form-model.web'
import { feedsOf, mostOf } from '../../../core/documents/recent/fed-feeds.contract'
import type { FedDay } from '../../../core/documents/recent/recent.contract'
import { leftOfPlan, type Planned, type PlanOfFeed } from '../../../core/documents/recent/planned.contract'
import type { GoodRow } from '../../../core/goods/good.contract'
import {
  isLive,
  slotOf,
  waterSlot,
  type CageKind,
  type Draft,
  type RoundRecord,
  type RoundView,
} from './round-model.web'
import type { Fresh } from './round-records.web'

export interface Line {
  cage: CageRow
  draft: Draft
  /** what it was given the day before */
  yesterday: FedDay | undefined
  /** what the plan of the day says */
  planned: Planned | undefined
  /** kg given today, what waits on this device included */
  given: number
  feeding: RoundRecord | undefined
  retreat: RoundRecord | undefined
  note: RoundRecord | undefined
  skipped: boolean
}

/** What recording a line would store: millionths, pieces, a note; nothing when it is recorded already. */
export interface ExpectedAmounts {
  volume: number | null
  dead: number | null
  note: string
}

const NOTHING: ExpectedAmounts = { volume: null, dead: null, note: '' }

export function dueOf({ draft, feeding, retreat, note, skipped }: Line): ExpectedAmounts {
  if (skipped) return NOTHING
  const words = draft.note.trim()
  const told = [feeding, retreat, note].some((one) => isLive(one) && (one!.values.note ?? one!.values.text) === words)
  return {
    volume: isLive(feeding) ? null : readMg(draft.volume),
    dead: isLive(retreat) ? null : readCount(draft.count),
    note: told ? '' : words,
  }
}

export const isDue = ({ volume, dead, note }: ExpectedAmounts): boolean =>
  volume !== null || dead !== null || note !== ''

export interface KnownFarm {
  yesterday: ReadonlyMap<number, FedDay>
  planned: ReadonlyMap<number, Planned>
  goods: readonly GoodRow[]
  /** the goods and what lies where are known */
  known: boolean
  /** what was given last on this device */
  recall: (cageId: number) => { good?: string; stock?: string }
}

/**
 * The planned feed, else yesterday's, else the last one on this device, and its warehouse; dropped when they are not in
 * the lists.
 */
function feedFor(cage: CageRow, { goods, known, recall, planned, ...farm }: KnownFarm) {
  const memory = recall(cage.id)
  const [plan, day] = [planned.get(cage.id)?.feeds[0], farm.yesterday.get(cage.id)]
  const yesterday = day && (feedsOf(day).find(({ feed_type_id }) => feed_type_id === plan?.feed_type_id) ?? mostOf(day))
  const good = plan || yesterday ? String((plan ?? yesterday)!.feed_type_id) : memory.good
  const stock = yesterday ? String(yesterday.stock_id) : memory.stock
  if (!known) return { good: good ?? '', stock: stock ?? '' }
  const { feed_type_id = '', stock_id = '' } = withFeed(goodById(goods, good), stock)
  return { good: feed_type_id, stock: stock_id }
}

/** By feed, what the plan of the day leaves to be given. */
export const leftOf = ({ planned, given }: Pick<Line, 'planned' | 'given'>): PlanOfFeed[] => leftOfPlan(planned, given)

/**
 * Initial values of a cage: what is planned, else what it got yesterday, of several feeds the one with most; one fed
 * today is proposed nothing.
 */
function proposalOf(cage: CageRow, known: KnownFarm): Draft {
  const largest = [...cage.groups].sort((a, b) => b.count - a.count)[0]
  const yesterday = known.yesterday.get(cage.id)
  const proposed = known.planned.get(cage.id)?.feeds[0] ?? (yesterday && mostOf(yesterday))
  const given = (cage.fed_today ?? 0) > 0
  return {
    ...feedFor(cage, known),
    volume: given || !proposed ? '' : kgText(toMg(proposed.volume)),
    appetite: '',
    count: '',
    group: largest ? groupKey(largest) : '',
    cause: '',
    note: '',
  }
}

export function lineOf(cage: CageRow, { drafts, records, visits }: RoundView, known: KnownFarm): Line {
  return {
    cage,
    draft: { ...proposalOf(cage, known), ...drafts[cage.id] },
    yesterday: known.yesterday.get(cage.id),
    planned: known.planned.get(cage.id),
    given: cage.fed_today ?? 0,
    feeding: records[slotOf(cage.id, 'feeding')],
    retreat: records[slotOf(cage.id, 'retreat')],
    note: records[slotOf(cage.id, 'note')],
    skipped: visits[cage.id]?.state === 'skipped',
  }
}

export interface RoundSum {
  /** lines with something to record */
  lines: number
  /** millionths */
  volume: number
  dead: number
}

export function sumOfLines(lines: readonly Line[]): RoundSum {
  const due = lines.map(dueOf).filter(isDue)
  return {
    lines: due.length,
    volume: due.reduce((sum, { volume }) => sum + (volume ?? 0), 0),
    dead: due.reduce((sum, { dead }) => sum + (dead ?? 0), 0),
  }
}

export type LineFaults = Partial<Record<'feed' | 'volume' | 'count', string>>

interface Shelves {
  goods: readonly GoodRow[]
  /** amounts are the server's; without a network they are old, and only a hint */
  sure: boolean
}

function countFault({ cage, draft }: Line, dead: number | null, t: TFunction): string | undefined {
  const there = cage.groups.find((one) => groupKey(one) === draft.group)?.count ?? 0
  if (dead === null || dead <= there) return undefined
  return t('В садке на это время {{there}} шт, не хватает {{shortage}}', {
    there: showCount(there),
    shortage: showCount(dead - there),
  })
}

/** Errors by cage. Lines take from a warehouse one after another: those for which nothing is left have the error. */
export function faultsOf(lines: readonly Line[], { goods, sure }: Shelves, t: TFunction): Map<number, LineFaults> {
  const faults = new Map<number, LineFaults>()
  const taken = new Map<string, number>()
  for (const line of lines) {
    const { cage, draft } = line
    const { volume, dead } = dueOf(line)
    const own: LineFaults = {}
    if (volume !== null && (!draft.good || !draft.stock)) own.feed = t('Выберите корм и склад')
    else if (volume !== null) {
      const place = `${draft.good}:${draft.stock}`
      const there = toMg(goodById(goods, draft.good)?.stocks_count[draft.stock] ?? 0)
      const all = (taken.get(place) ?? 0) + volume
      taken.set(place, all)
      if (sure && all > there)
        own.volume = t('На складе {{there}} {{unit}}, не хватает {{shortage}}', {
          there: showAmount(toKg(there)),
          unit: t('кг'),
          shortage: showAmount(toKg(all - there)),
        })
    }
    const count = countFault(line, dead, t)
    if (count) own.count = count
    if (Object.keys(own).length > 0) faults.set(cage.id, own)
  }
  return faults
}

/** Warnings about unusual values, shown once before everything is recorded. */
export function warningsOf(line: Line, settings: Thresholds): Warning[] {
  const { cage, draft, yesterday } = line
  const { volume, dead } = dueOf(line)
  const group = cage.groups.find((one) => groupKey(one) === draft.group)
  const before = yesterday ? toMg(yesterday.volume) : null
  return [
    ...(volume === null ? [] : rationWarnings(volume, toMg(cage.weight), before, settings)),
    ...(dead === null || !group ? [] : lossWarnings(dead, stockOf(group), settings)),
  ]
}

export interface ClickMoment {
  date: string
  time: string
}

const place = ({ number }: CageRow, what: string, t: TFunction) => `${t('Садок {{number}}', { number })}, ${what}`

/**
 * The records of a line, each with its slot. A note is part of the feeding or the loss; alone it is a note of its own.
 */
export function recordsOf(line: Line, { date, time }: ClickMoment, t: TFunction): Record<string, Fresh> {
  const { cage, draft } = line
  const { volume, dead, note } = dueOf(line)
  const records: Record<string, Fresh> = {}
  const keep = (kind: CageKind, what: string, values: Fresh['values'], photos?: string) => {
    const own = { kind, cages: [cage.id], what: place(cage, what, t), values: { date, time, ...values }, photos }
    records[slotOf(cage.id, kind)] = own
  }
  if (volume !== null)
    keep('feeding', t('кормление {{volume}} кг', { volume: showAmount(toKg(volume)) }), {
      cage_id: String(cage.id),
      feed_type_id: draft.good,
      stock_id: draft.stock,
      volume: draft.volume,
      appetite: draft.appetite,
      rate: '',
      note,
    })
  if (dead !== null) {
    const [generation_id = '', age_category_id = ''] = draft.group.split(':')
    const words = volume === null ? note : ''
    const fish = { from_id: String(cage.id), generation_id, age_category_id, count: draft.count, weight: '' }
    const of = { ...fish, loss_cause_id: draft.cause, note: words }
    keep('retreat', t('отход {{pieces}} шт', { pieces: showCount(dead) }), of, draft.photos)
  }
  if (note && volume === null && dead === null) keep('note', t('примечание'), { cage_id: String(cage.id), text: note })
  return records
}

/** «4,2 °C» */
export const readingText = (value: string | number, { beautifulSymbol }: MeasureParameter): string =>
  `${toShown(value)}${NBSP}${i18n.t(beautifulSymbol)}`

/** The typed readings of these parameters. */
export function readingsOf(
  water: readonly MeasureParameter[],
  typed: Record<string, string>,
  { date, time }: ClickMoment,
): Record<string, Fresh> {
  const records: Record<string, Fresh> = {}
  for (const one of water) {
    const value = typed[one.id]
    if (!value) continue
    const spot = { location_id: String(one.location_id), depth: String(one.depth[0] ?? 0) }
    records[waterSlot(one.id)] = {
      kind: 'measurement',
      cages: [],
      what: `${one.name} ${readingText(value, one)}`,
      values: { date, time, measure_parameter_id: String(one.id), value, ...spot },
    }
  }
  return records
}

/** What recording would store: «корм 96 кг, отход 3 шт, вода 4,2 °C». */
export function previewRound(
  lines: readonly Line[],
  water: readonly MeasureParameter[],
  round: RoundView,
  t: TFunction,
): string {
  const { volume, dead, lines: count } = sumOfLines(lines)
  const notes = lines.map(dueOf).filter(({ note }) => note !== '').length
  const parts = [
    volume > 0 && t('корм {{volume}} кг', { volume: showAmount(toKg(volume)) }),
    dead > 0 && t('отход {{pieces}} шт', { pieces: showCount(dead) }),
    notes > 0 && count > 0 && t('примечаний: {{notes}}', { notes }),
    ...water.map(
      (one) => round.water[one.id] && t('вода {{value}}', { value: readingText(round.water[one.id]!, one) }),
    ),
  ]
  return parts.filter(Boolean).join(', ')
}
