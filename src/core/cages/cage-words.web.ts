/** Texts about a cage that several parts of the page use. */
import type { TFunction } from '../../web/i18n'
import type { IconName } from '../../web/icons'
import { NBSP, showAverage, showCount, showKg, showNumber } from '../../web/format'
import type { CageRow } from './cage.contract'
import type { Attention, AttentionKind } from './cage-state.web'

export type Unit = 'kg' | 'g'

export const attentionIcons: Record<AttentionKind, IconName> = { over: 'alert', unfed: 'feedoff', unweighed: 'scale' }
export const isDanger = (kind: AttentionKind): boolean => kind === 'over'

/** A hundredth over the limit is over it: never «100 %». */
const percentOver = (value: number | null) => Math.ceil((value ?? 0) - 1e-6)

/** The mark under a cage: only a number, since its icon says the rest. */
export function markText(t: TFunction, { kind, value }: Attention): string {
  if (kind === 'over') return `${percentOver(value)}${NBSP}%`
  if (kind === 'unfed') return t('не кормили')
  return value === null ? t('нет') : t('{{days}} дн', { days: value })
}

/** A tag in a list or a card: words. */
export function tagText(t: TFunction, { kind, value }: Attention): string {
  if (kind === 'over') return t('плотность {{percent}} %', { percent: percentOver(value) })
  if (kind === 'unfed') return t('не кормили')
  return value === null ? t('не взвешивали') : t('навеска {{days}} дн', { days: value })
}

export const unitText = (t: TFunction, unit: Unit): string => (unit === 'kg' ? t('кг') : t('г'))
export const averageText = (t: TFunction, kg: number, unit: Unit): string =>
  kg > 0 ? `${showAverage(kg, unit)}${NBSP}${unitText(t, unit)}` : showAverage(0, unit)
export const piecesText = (t: TFunction, count: number): string => `${showCount(count)}${NBSP}${t('шт')}`
export const kgText = (t: TFunction, kg: number, decimals = 1): string => `${showKg(kg, decimals)}${NBSP}${t('кг')}`
/** «950 кг», «206,8 т»: where a title has little room. */
export const massText = (t: TFunction, kg: number): string =>
  kg < 1000 ? kgText(t, kg, 0) : `${showNumber(kg / 1000, 1)}${NBSP}${t('т')}`
export const densityText = (t: TFunction, { density, density_limit }: CageRow): string =>
  t('{{density}} из {{limit}} кг/м³', { density: showNumber(density, 1), limit: showLimit(density_limit) })
export const showLimit = (limit: number): string => showNumber(limit, Number.isInteger(limit) ? 0 : 1)

/** Everything the map shows of a cage in one sentence, for screen readers. */
export function cageLabel(
  t: TFunction,
  cage: CageRow,
  unit: Unit,
  attentions: readonly Attention[],
  waiting: boolean,
): string {
  const name = t('Садок {{number}}', { number: cage.number })
  const last = waiting ? [t('ждёт сети')] : []
  if (cage.count === 0) return [name, t('пустой'), ...last].join(', ')
  const parts = [
    name,
    piecesText(t, cage.count),
    kgText(t, cage.weight, 0),
    `${t('навеска')} ${averageText(t, cage.avg_weight, unit)}`,
    `${t('плотность')} ${densityText(t, cage)}`,
    ...attentions.filter(({ kind }) => kind !== 'over').map((attention) => tagText(t, attention)),
    ...last,
  ]
  return parts.join(', ')
}

/** «Форель радужная · Осень 2024 · Товарная». */
export const groupsText = (cage: CageRow, withSpecies = false): string =>
  [withSpecies ? cage.species_names : '', cage.generation_names, cage.age_categories_names].filter(Boolean).join(' · ')
