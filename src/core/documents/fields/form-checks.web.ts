/** Why a form cannot be saved as it is, shown before the click. */
import { dayOf, parseDay } from '../../../shared/dates'
import { showCount } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { useEarliest, useNow } from '../../../web/session'
import { readTime } from '../../../web/ui/fields/time-field'
import type { AnyKindRules } from '../engine/kind-rules.contract'
import { sumOf, type CageBalance, type BalanceChange, type Values } from './form-model.web'

export interface Limits {
  /** 'YYYY-MM-DD' */
  min: string | undefined
  max: string
  now: string
}

/** Operations are allowed from the company's earliest date to now. */
export function useLimits(): Limits {
  const now = useNow()
  const min = useEarliest()
  return { min, max: dayOf(now), now }
}

export interface Problem {
  /** the field it is shown under; without one it is shown in the note box */
  field?: 'date' | 'time' | 'count'
  text: string
  /** beside the button */
  fix: string
}

/** A moment in the future, or before the company's earliest day. */
export function useMomentProblem(values: { time?: string; date?: string }): Problem | null {
  const { t } = useTranslation()
  const { min, max, now } = useLimits()
  const day = parseDay(values.date ?? '')
  const time = readTime(values.time ?? '')
  // the field itself shows that the day is out of range
  if (day && (day > max || (min && day < min))) return { field: 'date', text: '', fix: t('Исправьте дату') }
  if (day && time && `${day}T${time}` > now)
    return { field: 'time', text: t('Это время ещё не наступило'), fix: t('Исправьте время') }
  return null
}

/** The first reason against saving; null when none is known. */
export function useProblem(
  rules: AnyKindRules,
  values: Values,
  book: CageBalance,
  changes: BalanceChange[],
): Problem | null {
  const { t } = useTranslation()
  const moment = useMomentProblem(values)
  // an estimate may be wrong: the server decides when it gets the record
  if (moment || !book.known || book.estimated) return moment
  if (rules.needsFish && sumOf(book.groups).count === 0) {
    return { text: t('На это время в садке нет рыбы'), fix: t('Выберите другой момент') }
  }
  const short = changes.find(({ change }) => change && change.shortage > 0)
  if (!short?.change) return null
  const numbers = { there: showCount(short.stock.count), shortage: showCount(short.change.shortage) }
  const text = t('В садке на это время {{there}} шт, не хватает {{shortage}}', numbers)
  return { field: 'count', text, fix: t('Исправьте количество') }
}
