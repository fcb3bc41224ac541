/** The days of a season: day and month of its beginning and of its end. */
import type { NormGrid } from '../../../shared/feeding/norm-grid'
import { lastDayOf } from '../../../shared/feeding/year'
import { useTranslation } from '../../../web/i18n'
import { cleanDayPart } from './norm-edit.web'
import classes from './norms.module.css'

type Edge = 'from' | 'to'
const LAST_MONTH = 12

interface PeriodProps {
  grid: NormGrid
  /** translated */
  fault: string | undefined
  onChange: (grid: NormGrid, tag: string) => void
}

export function NormPeriod({ grid, fault, onChange }: PeriodProps) {
  const { t } = useTranslation()
  const type = (edge: Edge, part: 'day' | 'month', typed: string) => {
    const before = grid[edge]
    const most = part === 'day' ? lastDayOf(Number(before.month)) : LAST_MONTH
    const next = { ...before, [part]: cleanDayPart(typed, most) }
    const day = Number(next.day) > lastDayOf(Number(next.month)) ? String(lastDayOf(Number(next.month))) : next.day
    onChange({ ...grid, [edge]: { ...next, day } }, `${edge}.${part}`)
  }
  const draw = (edge: Edge, title: string) => (
    <span className={classes.edge}>
      <span className={classes.word}>{title}</span>
      <input
        className={classes.part}
        inputMode="numeric"
        autoComplete="off"
        value={grid[edge].day}
        placeholder={t('дд')}
        aria-label={`${title}: ${t('день')}`}
        aria-invalid={fault ? true : undefined}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => type(edge, 'day', event.currentTarget.value)}
      />
      .
      <input
        className={classes.part}
        inputMode="numeric"
        autoComplete="off"
        value={grid[edge].month}
        placeholder={t('мм')}
        aria-label={`${title}: ${t('месяц')}`}
        aria-invalid={fault ? true : undefined}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => type(edge, 'month', event.currentTarget.value)}
      />
    </span>
  )
  return (
    <div className={classes.period} role="group" aria-label={t('Период')}>
      {draw('from', t('Период с'))}
      {draw('to', t('по'))}
      {fault && (
        <span className={classes.fault} role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}
