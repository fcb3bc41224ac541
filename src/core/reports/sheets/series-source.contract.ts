/** A page of reports whose answer is series, as sheets. */
import { FILTERS, type FilterName } from '../../../shared/filters'
import type { PageName } from '../../../shared/pages'
import { comparedTable } from '../../../shared/report/compared-table'
import { daysAsked, type Detail, DETAILS, type SeriesReport } from '../../../shared/report/report'
import { labelsOf, tableOf } from '../../../shared/report/series-table'
import { isAll, listed } from '../../../shared/sheets/filter-words'
import { libraries } from '../../lists/library.contract'
import { boundsOf, NO_COLUMNS } from '../category-bounds.contract'
import {
  COMPARED_WITH,
  comparisonOf,
  inputOf,
  named,
  noteFor,
  places,
  type SourceFilter,
} from './filter-names.contract'
import { type Asked, periodOf, type PageTable, type SheetSource } from './source.contract'

const DETAIL: SourceFilter = { key: 'detalization', title: 'Отрезки', as: 'text', words: DETAILS }

const isDivided = ({ definition }: SeriesReport) => definition.x === 'detail'

/** What the page asks of every report: period and places. */
export function askedOf({ query }: Asked) {
  const cages = listed(query[FILTERS.cages.key])
  const module = query[FILTERS.module.key]
  return {
    ...periodOf({ query }),
    cages_id: isAll(cages) ? undefined : cages,
    location_id: isAll(listed(module)) ? undefined : module,
  }
}

/** The days of one report on the page, for its call and in words. */
function daysOf(definition: SeriesReport['definition'], { query }: Asked) {
  const { start, end } = daysAsked(definition, { start: String(query.start), end: String(query.end) })
  return { period: { start, end }, when: `${start}–${end}` }
}

/** How the table of one report is called, and what it holds; null where it waits for a choice. */
async function tableFor({ definition, call }: SeriesReport, asked: Asked, own: readonly SourceFilter[]) {
  const { query, t, language, settings } = asked
  const names = definition.filters ?? []
  const filters = own.filter(({ named: name }) => names.includes(name as FilterName))
  const input = inputOf(filters, asked)
  if (filters.some((one) => one.as === 'one' && input[one.input!] === undefined)) return null
  const detail = (query.detalization as Detail | undefined) ?? 'month'
  const compare = comparisonOf(asked)
  const { period, when } = daysOf(definition, asked)
  const answer = await asked.ask(call, {
    ...askedOf(asked),
    ...period,
    ...input,
    detalization: detail,
    compare,
  } as never)
  const along = definition.x === 'cage' ? null : definition.x === 'detail' ? detail : definition.x
  const bounded = definition.each && definition.series === 'category' && settings['age-categories-by-weight']
  const more = bounded ? boundsOf(await asked.ask(libraries.age_category.list, {})) : NO_COLUMNS
  const whole = tableOf(definition, answer, labelsOf(answer, along, language), more)
  const { columns, rows } = comparedTable(whole, answer.extra.before, compare, t)
  return { when, columns, rows: answer.datasets.length > 0 ? rows : [] }
}

export interface SeriesPage {
  page: PageName
  /** i18n key */
  title: string
  reports: readonly SeriesReport[]
  /** tables that stand below them, under the same filters */
  below?: ((asked: Asked, note: string) => Promise<PageTable[]>) | undefined
}

/** Reports one after the other: each is a statement of its own, and a letter has time. */
export function seriesSource({ page, title, reports, below }: SeriesPage): SheetSource {
  const names = [...new Set(reports.flatMap(({ definition }) => definition.filters ?? []))]
  const own = names.map((name) => named(name))
  const filters = [...places, ...(reports.some(isDivided) ? [DETAIL] : []), COMPARED_WITH, ...own]
  return {
    page,
    title,
    ability: 'access reports',
    filters: ['module', 'cages', ...names],
    read: async (asked) => {
      const note = await noteFor(filters, asked)
      const tables: PageTable[] = []
      for (const report of reports) {
        const table = await tableFor(report, asked, own)
        const { path, title: heading } = report.definition
        if (table) tables.push({ name: `report-${path}`, title: asked.t(heading), note, ...table })
      }
      return [...tables, ...((await below?.(asked, note)) ?? [])]
    },
  }
}
