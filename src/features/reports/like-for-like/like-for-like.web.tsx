import { useRef, type ReactNode } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import { NextStep } from '../../../core/reports/next-step.web'
import { PeriodPage } from '../../../core/reports/period-page.web'
import report from '../../../core/reports/report.module.css'
import { SourceLink } from '../../../core/reports/source-link.web'
import type { Column } from '../../../shared/columns'
import { hrefOf } from '../../../shared/pages'
import { noteOf } from '../../../shared/sheets/filter-words'
import { inputOf } from '../../../web/filters/filter'
import { showAverage } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { DrawnAgain } from '../../../web/ui/chart/drawn-again'
import { NoteBox } from '../../../web/ui/note-box'
import { DataTable } from '../../../web/ui/table/data-table'
import { useSubjects } from '../growth/subjects.web'
import { ComparedCharts } from './compared-charts.web'
import {
  type AxisName,
  comparedColumns,
  type ComparedRow,
  COMPARING,
  likeForLikeCall,
  MOST_COMPARED,
  SUBJECTS,
  TITLE,
} from './like-for-like.contract'
import classes from './like-for-like.module.css'

/** The journal whose rows stand behind a number. */
function sourceOf(row: ComparedRow, key: string, by: keyof typeof SUBJECTS): string | null {
  const of = by === 'cage' ? { cagesId: [row.id] } : { generationId: row.id }
  if (key === 'weighings' && row.weighed_start)
    return hrefOf('journal', { path: 'weight', ...of, start: row.weighed_start, end: row.weighed_end! })
  if (key === 'dead' && row.dead && row.start)
    return hrefOf('journal', { path: 'retreat', ...of, start: row.start, end: row.end! })
  return null
}

/** Cages or generations beside each other, at equal weight. */
export function LikeForLike() {
  const { t } = useTranslation()
  const { choice, by, shown, cages } = useSubjects(COMPARING, SUBJECTS)
  const { start, end, values } = choice
  const axis: AxisName = values.axis === 'degree_days' ? 'degree_days' : 'days'
  const query = useCall(likeForLikeCall, { start, end, ...inputOf(shown, values) } as never, {
    placeholderData: keepPreviousData,
  })
  const answer = query.data
  const figure = useRef<HTMLDivElement>(null)
  const look = (row: ComparedRow, { key }: Column, cell: ReactNode) => {
    const to = sourceOf(row, key, by)
    const grey = row.few && MEASURED.has(key)
    return <SourceLink to={to}>{grey ? <span className={classes.few}>{cell}</span> : cell}</SourceLink>
  }
  return (
    <PeriodPage title={t(TITLE)} choice={choice} filters={shown}>
      <DataTable<ComparedRow>
        name={`like-for-like-${by}`}
        title={t(SUBJECTS[by])}
        titleLevel={2}
        exportTitle={t(TITLE)}
        exportWhen={`${start}–${end}`}
        exportNote={noteOf(shown, values, t)}
        exportFigure={() =>
          [...(figure.current?.querySelectorAll('figure') ?? [])].map((one, place) => (
            <DrawnAgain key={place} from={one} />
          ))
        }
        csv
        columns={comparedColumns(by)}
        rows={answer?.rows}
        loading={query.isPlaceholderData}
        error={answer ? undefined : query.error}
        onRetry={() => void query.refetch()}
        startPerPage={MOST_COMPARED}
        averageUnit="g"
        wrapCell={look}
        cageColor={({ id }) => cages.find((cage) => cage.id === id)?.color}
        emptyText={t('Навесок за указанный период не обнаружено: сравнивать нечего.')}
        emptyAction={<NextStep period={choice} journal="weight" />}
        above={
          answer &&
          answer.rows.length > 0 && (
            <div ref={figure}>
              <Said answer={answer} own={values.range === 'own'} />
              <ComparedCharts rows={answer.rows} axis={axis} />
            </div>
          )
        }
      />
    </PeriodPage>
  )
}

/** Numbers that stand on weighings. */
const MEASURED = new Set(['avg_weight_start', 'avg_weight_end', 'days', 'degree_days', 'tgc', 'km', 'sgr', 'fcr'])

interface SaidProps {
  answer: { usual: boolean; weights: { from: number; to: number } | null; rows: readonly ComparedRow[] }
  own: boolean
}

/** Which weights are compared, who was chosen, and whose numbers stand on few weighings. */
function Said({ answer: { usual, weights, rows }, own }: SaidProps) {
  const { t } = useTranslation()
  const few = rows.filter((row) => row.few).map(({ name }) => name)
  const range = weights
    ? t('Сравнивается от {{from}} до {{to}} г: через эти навески прошли все.', {
        from: showAverage(weights.from, 'g'),
        to: showAverage(weights.to, 'g'),
      })
    : t('Общих навесок у выбранных нет: числа каждого — за весь его рост.')
  return (
    <div className={classes.said}>
      {!own && <NoteBox kind={weights ? undefined : 'warn'}>{range}</NoteBox>}
      {few.length > 0 && (
        <NoteBox>{t('Мало навесок, меньше трёх: {{names}}. Числа серые.', { names: few.join(', ') })}</NoteBox>
      )}
      {usual && (
        <p className={report.said}>
          {t('Показаны те, кого взвешивали чаще всех, не больше {{most}}.', { most: MOST_COMPARED })}
        </p>
      )}
    </div>
  )
}
