import type { ReactNode } from 'react'
import { SegmentedControl } from '@mantine/core'
import { FILTERS, type FilterName } from '../../shared/filters'
import { type Detail, DETAILS, type SeriesReport } from '../../shared/report/report'
import { type Filter, inputOf, wordOptions } from '../../web/filters/filter'
import { FilterFields } from '../../web/filters/filter-fields'
import { useTranslation } from '../../web/i18n'
import { useJournalFilters } from '../../web/pages/journal-filters'
import { locationIn, placeFilters, withOffered } from '../../web/pages/place-filters'
import { ALL, isAll, listed, noteOf } from '../../shared/sheets/filter-words'
import { useCages, useLocations } from '../cages/cage-cache.web'
import { useNamedFilters } from '../cages/filter-options.web'
import { ComparedField, comparedFilter, comparisonIn } from './compared-field.web'
import { PeriodPage } from './period-page.web'
import { ReportCard } from './report-card.web'
import type { Filtered } from '../../shared/report/series-table'
import classes from './report.module.css'

const DETAIL = { key: 'detalization', title: 'Отрезки', as: 'text' } as const

interface ReportPageProps {
  /** translated */
  title: string
  reports: readonly SeriesReport[]
  /** what stands below them, under the same filters */
  below?: (asked: Asked) => ReactNode
}

/** What a card of the page is made of; period and filters in words for paper. */
export interface Asked {
  filtered: Filtered
  when: string
  note: string
}

/** Reports under one period, one choice of cages and one length of periods, all of it in the address. */
export function ReportPage({ title, reports, below }: ReportPageProps) {
  const { t } = useTranslation()
  const cages = useCages()
  const offered = placeFilters(useLocations(), cages)
  const divided = reports.some(({ definition }) => definition.x === 'detail')
  const details = wordOptions(DETAILS, t)
  const detailFilter: Filter = { ...DETAIL, options: details }
  const names = [...new Set(reports.flatMap(({ definition }) => definition.filters ?? []))]
  const own = useNamedFilters(names)
  const filters = [...offered, ...(divided ? [detailFilter] : []), comparedFilter(t), ...own]
  const { filters: chosen, set } = useJournalFilters('name', filters)
  const { start, end, values } = chosen
  const detail = (values[DETAIL.key] || 'month') as Detail
  const chosenCages = listed(values[FILTERS.cages.key])
  const filtered = {
    start,
    end,
    cages: isAll(chosenCages) ? null : chosenCages.map(Number),
    module: locationIn(values) === ALL ? null : Number(locationIn(values)),
    own: inputOf(own, values),
  }
  const toolbar = (of: readonly FilterName[]) => (
    <div className={classes.own}>
      <FilterFields
        filters={own.filter(({ key }) => of.some((name) => FILTERS[name].key === key))}
        values={values}
        set={set}
      />
    </div>
  )
  const asked = { filtered, when: `${start}–${end}`, note: noteOf(filters, values, t) }
  return (
    <PeriodPage
      title={title}
      choice={{ start, end, values, set }}
      filters={withOffered(offered, values, cages)}
      after={
        <>
          {divided && (
            <SegmentedControl
              aria-label={t(DETAIL.title)}
              size="xs"
              data={details}
              value={detail}
              onChange={(value) => set({ [DETAIL.key]: value === 'month' ? '' : value })}
            />
          )}
          <ComparedField values={values} set={set} />
        </>
      }
    >
      {reports.map((report) => (
        <ReportCard
          key={report.definition.path}
          report={report}
          detail={detail}
          comparison={comparisonIn(values)}
          toolbar={toolbar}
          filtered={filtered}
          note={asked.note}
        />
      ))}
      {below?.(asked)}
    </PeriodPage>
  )
}
