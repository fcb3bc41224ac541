import { useMemo, useRef, type ReactNode } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import type { Column } from '../../shared/columns'
import { type Comparison, COMPARISONS } from '../../shared/report/compared'
import { dayOf, parseDay } from '../../shared/dates'
import { FILTERS, type FilterName } from '../../shared/filters'
import { comparedTable } from '../../shared/report/compared-table'
import { daysAsked, type Detail, type Measure, type SeriesAnswer, type SeriesReport } from '../../shared/report/report'
import { useTranslation } from '../../web/i18n'
import { useCall } from '../../web/query-client'
import { navigate } from '../../web/router/address'
import { Chart } from '../../web/ui/chart/chart'
import { DrawnAgain } from '../../web/ui/chart/drawn-again'
import { DataTable } from '../../web/ui/table/data-table'
import { cellText } from '../../web/ui/table/view/cells'
import { useCages, useLocations } from '../cages/cage-cache.web'
import { useCategoryBounds } from './category-bounds.web'
import { answerThen, comparedSeries } from './compared.web'
import { axisOf, drawnOf, seriesOf } from './series-chart.web'
import {
  addressOf,
  type Filtered,
  labelsOf,
  type Place,
  type ReportRow,
  tableOf,
} from '../../shared/report/series-table'
import { ChangedSince, useExported } from './exported.web'
import { NextStep } from './next-step.web'
import { SourceLink } from './source-link.web'
import classes from './report.module.css'

interface ReportCardProps {
  report: SeriesReport
  filtered: Filtered
  detail: Detail
  comparison: Comparison | null
  /** for paper: filters in words */
  note: string
  /** fields of a report's own filters */
  toolbar: (filters: readonly FilterName[]) => ReactNode
}

/** Its bars are 150 high: the rest are the unit above them and the labels below. */
const HEIGHT = 200
const NOTHING: SeriesAnswer = { labels: [], datasets: [], extra: {} }

const ownInput = (names: readonly FilterName[], { own }: Filtered) =>
  Object.fromEntries(names.map((name) => [FILTERS[name].input, own[FILTERS[name].input]]))

/** What a report answers under these filters; it waits for those of its own that nothing is chosen of. */
function useReport(
  { definition, call }: SeriesReport,
  filtered: Filtered,
  { detail, comparison }: { detail: Detail; comparison: Comparison | null },
) {
  const { start, end, cages, module } = filtered
  const sheet = { report: definition.path, start, end, cages_id: cages, location_id: module }
  const filters = definition.filters ?? []
  const asked = {
    start,
    end,
    cages_id: cages,
    location_id: module,
    detalization: detail,
    compare: comparison,
    ...ownInput(filters, filtered),
  }
  const waits = filters.some((name) => FILTERS[name].as === 'one' && filtered.own[FILTERS[name].input] === undefined)
  const query = useCall(call, asked, { placeholderData: keepPreviousData, enabled: !waits })
  const answer = waits ? NOTHING : query.data
  return { query, answer, waits, sheet, filters }
}

