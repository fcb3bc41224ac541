/**
 * Warnings of each kind of document before it is saved: applies the rules of shared/ledger/warnings.ts to the document
 * and its cages.
 */
import {
  averageWarnings,
  bandWarnings,
  countWarnings,
  densityWarnings,
  lossWarnings,
  rationWarnings,
  type Warning,
  type Fish,
  type Thresholds,
} from './warnings'
import { isOpenOn } from '../fish/withdrawal-period'
import { type ExpectedFish } from '../feeding/expected-weight'
import { divRound } from '../numbers'
import type { Document } from './document'
import { isExpired, type Lot } from './lots'

/** A cage of a document, just before it and just after; mass in milligrams. */
export interface CageFigures {
  /** of the groups that the operation concerns */
  before: Fish
  /** null while it is not known */
  after: Fish | null
  /** of the group that the document names */
  named: Fish
  /** of all fish, before */
  mass: number
  /** m³ */
  volume: number
  /** kg/m³ */
  limit: number
}

/**
 * What is known besides the document: its cages in the order of its fields, and the expected weights of its age
 * category, mg.
 */
export interface WarningContext {
  places: CageFigures[]
  category: { from: number; to: number } | null
  settings: Thresholds
  /** the document's day, and the lots of its good in its warehouse; null until they are loaded */
  lots: { day: string; held: readonly KnownLot[] } | null
  /** the document's day, and the withdrawal periods of the fish in its first cage; null until they are loaded */
  periods: { day: string; open: readonly KnownPeriod[] } | null
  /** the fish of its first cage as the filter knew them before its day; null until they are loaded */
  expected: readonly ExpectedFish[] | null
}

export interface KnownPeriod {
  generation_id: number
  age_category_id: number
  medicine: string
  treated_on: string
  free_on: string | null
}

export interface KnownLot {
  lot: Pick<Lot, 'best_before'>
  /** millionths */
  amount: number
}

/** Warns about a document before it is saved. */
export type WarningRule = (document: Document, around: WarningContext) => Warning[]

export const warnOfLoss: WarningRule = (_, { places: [place], settings }) =>
  place?.after ? lossWarnings(place.before.count - place.after.count, place.before, settings) : []

const typedAverage = ({ count, weight, avg_weight }: Document) =>
  count && weight ? divRound(weight, count) : avg_weight

/** Compares with the fish of the same group if there are any, else with the age category. */
export const warnOfAverage: WarningRule = (document, { places: [place], category, settings }) => {
  const typed = typedAverage(document)
  if (!typed || !place) return []
  const book = divRound(place.named.mass, place.named.count)
  if (book > 0) return averageWarnings(typed, book, book, settings)
  return category ? averageWarnings(typed, category.from, category.to, settings) : []
}

/** The fish whose average a document tells: of its generations, none meaning all, and its age category. */
const concerned = ({ generation_ids, generation_id, age_category_id }: Document, fish: readonly ExpectedFish[]) => {
  const generations = generation_ids ?? (generation_id === null ? null : [generation_id])
  return fish.filter(
    (group) =>
      (generations === null || generations.includes(group.generation_id)) &&
      (age_category_id === null || age_category_id === group.age_category_id),
  )
}

/** As `warnOfAverage`; what it lets pass has to lie where a weighing of these fish may, unless they were sorted. */
export const warnOfMeasured: WarningRule = (document, around) => {
  const far = warnOfAverage(document, around)
  const typed = typedAverage(document)
  if (far.length > 0 || !typed || !around.expected || document.selection === 'graded') return far
  return bandWarnings(typed, concerned(document, around.expected), document.count, around.settings)
}

export const warnOfCount: WarningRule = (_, { places: [place] }) =>
  place?.after ? countWarnings(place.after.count, place.before.count) : []

/** Looks at the last cage that the operation touches: the one that receives fish. */
export const warnOfDensity: WarningRule = (_, { places }) => {
  const place = places.at(-1)
  if (!place?.after) return []
  return densityWarnings(place.mass - place.before.mass + place.after.mass, place.volume, place.limit)
}

export const warnOfRation: WarningRule = ({ volume }, { places: [place], settings }) =>
  volume && place ? rationWarnings(volume, place.mass, null, settings) : []

/** Warns of expired feed, unless there is enough that has not expired. */
export const warnOfExpired: WarningRule = ({ volume }, { lots }) => {
  if (!volume || !lots) return []
  const { day, held } = lots
  const expired = held.flatMap(({ lot }) => (isExpired(lot, day) ? [lot.best_before!] : []))
  const good = held.reduce((sum, { lot, amount }) => (isExpired(lot, day) ? sum : sum + amount), 0)
  return expired.length > 0 && good < volume ? [{ about: 'expired', good, best_before: expired.sort().at(-1)! }] : []
}

/** Warns of fish under the withdrawal period of a medicine: of each medicine once. */
export const warnOfPeriod: WarningRule = ({ generation_id, age_category_id }, { periods }) => {
  if (!periods) return []
  const { day, open } = periods
  const own = open.filter(
    (one) =>
      (generation_id === null || (one.generation_id === generation_id && one.age_category_id === age_category_id)) &&
      one.treated_on <= day &&
      isOpenOn(one.free_on, day),
  )
  const firsts = new Map(own.toReversed().map((one) => [one.medicine, one]))
  return [...firsts.values()].map(({ medicine, free_on }) => ({ about: 'withdrawal', medicine, free_on }))
}
