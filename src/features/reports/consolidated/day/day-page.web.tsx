/** «Сводный отчёт»: the farm on a day, module by module and cage by cage. */
import { useMemo, type ReactNode } from 'react'
import * as z from 'zod'
import { SegmentedControl } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { NextStep } from '../../../../core/reports/next-step.web'
import type { Column } from '../../../../shared/columns'
import { addDays, dayOf, parseDay, showDay } from '../../../../shared/dates'
import { FILTERS } from '../../../../shared/filters'
import { hrefOf } from '../../../../shared/pages'
import { useTranslation } from '../../../../web/i18n'
import { useCall } from '../../../../web/query-client'
import { Link } from '../../../../web/router/router'
import { useUrlFilters } from '../../../../web/router/url-filters'
import { useNow } from '../../../../web/session'
import { DayField } from '../../../../web/ui/fields/day-field'
import { SelectField } from '../../../../web/ui/fields/select-field'
import { DownloadButton } from '../../../../web/ui/file-load/download-button'
import { NoteBox } from '../../../../web/ui/note-box'
import { StepButton } from '../../../../web/ui/step-button'
import { DataTable } from '../../../../web/ui/table/data-table'
import { ChangedSince, useExported } from '../../../../core/reports/exported.web'
import page from '../../../../core/reports/report.module.css'
import * as contract from './day.contract'
import classes from '../parts/consolidated.module.css'
import { JournalLink, type JournalPlace } from '../parts/journal-links.web'
import { NoteMark } from '../parts/note-mark.web'

interface Choice {
  date: string
  [FILTERS.module.key]: string
}
const ALL = '-1'
const schema = z.object({ date: z.string(), locationId: z.string().regex(/^-?\d+$/) })
const NO_CHOICE: Choice = { date: '', locationId: ALL }
const PER_PAGE = 100

/** The day in the address, today when it says none. */
function useDay() {
  const today = dayOf(useNow())
  const [{ date, locationId }, set] = useUrlFilters<Choice>(schema, NO_CHOICE, undefined, today)
  const chosen = parseDay(date)
  const day = chosen && chosen <= today ? chosen : today
  const go = (next: string) => set({ date: next >= today ? '' : showDay(next) })
  return { day, today, module: locationId, go, choose: (id: string | null) => set({ locationId: id ?? ALL }) }
}

const KINDS = { retreats: 'retreat', withdrawals: 'withdrawal', feedings: 'feeding', feed: 'feeding' } as const

/** What a column of the report was added up from: 'feed_7', 'retreats_count_month'. */
function journalOf({ key }: Column, day: string): Omit<JournalPlace, 'cagesId' | 'locationId'> | null {
  const [, word, rest] = /^(retreats|withdrawals|feedings|feed)_(count_|biomass_|fact$|\d+$)/.exec(key) ?? []
  if (!word) return null
  const start = key.endsWith('_month') ? `${day.slice(0, 7)}-01` : day
  return {
    path: KINDS[word as keyof typeof KINDS],
    start: showDay(start),
    end: showDay(day),
    ...(word === 'feed' && { feedTypeIds: [Number(rest)] }),
  }
}

export function ConsolidatedReport() {
  const { t } = useTranslation()
  const choice = useDay()
  const { day, module } = choice
  const query = useCall(contract.dayCalls.day, { date: showDay(day) }, { placeholderData: keepPreviousData })
  const report = query.data
  const sheet = {
    report: 'consolidated',
    start: showDay(day),
    end: showDay(day),
    cages_id: null,
    location_id: module === ALL ? null : Number(module),
  }
  const noteExport = useExported(sheet, 'Сводный отчёт')
  const modules = report?.locations_data
  const shown = modules?.filter(({ location_id }) => module === ALL || String(location_id) === module)
  const common = {
    error: report ? undefined : query.error,
    onRetry: () => void query.refetch(),
    loading: query.isPlaceholderData,
    exportWhen: showDay(day),
    ...(report?.limited && { exportNote: t('Только модули, которые вам доступны') }),
    emptyText: t('Нет данных для отображения'),
    emptyAction: <NextStep />,
    csv: true,
    onExported: () => void noteExport(),
  }
  return (
    <div className={page.page}>
      <h1 data-in-bar>{t('Сводный отчёт')}</h1>
      <Bar choice={choice} modules={modules ?? []} />
      {report?.limited && <NoteBox>{t('Только модули, которые вам доступны')}</NoteBox>}
      <ChangedSince sheet={sheet} />
      {module === ALL && modules && modules.length > 1 && <Modules report={report!} day={day} common={common} />}
      <Cages report={report} shown={shown} day={day} all={module === ALL} common={common} />
    </div>
  )
}

interface BarProps {
  choice: ReturnType<typeof useDay>
  modules: readonly contract.DayModule[]
}

