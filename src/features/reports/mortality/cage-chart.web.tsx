import { useMemo } from 'react'
import { Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import report from '../../../core/reports/report.module.css'
import { dayOf, parseDay, showDay } from '../../../shared/dates'
import { hrefOf } from '../../../shared/pages'
import { errorText } from '../../../web/api'
import { showNumber, showPercent } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { navigate } from '../../../web/router/address'
import { Link } from '../../../web/router/router'
import { Chart } from '../../../web/ui/chart/chart'
import type { Series } from '../../../web/ui/chart/chart-model'
import { NoteBox } from '../../../web/ui/note-box'
import { type ControlDayRow, type ControlRow, mortalityCalls } from './mortality.contract'
import classes from './mortality.module.css'

const HEIGHT = 260
const midnight = (shown: string) => `${parseDay(shown)!}T00:00`

function useSeries(days: readonly ControlDayRow[] | undefined): Series[] {
  const { t } = useTranslation()
  return useMemo(() => {
    const line = { unit: '%', daily: true, show: (value: number) => showNumber(value, 2) }
    const points = (of: readonly ControlDayRow[], value: (day: ControlDayRow) => number | null) =>
      of.flatMap((day) => {
        const number = value(day)
        return number === null ? [] : [{ at: midnight(day.date), value: number }]
      })
    const all = days ?? []
    const rang = all.filter(({ signal }) => signal !== null)
    return [
      { ...line, key: 'dead', name: t('Отход'), shade: 0, points: points(all, (day) => day.dead_percent) },
      {
        ...line,
        key: 'usual',
        name: t('Обычно'),
        shade: 1,
        look: 'thin',
        points: points(all, (day) => day.usual_percent),
      },
      {
        ...line,
        key: 'signal',
        name: t('Сигнал'),
        shade: 2,
        look: 'points',
        points: points(rang, (day) => day.dead_percent),
      },
    ]
  }, [days, t])
}

/** The losses of a cage day by day, its own baseline, and the days that rang. A moment of it opens its journal. */
export function CageControlChart({ row, start, end }: { row: ControlRow; start: string; end: string }) {
  const { t } = useTranslation()
  const { cage_id, cage_number, signal_date } = row
  const query = useCall(mortalityCalls.days, { start, end, cage_id }, { placeholderData: keepPreviousData })
  const series = useSeries(query.data?.days)
  const axis = useMemo(() => ({ from: midnight(start), to: `${parseDay(end)!}T23:59` }), [start, end])
  const journalOf = (day: string) => hrefOf('journal', { path: 'retreat', cagesId: [cage_id], start: day, end: day })
  const name = t('садок {{number}}', { number: cage_number })
  if (query.error && !query.data) return <NoteBox kind="danger">{errorText(query.error)}</NoteBox>
  return (
    <section className={classes.card} aria-label={`${t('Отход по дням')}: ${name}`}>
      <h2>{`${t('Отход по дням')}: ${name}`}</h2>
      {signal_date ? (
        <NoteBox kind="warn">
          <Link className={report.cell} to={journalOf(signal_date)}>
            {t('Сигнал {{date}}: отход {{dead}} против обычных {{usual}}', {
              date: signal_date,
              dead: showPercent(row.dead_percent ?? 0),
              usual: row.usual_percent === null ? '—' : showPercent(row.usual_percent),
            })}
          </Link>
        </NoteBox>
      ) : (
        <NoteBox kind="good">{t('За период отход не выходил за обычный.')}</NoteBox>
      )}
      {query.data ? (
        <Chart
          title={`${t('Отход по дням')}: ${name}. ${start}–${end}`}
          series={series}
          axis={axis}
          height={HEIGHT}
          pickText={t('Открыть журнал')}
          onPick={(at) => navigate(journalOf(showDay(dayOf(at))))}
        />
      ) : (
        <Skeleton height={HEIGHT} />
      )}
    </section>
  )
}
