import { Fragment, type ReactNode } from 'react'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { NOTHING, showAverage, showCount, showKg } from '../../../web/format'
import styles from './balance.module.css'
import type { Fish } from '../../../shared/ledger/warnings'
import { toKg } from '../../../shared/numbers'
import { averageKgOf } from './fish-math.web'
import {
  groupName,
  type BalanceRow,
  type CageBalance,
  type BalanceChange,
  type Values,
  type WeightUnit,
} from './form-model.web'

export interface BalanceLine {
  was: string
  will: string
  difference: string
  unit: string
}

interface BoxProps {
  caption: string
  lines: BalanceLine[]
  bad?: boolean
  /** the numbers belong to another instant; the right ones are loading */
  waiting?: boolean
}

/** «было → станет», shown before the click. */
export function BalanceBox({ caption, lines, bad, waiting }: BoxProps) {
  const { t } = useTranslation()
  const className = [styles.box, bad && styles.bad, waiting && styles.waiting].filter(Boolean).join(' ')
  return (
    <div className={className} aria-live="polite" aria-busy={waiting}>
      <span className={styles.caption}>
        {caption}
        <span className={styles.words} aria-hidden="true">
          {t('было → станет')}
        </span>
      </span>
      {lines.map(({ was, will, difference, unit }) => (
        <Fragment key={unit}>
          <span className={styles.was}>
            <span className={`${styles.quiet} ${styles.word}`}>{t('было')}</span> {was}
          </span>
          <Icon name="arrow" size={16} className={styles.arrow} />
          <span className={styles.will}>
            <span className={`${styles.quiet} ${styles.word}`}>{t('станет')}</span>{' '}
            {will === NOTHING ? <span className={styles.quiet}>{will}</span> : <b>{will}</b>}{' '}
            <span className={styles.quiet}>{unit}</span>
          </span>
          <span className={styles.difference}>{difference}</span>
        </Fragment>
      ))}
    </div>
  )
}

export const BalanceStack = ({ children }: { children: ReactNode }) => <div className={styles.stack}>{children}</div>

export const signed = (value: number, show: (value: number) => string): string =>
  value > 0 ? `+${show(value)}` : value === 0 ? '' : show(value)

const units: Record<BalanceRow, (unit: WeightUnit) => string> = {
  count: () => 'шт',
  mass: () => 'кг',
  average: (unit) => (unit === 'g' ? 'г/шт' : 'кг/шт'),
}

const numbers: Record<BalanceRow, (stock: Fish) => number> = {
  count: ({ count }) => count,
  mass: ({ mass }) => toKg(mass),
  average: averageKgOf,
}

const shown: Record<BalanceRow, (value: number, unit: WeightUnit) => string> = {
  count: (value) => showCount(value),
  mass: (value) => showKg(value),
  average: (value, unit) => (value < 0 ? `\u2212${showAverage(-value, unit)}` : showAverage(value, unit)),
}

interface Props {
  effect: BalanceChange
  rows?: BalanceRow[]
  book: CageBalance
  values: Values
  unit: WeightUnit
}

/** One cage of an operation: its fish at the chosen instant, before and after. */
export function Balance({ effect, rows = ['count', 'mass'], book, values, unit }: Props) {
  const { t } = useTranslation()
  const { change, stock, group, cage } = effect
  const bad = book.known && !book.estimated && change !== null && change.shortage > 0
  const place = { number: cage?.number ?? '', date: values.date ?? '', time: values.time ?? '' }
  const moment = bad
    ? t('Садок {{number}} на {{date}}, {{time}}: так сохранить нельзя', place)
    : t('Садок {{number}} на {{date}}, {{time}}', place)
  const caption = group && book.groups.length > 1 && !bad ? `${moment} · ${groupName(group)}` : moment
  const lines = rows
    .filter((row) => row === 'count' || !bad)
    .map((row) => {
      const show = (value: number) => shown[row](value, unit)
      const was = numbers[row](change?.before ?? stock)
      const will = change && numbers[row](change.after)
      return {
        was: book.groups.length || book.known ? show(was) : NOTHING,
        will: will === null ? NOTHING : show(will),
        difference: will === null ? '' : signed(will - was, show),
        unit: t(units[row](unit)),
      }
    })
  return <BalanceBox caption={caption} lines={lines} bad={bad} waiting={!book.known} />
}
