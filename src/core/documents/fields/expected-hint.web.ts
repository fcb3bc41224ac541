/** What is said of an average beside its field: of the book, and what is expected by now. */
import { dayOf, daysBetween } from '../../../shared/dates'
import { NBSP, showCount, showNumber } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { useNow } from '../../../web/session'
import { cageWeight, useExpected } from '../../feeding/expected/expected.web'
import { averageText, useBookHint } from './fish-fields.web'
import type { CageBalance, Group, WeightUnit } from './form-model.web'

interface Asked {
  book: CageBalance
  /** of these groups of the cage */
  groups: readonly Group[]
  /** their average in the book, mg */
  bookMg: number
  unit: WeightUnit
}

/** «учётная 452 г · ожидается 441 г ± 9 % · взвешивали 14 дней назад, проба 50 шт» */
export function useAverageHint({ book, groups, bookMg, unit }: Asked): string | undefined {
  const { t } = useTranslation()
  const today = dayOf(useNow())
  const own = useBookHint(bookMg, unit)
  const known = useExpected(book.cage?.id)
  const weight = cageWeight(
    (known?.groups ?? []).filter((one) =>
      groups.some(
        (group) => group.generation_id === one.generation_id && group.age_category_id === one.age_category_id,
      ),
    ),
  )
  if (!weight) return own
  const { weighed, percent } = weight
  const ago =
    weighed && `${t('навеска')} ${t('{{count}} дней назад', { count: daysBetween(dayOf(weighed.datetime), today) })}`
  const sample = weighed?.sample && `${t('проба')} ${showCount(weighed.sample)}${NBSP}${t('шт')}`
  return [
    own,
    `${t('ожидается {{average}}', { average: averageText(weight.weight, unit, t) })} ±${NBSP}${showNumber(percent, 0)}${NBSP}%`,
    [ago, sample].filter(Boolean).join(', '),
  ]
    .filter(Boolean)
    .join(' · ')
}
