/**
 * What kinds ask about before they are saved: the rule of shared/ledger/warnings.ts, of a document and of the cages
 * where it happens.
 */
import {
  averageWarnings,
  countWarnings,
  densityWarnings,
  lossWarnings,
  rationWarnings,
  type Warning,
  type Fish,
  type Thresholds,
} from './warnings'
import { divRound } from '../numbers'
import type { Document } from './document'
import { isExpired, type Lot } from './lots'

/** A cage of a document, just before it and just after; mass in milligrams. */
export interface CageFigures {
  /** of the groups that are meant */
  before: Fish
  /** null while it cannot be told */
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
 * What is known besides the document: its cages in the order of its fields, and what fish of its age category weigh,
 * mg.
 */
export interface WarningContext {
  places: CageFigures[]
  category: { from: number; to: number } | null
  settings: Thresholds
  /** its day, and the lots of its good in its warehouse; null while they are not known */
  lots: { day: string; held: readonly KnownLot[] } | null
}

export interface KnownLot {
  lot: Pick<Lot, 'best_before'>
  /** millionths */
  amount: number
}

/** What a kind asks about before it is saved. */
export type WarningRule = (document: Document, around: WarningContext) => Warning[]

export const warnOfLoss: WarningRule = (_, { places: [place], settings }) =>
  place?.after ? lossWarnings(place.before.count - place.after.count, place.before, settings) : []

const typedAverage = ({ count, weight, avg_weight }: Document) =>
  count && weight ? divRound(weight, count) : avg_weight

/** By the fish of the same group that are there, else by what their age category says. */
export const warnOfAverage: WarningRule = (document, { places: [place], category, settings }) => {
  const typed = typedAverage(document)
  if (!typed || !place) return []
  const book = divRound(place.named.mass, place.named.count)
  if (book > 0) return averageWarnings(typed, book, book, settings)
  return category ? averageWarnings(typed, category.from, category.to, settings) : []
}

export const warnOfCount: WarningRule = (_, { places: [place] }) =>
  place?.after ? countWarnings(place.after.count, place.before.count) : []

/** Of the last cage that the operation touches: the one that fish come to. */
export const warnOfDensity: WarningRule = (_, { places }) => {
  const place = places.at(-1)
  if (!place?.after) return []
  return densityWarnings(place.mass - place.before.mass + place.after.mass, place.volume, place.limit)
}

export const warnOfRation: WarningRule = ({ volume }, { places: [place], settings }) =>
  volume && place ? rationWarnings(volume, place.mass, null, settings) : []

/** Feed past its last good day, when there is not enough of any other. */
export const warnOfExpired: WarningRule = ({ volume }, { lots }) => {
  if (!volume || !lots) return []
  const { day, held } = lots
  const expired = held.flatMap(({ lot }) => (isExpired(lot, day) ? [lot.best_before!] : []))
  const good = held.reduce((sum, { lot, amount }) => (isExpired(lot, day) ? sum : sum + amount), 0)
  return expired.length > 0 && good < volume ? [{ about: 'expired', good, best_before: expired.sort().at(-1)! }] : []
}
