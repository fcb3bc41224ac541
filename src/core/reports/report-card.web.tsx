import { useMemo, useRef, type ReactNode } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import type { Column } from '../../shared/columns'
import { hrefOf } from '../../shared/pages'
import type { Detail, SeriesAnswer, SeriesReport } from '../../shared/report'
import { useTranslation } from '../../web/i18n'
import { useCall } from '../../web/query-client'
import { navigate } from '../../web/router/address'
import { Link } from '../../web/router/router'
import { Chart } from '../../web/ui/chart/chart'
import { DrawnAgain } from '../../web/ui/chart/drawn-again'
import { DataTable } from '../../web/ui/table/data-table'
import { cellText } from '../../web/ui/table/view/cells'
import { useCages } from '../cages/cage-cache.web'
import {
  axisOf,
  type Filtered,
  journalOf,
  labelsOf,
  type Place,
  type ReportRow,
  seriesOf,
  tableOf,
} from './series-table.web'
import classes from './report.module.css'

interface ReportCardProps {
  report: SeriesReport
  filtered: Filtered
  detail: Detail
  /** for paper: period and filters in words */
  when: string
  note: string
}

const HEIGHT = 260
const PER_PAGE = 25

/** A report: its chart and the same numbers as a table, each of which opens the journal it was added up from. */
export function ReportCard({ report: { definition, call }, filtered, detail, when, note }: ReportCardProps) {
  const { t, language } = useTranslation()
  const { start, end, cages, module } = filtered
  const asked = { start, end, cages_id: cages, location_id: module, detalization: detail }
  const query = useCall(call, asked, { placeholderData: keepPreviousData })
  const answer = query.data
  const own = definition.x === 'cage' ? null : definition.x === 'detail' ? detail : definition.x
  const labels = useMemo(() => (answer ? labelsOf(answer, own, language) : []), [answer, own, language])
  const table = useMemo(() => answer && tableOf(definition, answer, labels), [definition, answer, labels])
  const figure = useRef<HTMLDivElement>(null)
  const addressOf = (place: Place): string | null => {
    const journal = answer && journalOf(definition, answer, place, filtered)
    return journal ? hrefOf('journal', journal) : null
  }
  const link = (row: ReportRow, { key }: Column, look: ReactNode) => {
    const place = table!.placeOf(row, key)
    const to = place && row[key] ? addressOf(place) : null
    return to ? (
      <Link className={classes.cell} to={to}>
        {look}
      </Link>
    ) : (
      look
    )
  }
  const colours = useCages()
  return (
    <div className={classes.report} data-dim={query.isPlaceholderData || undefined}>
      <DataTable<ReportRow>
        name={`report-${definition.path}`}
        title={t(definition.title)}
        titleLevel={2}
        exportWhen={when}
        exportNote={note}
        exportFigure={() => <DrawnAgain from={figure.current?.querySelector('figure')} />}
        columns={table?.columns ?? []}
        rows={answer && (answer.datasets.length === 0 ? [] : table!.rows)}
        loading={query.isPlaceholderData}
        error={answer ? undefined : query.error}
        onRetry={() => void query.refetch()}
        startPerPage={PER_PAGE}
        wrapCell={link}
        cageColor={({ id }) => colours.find((cage) => cage.id === answer?.extra.cages?.[id])?.color}
        emptyText={t(definition.empty)}
        above={
          answer &&
          answer.datasets.length > 0 && (
            <div ref={figure} className={classes.figure}>
              <Picture
                report={definition}
                answer={answer}
                labels={labels}
                title={`${t(definition.title)}. ${when}`}
                onPick={(label) => {
                  const to = addressOf({ label, series: null })
                  if (to) navigate(to)
                }}
              />
            </div>
          )
        }
      />
    </div>
  )
}

interface PictureProps {
  report: SeriesReport['definition']
  answer: SeriesAnswer
  labels: readonly string[]
  title: string
  onPick: (label: number) => void
}

function Picture({ report, answer, labels, title, onPick }: PictureProps) {
  const { t } = useTranslation()
  const series = useMemo(
    () => seriesOf(report, answer, labels, (value, measure) => cellText(value, { key: '', ...measure }), t),
    [report, answer, labels, t],
  )
  const axis = useMemo(() => axisOf(report, answer, labels), [report, answer, labels])
  const placeOf = (at: string) =>
    'categories' in axis ? labels.indexOf(at) : series[0]!.points.findIndex((one) => one.at === at)
  return (
    <Chart
      title={title}
      series={series}
      axis={axis}
      height={HEIGHT}
      pickText={t('Открыть журнал')}
      onPick={(at) => {
        const label = placeOf(at)
        if (label >= 0) onPick(label)
      }}
    />
  )
}