/** A report: its chart and the same numbers as a table, each of which opens the journal it was added up from. */
export function ReportCard({
  report: { definition, call },
  filtered: chosen,
  detail,
  comparison,
  note,
  toolbar,
}: ReportCardProps) {
  const { t, language } = useTranslation()
  const filtered = { ...chosen, ...daysAsked(definition, chosen) }
  const when = `${filtered.start}–${filtered.end}`
  const { query, answer, waits, sheet, filters } = useReport({ definition, call }, filtered, { detail, comparison })
  const own = definition.x === 'cage' ? null : definition.x === 'detail' ? detail : definition.x
  const labels = useMemo(() => (answer ? labelsOf(answer, own, language) : []), [answer, own, language])
  const more = useCategoryBounds(Boolean(definition.each && definition.series === 'category'))
  const table = useMemo(
    () => answer && comparedTable(tableOf(definition, answer, labels, more), answer.extra.before, comparison, t),
    [definition, answer, labels, more, comparison, t],
  )
  const figure = useRef<HTMLDivElement>(null)
  const noteExport = useExported(sheet, definition.title)
  const openedBy = (place: Place) => (answer ? addressOf(definition, answer, place, filtered) : null)
  const link = (row: ReportRow, { key }: Column, look: ReactNode) => {
    const place = table!.placeOf(row, key)
    return <SourceLink to={place && row[key] ? openedBy(place) : null}>{look}</SourceLink>
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
        csv
        onExported={() => void noteExport()}
        exportFigure={() => <DrawnAgain from={figure.current?.querySelector('figure')} />}
        columns={table?.columns ?? []}
        rows={answer && (answer.datasets.length === 0 ? [] : table!.rows)}
        loading={query.isPlaceholderData}
        error={answer ? undefined : query.error}
        onRetry={() => void query.refetch()}
        startPerPage={definition.perPage}
        wrapCell={link}
        cageColor={(row) => colours.find((cage) => cage.id === table?.cageOf?.(row))?.color}
        emptyText={t(waits ? 'Выберите генерацию' : definition.empty)}
        emptyAction={!waits && <NextStep period={filtered} journal={definition.journal} />}
        toolbar={filters.length > 0 && toolbar(filters)}
        above={
          answer &&
          answer.datasets.length > 0 && (
            <>
              <ChangedSince sheet={sheet} journal={definition.journal} />
              <div ref={figure} className={classes.figure}>
                <Picture
                  report={definition}
                  answer={answer}
                  labels={labels}
                  comparison={comparison}
                  title={`${t(definition.title)}. ${when}`}
                  onPick={(place) => {
                    const to = openedBy(place)
                    if (to) navigate(to)
                  }}
                />
              </div>
            </>
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
  comparison: Comparison | null
  title: string
  onPick: (place: Place) => void
}

function Picture({ report, answer, labels, comparison, title, onPick }: PictureProps) {
  const { t } = useTranslation()
  const modules = useLocations()
  const cages = useCages()
  const words = useMemo(() => {
    const moduleName = (id: number) => modules.find((one) => one.id === id)?.name ?? t('Без модуля')
    const moduleOf = (id: number) => cages.find((cage) => cage.id === id)?.location_id
    return { t, moduleName, moduleOf }
  }, [modules, cages, t])
  const {
    datasets,
    labels: drawn,
    modules: drawnModules,
    note,
  } = useMemo(() => drawnOf(report, answer, labels, words), [report, answer, labels, words])
  const series = useMemo(() => {
    const show = (value: number, measure: Measure) => cellText(value, { key: '', ...measure })
    const now = seriesOf(report, datasets, answer, drawn, show, t)
    const { before } = answer.extra
    if (!before || !comparison) return now
    const then = drawnOf(report, answerThen(answer, before), labels, words).datasets
    return [...now, ...comparedSeries(seriesOf(report, then, answer, drawn, show, t), now, t(COMPARISONS[comparison]))]
  }, [report, datasets, answer, drawn, labels, comparison, words, t])
  const axis = useMemo(() => axisOf(report, answer, drawn), [report, answer, drawn])
  const pick = (at: string) => {
    const label =
      'categories' in axis
        ? drawn.indexOf(at)
        : answer.extra.periods!.findIndex(({ start }) => parseDay(start) === dayOf(at))
    const module = drawnModules?.[label]
    if (label >= 0) onPick(module === undefined ? { label, series: null } : { label: null, series: null, module })
  }
  return (
    <>
      {report.axis && <p className={classes.said}>{t(report.axis)}</p>}
      <Chart title={title} series={series} axis={axis} height={HEIGHT} pickText={t('Открыть журнал')} onPick={pick} />
      {note && <p className={classes.said}>{note}</p>}
    </>
  )
}
