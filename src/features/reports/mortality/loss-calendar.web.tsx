import { useMemo, useRef, type ReactNode } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import type { Asked } from '../../../core/reports/report-page.web'
import { SourceLink } from '../../../core/reports/source-link.web'
import report from '../../../core/reports/report.module.css'
import { useCages } from '../../../core/cages/cage-cache.web'
import type { Column } from '../../../shared/columns'
import { addDays, daysBetween, parseDay, showDay } from '../../../shared/dates'
import { hrefOf } from '../../../shared/pages'
import { NBSP, showCount, showPercent } from '../../../web/format'
import { type TFunction, useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { navigate } from '../../../web/router/address'
import { DrawnAgain } from '../../../web/ui/chart/drawn-again'
import { Heat } from '../../../web/ui/chart/heat'
import type { HeatCell, HeatStep } from '../../../web/ui/chart/heat-model'
import { DataTable } from '../../../web/ui/table/data-table'
import {
  CALENDAR_TITLE,
  type CageLosses,
  calendarColumns,
  type CalendarRow,
  calendarRows,
  lossCalendarCall,
} from './loss-calendar.contract'

/** More rows than this are no picture any longer. */
const MOST_ROWS = 40
const PER_PAGE = 25

/** Shares of the fish in the cage, in % a day. From half a per cent on it is an outbreak. */
const stepsOf = (t: TFunction): HeatStep[] => [
  { from: 0, ink: 'var(--heat-1)', name: t('до {{share}} в день', { share: showPercent(0.02) }) },
  { from: 0.02, ink: 'var(--heat-2)', name: t('от {{share}}', { share: showPercent(0.02) }) },
  { from: 0.05, ink: 'var(--heat-3)', name: t('от {{share}}', { share: showPercent(0.05) }) },
  { from: 0.1, ink: 'var(--heat-4)', name: t('от {{share}}', { share: showPercent(0.1) }) },
  { from: 0.5, ink: 'var(--heat-5)', name: t('от {{share}}', { share: showPercent(0.5) }) },
]

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const journalOf = (cage: number, day: string) =>
  hrefOf('journal', { path: 'retreat', cagesId: [cage], start: day, end: day })

/** Those that are drawn: with the most losses, in the order of the answer. */
function drawnOf(cages: readonly CageLosses[]): readonly CageLosses[] {
  if (cages.length <= MOST_ROWS) return cages
  const worst = cages.toSorted((one, other) => sum(other.dead) - sum(one.dead)).slice(0, MOST_ROWS)
  return cages.filter((cage) => worst.includes(cage))
}

interface PictureProps {
  cages: readonly CageLosses[]
  start: string
  end: string
  dateOf: (day: number) => string
}

function Picture({ cages, start, end, dateOf }: PictureProps) {
  const { t } = useTranslation()
  const drawn = useMemo(() => drawnOf(cages), [cages])
  const steps = useMemo(() => stepsOf(t), [t])
  const cells = useMemo(
    () =>
      drawn.flatMap(({ days, dead_percent }, row) =>
        days.map((day, index): HeatCell => ({ row, day, value: dead_percent[index]! })),
      ),
    [drawn],
  )
  const days = useMemo(() => {
    const length = daysBetween(parseDay(start)!, parseDay(end)!) + 1
    return Array.from({ length }, (_, day) => dateOf(day).slice(0, 5))
  }, [start, end, dateOf])
  const rows = useMemo(() => drawn.map(({ cage_number }) => cage_number), [drawn])
  const deadAt = ({ row, day }: HeatCell) => drawn[row]!.dead[drawn[row]!.days.indexOf(day)]!
  return (
    <>
      <p className={report.said}>{t('Доля погибшей рыбы садка в день')}</p>
      <Heat
        title={`${t(CALENDAR_TITLE)}. ${start}–${end}`}
        rows={rows}
        days={days}
        cells={cells}
        steps={steps}
        words={(cell) => [
          [`${t('Садок {{number}}', { number: rows[cell.row] })}, ${dateOf(cell.day)}`, ''],
          [t('Отход'), `${showCount(deadAt(cell))}${NBSP}${t('шт')}`],
          [t('Доля'), showPercent(cell.value)],
        ]}
        pickText={t('Открыть журнал')}
        onPick={({ row, day }) => navigate(journalOf(drawn[row]!.cage_id, dateOf(day)))}
      />
      {drawn.length < cages.length && (
        <p className={report.said}>
          {t('На рисунке {{most}} садков с самым большим отходом, всего {{number}}', {
            most: MOST_ROWS,
            number: cages.length,
          })}
        </p>
      )}
    </>
  )
}

/** Losses as a calendar: a row for each cage, a mark for each day; the table below has the same numbers. */
export function LossCalendar({ filtered: { start, end, cages, module }, when, note }: Asked) {
  const { t } = useTranslation()
  const asked = { start, end, cages_id: cages, location_id: module }
  const query = useCall(lossCalendarCall, asked, { placeholderData: keepPreviousData })
  const colours = useCages()
  const figure = useRef<HTMLDivElement>(null)
  const answer = query.data
  const first = answer && parseDay(answer.start)!
  const dateOf = useMemo(() => (day: number) => (first ? showDay(addDays(first, day)) : ''), [first])
  const rows = useMemo(() => answer && calendarRows(answer), [answer])
  const link = (row: CalendarRow, { key }: Column, look: ReactNode) => (
    <SourceLink to={key === 'dead' || key === 'date' ? journalOf(row.cage_id, row.date) : null}>{look}</SourceLink>
  )
  return (
    <DataTable<CalendarRow>
      name="loss-calendar"
      title={t(CALENDAR_TITLE)}
      titleLevel={2}
      exportWhen={when}
      exportNote={note}
      exportFigure={() => <DrawnAgain from={figure.current?.querySelector('figure')} />}
      csv
      above={
        answer &&
        answer.cages.length > 0 && (
          <div ref={figure} className={report.figure}>
            <Picture cages={answer.cages} start={answer.start} end={answer.end} dateOf={dateOf} />
          </div>
        )
      }
      columns={calendarColumns}
      rows={rows}
      loading={query.isPlaceholderData}
      error={answer ? undefined : query.error}
      onRetry={() => void query.refetch()}
      startPerPage={PER_PAGE}
      wrapCell={link}
      cageColor={({ cage_id }) => colours.find(({ id }) => id === cage_id)?.color}
      emptyText={t('Отходов за указанный период не обнаружено.')}
    />
  )
}