function Bar({ choice: { day, today, module, go, choose }, modules }: BarProps) {
  const { t } = useTranslation()
  const yesterday = addDays(today, -1)
  return (
    <div className={page.bar}>
      <div className={classes.day}>
        <StepButton icon="left" label={t('Предыдущий день')} onClick={() => go(addDays(day, -1))} />
        <DayField
          aria-label={t('Дата')}
          size="xs"
          max={today}
          value={showDay(day)}
          onChange={(text) => {
            const next = parseDay(text ?? '')
            if (next && next <= today) go(next)
          }}
        />
        <StepButton
          icon="right"
          label={t('Следующий день')}
          disabled={day >= today}
          onClick={() => go(addDays(day, 1))}
        />
      </div>
      <SegmentedControl
        size="xs"
        aria-label={t('Дата')}
        value={day}
        onChange={go}
        data={[
          { value: today, label: t('Сегодня') },
          { value: yesterday, label: t('Вчера') },
        ]}
      />
      <SelectField
        size="xs"
        prefix={t('Модуль')}
        data={[
          { value: ALL, label: t('[Все]') },
          ...modules.map((one) => ({ value: one.location_id, label: one.location_name })),
        ]}
        value={module}
        onChange={choose}
      />
      <DownloadButton
        size="xs"
        endpoint={contract.dayCalls.download}
        input={{ date: showDay(day) }}
        named={`${t('Сводный отчёт')} ${showDay(day)}`}
      >
        {t('Скачать все модули')}
      </DownloadButton>
    </div>
  )
}

interface TableProps {
  day: string
  common: Pick<
    Parameters<typeof DataTable>[0],
    'error' | 'onRetry' | 'loading' | 'exportWhen' | 'exportNote' | 'emptyText' | 'emptyAction' | 'csv' | 'onExported'
  >
}
type Report = { all_feed_types: { id: number; name: string }[]; total: contract.DayFigures }

function Modules({ report, day, common }: TableProps & { report: Report & { locations_data: contract.DayModule[] } }) {
  const { t } = useTranslation()
  const columns = useMemo(() => contract.dayColumns(report.all_feed_types, [contract.MODULE_HEAD], false), [report])
  const rows = report.locations_data.map((one) => ({ id: one.location_id, ...contract.withFeeds(one) }))
  return (
    <DataTable
      {...common}
      name="consolidated-modules"
      title={t('По модулям')}
      titleLevel={2}
      exportTitle={t('Сводный отчёт')}
      columns={columns}
      rows={rows}
      footer={footerOf(report.total)}
      startPerPage={PER_PAGE}
      wrapCell={(row, column, look) =>
        column.key === 'location_name' ? (
          <Link className={page.cell} to={hrefOf('consolidated', { date: showDay(day), locationId: row.location_id })}>
            {row.location_name}
          </Link>
        ) : (
          linked(row, column, day, { locationId: row.location_id }, look)
        )
      }
    />
  )
}

const footerOf = (total: contract.DayFigures) => {
  const numbers = Object.entries(contract.withFeeds(total)).filter(([, value]) => typeof value === 'number')
  return Object.fromEntries(numbers) as Record<string, number>
}

function linked(
  row: object,
  column: Column,
  day: string,
  place: Pick<JournalPlace, 'cagesId' | 'locationId'>,
  look: ReactNode,
) {
  const journal = (row as Record<string, unknown>)[column.key] ? journalOf(column, day) : null
  return journal ? <JournalLink to={{ ...journal, ...place }}>{look}</JournalLink> : look
}

interface CagesProps extends TableProps {
  report: Report | undefined
  shown: readonly contract.DayModule[] | undefined
  /** cages of all modules, with the names of these */
  all: boolean
}

function Cages({ report, shown, day, all, common }: CagesProps) {
  const { t } = useTranslation()
  const first = all ? [contract.CAGE_HEAD, { ...contract.MODULE_HEAD, always: false }] : [contract.CAGE_HEAD]
  const columns = contract.dayColumns(report?.all_feed_types ?? [], first, true)
  const rows = shown?.flatMap(({ cages, location_id, location_name }) =>
    cages.map((one) => ({ ...contract.withFeeds(one), id: one.cage_id, location_id, location_name })),
  )
  const total = all ? report?.total : shown?.[0]
  return (
    <DataTable
      {...common}
      name="consolidated-cages"
      title={all ? t('По садкам') : (shown?.[0]?.location_name ?? t('По садкам'))}
      titleLevel={2}
      exportTitle={t('Сводный отчёт')}
      columns={columns}
      rows={rows}
      footer={total && footerOf(total)}
      startPerPage={PER_PAGE}
      wrapCell={(row, column, look) => {
        const place = { cagesId: [row.cage_id], locationId: row.location_id }
        const cell = linked(row, column, day, place, look)
        if (column.key !== 'feedings_fact' || !row.feed_warning) return cell
        return (
          <span className={classes.marked}>
            <NoteMark icon="alert" label={t('Предупреждение')}>
              {row.feed_warning}
            </NoteMark>
            {cell}
          </span>
        )
      }}
    />
  )
}
