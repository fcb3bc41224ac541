/** The consolidated reports as sheets: of a day, and of a period. */
import {
  COMPARED_WITH,
  comparisonOf,
  inputOf,
  noteFor,
  places,
  type SourceFilter,
} from '../../../core/reports/sheets/filter-names.contract'
import {
  type Asked,
  numbersIn,
  periodOf,
  type PageTable,
  type SheetSource,
  whenOf,
} from '../../../core/reports/sheets/source.contract'
import type { Comparison } from '../../../shared/report/compared'
import { earlierDays } from '../../../shared/report/compared-rows'
import { FILTERS } from '../../../shared/filters'
import { ALL } from '../../../shared/sheets/filter-words'
import * as day from '../consolidated/day/day.contract'
import * as period from '../consolidated/period/period.contract'

const LIMITED = 'Только модули, которые вам доступны'

async function readDay({ query, t, ask }: Asked): Promise<PageTable[]> {
  const report = await ask(day.dayCalls.day, { date: query.date })
  const module = String(query[FILTERS.module.key] ?? ALL)
  const all = module === ALL
  const modules = report.locations_data
  const shown = modules.filter(({ location_id }) => all || String(location_id) === module)
  const common = { when: report.date, note: report.limited ? t(LIMITED) : '', exportTitle: t('Сводный отчёт') }
  const feeds = report.all_feed_types
  const first = all ? [day.CAGE_HEAD, { ...day.MODULE_HEAD, always: false }] : [day.CAGE_HEAD]
  const total = all ? report.total : shown[0]
  const cages: PageTable = {
    ...common,
    name: 'consolidated-cages',
    title: all ? t('По садкам') : (shown[0]?.location_name ?? t('По садкам')),
    columns: day.dayColumns(feeds, first, true),
    rows: shown.flatMap(({ cages: own, location_id, location_name }) =>
      own.map((one) => ({ ...day.withFeeds(one), id: one.cage_id, location_id, location_name })),
    ),
    ...(total && { footer: numbersIn(day.withFeeds(total)) }),
  }
  if (!all || modules.length < 2) return [cages]
  const byModule: PageTable = {
    ...common,
    name: 'consolidated-modules',
    title: t('По модулям'),
    columns: day.dayColumns(feeds, [day.MODULE_HEAD], false),
    rows: modules.map((one) => ({ id: one.location_id, ...day.withFeeds(one) })),
    footer: numbersIn(day.withFeeds(report.total)),
  }
  return [byModule, cages]
}

const FILTERS_OF_PERIOD: readonly SourceFilter[] = [...places, period.WITHOUT_GENERATIONS, COMPARED_WITH]

async function tablesOf(asked: Asked, comparison: Comparison | null) {
  const input = inputOf(FILTERS_OF_PERIOD, asked)
  const answer = await asked.ask(period.periodCalls.report, { ...periodOf(asked), ...input })
  const then = comparison && { ...earlierDays(answer, comparison), ...input }
  const before = then ? await asked.ask(period.periodCalls.report, then) : undefined
  return { ...period.periodTables(answer, before), limited: answer.additional_data.limited }
}

async function readPeriod(asked: Asked): Promise<PageTable[]> {
  const { query, t } = asked
  const comparison = comparisonOf(asked)
  const { limited, ...tables } = await tablesOf(asked, comparison)
  const byGroup = !query[period.WITHOUT_GENERATIONS.key]
  const title = t('Сводный отчёт за период')
  const note = await noteFor(FILTERS_OF_PERIOD, asked)
  const common = {
    when: whenOf(asked),
    note: [note, limited && t(LIMITED)].filter(Boolean).join('. '),
    footer: tables.total,
  }
  const totals = (name: string, own: string, head: typeof period.MODULE, rows: PageTable['rows']): PageTable[] => [
    {
      ...common,
      name: `consolidated-period-${name}`,
      title: own,
      exportTitle: `${title}. ${own}`,
      columns: period.periodColumns([{ ...head, always: true }], false, comparison, t),
      rows,
    },
  ]
  const groups = byGroup ? [period.GENERATION, period.CATEGORY] : []
  return [
    ...(tables.modules.length > 1 ? totals('modules', t('По модулям'), period.MODULE, tables.modules) : []),
    {
      ...common,
      name: 'consolidated-period-cages',
      title: t('По садкам'),
      exportTitle: title,
      columns: period.periodColumns([period.CAGE, period.MODULE, ...groups], byGroup, comparison, t),
      rows: tables.cages,
    },
    ...(tables.generations.length > 0
      ? totals('generations', t('По генерациям'), period.GENERATION, tables.generations)
      : []),
  ]
}

export const consolidatedSources: readonly SheetSource[] = [
  {
    page: 'consolidated',
    title: 'Сводный отчёт',
    ability: 'access reports',
    filters: ['module'],
    read: readDay,
  },
  {
    page: 'consolidatedForPeriod',
    title: 'Сводный отчёт за период',
    ability: 'access reports',
    filters: ['module', 'cages'],
    read: readPeriod,
  },
]
