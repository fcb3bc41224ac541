/** What a form asks before it saves (shared/doubts.ts), from what is typed and what the book says. */
import type { TFunction } from 'i18next'
import { doubtAverage, doubtCount, doubtDensity, doubtLoss, doubtRation, type Doubt } from '../../../shared/doubts'
import type { CompanySettings } from '../../../shared/settings'
import { NBSP, showCount, showNumber } from '../../../web/format'
import { averageText } from './fish-fields.web'
import { averageOf, readMg, typedAverage, type FishAmount } from './fish-math.web'
import { fishTexts, sumOf, type Book, type BalanceChange, type Values, type WeightUnit } from './form-model.web'

export interface Facts {
  values: Values
  changes: BalanceChange[]
  book: Book
  /** the cage that fish come to, for kinds with two */
  target: Book
  /** kilograms that fish of the chosen age category weigh; null while not known */
  category: { from: number; to: number } | null
  settings: CompanySettings
}

type Ask = (facts: Facts) => Doubt[]

const NOBODY: FishAmount = { count: 0, mass: 0 }

export const askLoss: Ask = ({ changes: [effect], settings }) => {
  const { change, stock } = effect ?? {}
  return change && stock ? doubtLoss(change.before.count - change.after.count, stock, settings) : []
}

/** By the fish of the same group that are there, else by what their age category says. */
export function doubtsOfAverage({ values, category, settings }: Facts, there: FishAmount): Doubt[] {
  const typed = typedAverage(fishTexts(values))
  if (typed === null) return []
  const book = averageOf(there)
  if (book > 0) return doubtAverage(typed, book, book, settings)
  return category ? doubtAverage(typed, category.from * 1e6, category.to * 1e6, settings) : []
}

export const askAverage: Ask = (facts) => doubtsOfAverage(facts, facts.changes[0]?.stock ?? NOBODY)

export const askCount: Ask = ({ changes: [effect] }) =>
  effect?.change ? doubtCount(effect.change.after.count, effect.stock.count) : []

/** Of the last cage that the operation touches: the one that fish come to. */
export const askDensity: Ask = ({ changes, book, target }) => {
  const effect = changes.at(-1)
  const place = changes.length > 1 ? target : book
  if (!effect?.change || !place.cage) return []
  const others = sumOf(place.groups).mass - effect.stock.mass
  const { volume, density_limit } = place.cage
  return doubtDensity(others + effect.change.after.mass, volume, density_limit)
}

export const askRation: Ask = ({ values, book, settings }) => {
  const feed = readMg(values.volume)
  return feed ? doubtRation(feed, sumOf(book.groups).mass, null, settings) : []
}

/** «Отход 4 000 шт: 91,7 % поголовья.» */
export function doubtText(doubt: Doubt, unit: WeightUnit, t: TFunction): string {
  const percent = 'percent' in doubt ? `${showNumber(doubt.percent, 1)}${NBSP}%` : ''
  if (doubt.about === 'loss') return t('{{percent}} поголовья за один раз.', { percent })
  if (doubt.about === 'density') return t('Плотность будет {{percent}} от предела садка.', { percent })
  if (doubt.about === 'ration') return t('{{percent}} биомассы за одно кормление.', { percent })
  if (doubt.about === 'feed') return t('В {{times}} раза больше, чем вчера.', { times: showNumber(doubt.times, 1) })
  const show = (value: number) =>
    doubt.about === 'count' ? `${showCount(value)}${NBSP}${t('шт')}` : averageText(value, unit, t)
  return `${t('{{typed}}? Ожидалось {{expected}}', { typed: show(doubt.typed), expected: show(doubt.expected) })}.`
}
