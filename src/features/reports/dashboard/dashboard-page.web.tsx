/** «Панель хозяйства»: the farm on one screen, and on one sheet across. */
import { useEffect, useMemo, useRef } from 'react'
import { Button, SegmentedControl } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import * as z from 'zod'
import { useLocations } from '../../../core/cages/cage-cache.web'
import { costCalls } from '../../../core/reports/fish-cost/fish-cost.contract'
import { dayOf, showDay } from '../../../shared/dates'
import { type NoticeKind, NOTICES, noticesCall } from '../../../shared/notices/notices'
import { hrefOf } from '../../../shared/pages'
import { earlierThan } from '../../../shared/report/compared'
import type { Detail } from '../../../shared/report/report'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { useCall } from '../../../web/query-client'
import { navigate } from '../../../web/router/address'
import { Link } from '../../../web/router/router'
import { useUrlFilters } from '../../../web/router/url-filters'
import { useCan, useNow, useUser } from '../../../web/session'
import { EmptyState } from '../../../web/ui/empty-state'
import { ErrorState } from '../../../web/ui/error-state'
import { type Preset, presetPeriod } from '../../../web/ui/fields/periods'
import { NoteBox } from '../../../web/ui/note-box'
import { RowSkeletons } from '../../../web/ui/skeletons'
import { type Picture, SmallChart, type Stretch } from './dashboard-charts.web'
import { dashboardCall, type Figures } from './dashboard.contract'
import { type Costs, type FeedLeft, TileCard, tilesOf } from './tiles.web'
import classes from './dashboard.module.css'

/** The period by its word in the address, and how long the stretches of its charts are. */
const PERIODS: Record<'week' | 'month' | 'year', { preset: Preset; detail: Detail }> = {
  week: { preset: '7 дней', detail: 'day' },
  month: { preset: 'Месяц', detail: 'day' },
  year: { preset: 'Год', detail: 'month' },
}
type Period = keyof typeof PERIODS

const schema = z.object({ period: z.enum(['week', 'month', 'year']) })
const USUAL: { period: Period } = { period: 'month' }
const MOST_NOTICES = 6

/** The period, and the same days of the year before. */
function usePeriods() {
  const [{ period }, set] = useUrlFilters<{ period: Period }>(schema, USUAL)
  const today = dayOf(useNow())
  const periods = useMemo(() => {
    const { start, end } = presetPeriod(PERIODS[period].preset, today)
    const then = earlierThan({ start: `${start}T00:00`, end: `${end}T23:59` }, null, 'year')
    return {
      now: { start: showDay(start), end: showDay(end) },
      then: { start: showDay(then.start), end: showDay(then.end) },
    }
  }, [period, today])
  return { period, set, ...periods }
}

/** @param pictures the reports that are drawn small */
export function DashboardPage({ pictures }: { pictures: readonly Picture[] }) {
  const { t } = useTranslation()
  const { period, set, now, then } = usePeriods()
  const query = useCall(dashboardCall, now, { placeholderData: keepPreviousData })
  const before = useCall(dashboardCall, then, { placeholderData: keepPreviousData })
  const whole = useWholeCharts()
  return (
    <div className={classes.page} ref={whole}>
      <header className={classes.head}>
        <h1 data-in-bar>{t('Панель хозяйства')}</h1>
        <p>
          <b>{useUser().company.name}</b> {now.start}–{now.end}
        </p>
        <div className={`${classes.tools} no-print`}>
          <SegmentedControl
            size="xs"
            aria-label={t('Период')}
            value={period}
            onChange={(next) => set({ period: next as Period })}
            data={Object.entries(PERIODS).map(([value, { preset }]) => ({ value, label: t(preset) }))}
          />
          <Button size="xs" variant="default" onClick={() => navigate(hrefOf('farmPlan'))}>
            {t('План хозяйства')}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="print" size={16} />}
            onClick={() => window.print()}
          >
            {t('Печать')}
          </Button>
        </div>
      </header>
      {!query.data ? (
        query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <RowSkeletons rows={8} height={48} />
        )
      ) : isEmpty(query.data) ? (
        <EmptyState
          icon="cages"
          text={t(
            'Рыбы пока нет. Создайте модуль и садки, запишите зарыбление — и здесь появятся показатели хозяйства.',
          )}
          action={<Button onClick={() => navigate(hrefOf('farm'))}>{t('К садкам')}</Button>}
        />
      ) : (
        <Body
          figures={query.data}
          before={before.data}
          stretch={now}
          period={period}
          dim={query.isPlaceholderData}
          pictures={pictures}
        />
      )}
    </div>
  )
}

/** On paper a chart is as wide as its place there, whatever the screen was. */
function useWholeCharts() {
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const charts = () => [...(page.current?.querySelectorAll('[role=slider] svg') ?? [])]
    const stop = new AbortController()
    const whole = (chart: Element) =>
      chart.setAttribute('viewBox', `0 0 ${chart.getAttribute('width')} ${chart.getAttribute('height')}`)
    window.addEventListener('beforeprint', () => charts().forEach(whole), { signal: stop.signal })
    window.addEventListener('afterprint', () => charts().forEach((chart) => chart.removeAttribute('viewBox')), {
      signal: stop.signal,
    })
    return () => stop.abort()
  }, [])
  return page
}

/** Nothing swims, and nothing did. */
const isEmpty = ({ fish_count, fed, lost_count, caught_count }: Figures) =>
  fish_count + fed + lost_count + caught_count === 0

interface BodyProps {
  figures: Figures
  before: Figures | undefined
  stretch: Stretch
  period: Period
  dim: boolean
  pictures: readonly Picture[]
}

function Body({ figures, before, stretch, period, dim, pictures }: BodyProps) {
  const { t } = useTranslation()
  const may = useCan()
  const left = useFeedLeft()
  const tiles = tilesOf({ now: figures, then: before, left, costs: useCosts(stretch), may }, stretch, t)
  return (
    <>
      {figures.limited && <NoteBox>{t('Только модули, которые вам доступны')}</NoteBox>}
      {figures.target_gap && (
        <p className={classes.none}>{t('План хозяйства есть не на все месяцы, которые нужны для сравнения.')}</p>
      )}
      <div className={classes.tiles} data-dim={dim || undefined}>
        {tiles.map((tile) => (
          <TileCard key={tile.key} tile={tile} />
        ))}
      </div>
      <div className={classes.charts}>
        {pictures.map((picture) => (
          <SmallChart key={picture.title} picture={picture} stretch={stretch} detail={PERIODS[period].detail} />
        ))}
      </div>
      <Attention tasks={figures.tasks} />
    </>
  )
}

/** They come after the rest: all months of the fish are folded for them. */
function useCosts({ start, end }: Stretch): Costs | null {
  const may = useCan()
  const enabled = may('access spending') && may('read stocks')
  const now = useCall(costCalls.now, { date: end, by: 'module' }, { enabled }).data
  const sales = useCall(costCalls.sales, { start, date: end }, { enabled }).data
  if (!now?.open) return null
  const sold = sales && sales.rows.some(({ revenue }) => revenue !== null) ? sales.total : null
  return {
    per_kg: now.total.per_kg,
    margin: sold && sold.margin,
    margin_percent: sold && sold.margin_percent,
  }
}

/** Of the warehouses of all open modules; null where no feed is kept. */
function useFeedLeft(): FeedLeft | null {
  const held = useLocations().flatMap(({ name, feed }) => (feed ? [{ name, ...feed }] : []))
  if (held.length === 0) return null
  const lasting = held.flatMap(({ name, days }) => (days === null ? [] : [{ name, days }]))
  return {
    weight: held.reduce((sum, { weight }) => sum + weight, 0),
    first: lasting.sort((one, other) => one.days - other.days)[0] ?? null,
  }
}

/** Of the person's own account and colleagues: no matters of the farm. */
const PERSONAL = new Set<NoticeKind>(['new-device', 'wrong-codes', 'factor-off', 'invitation-accepted'])

interface AttentionProps {
  /** of today; null for whoever sees none */
  tasks: Figures['tasks']
}

function Tasks({ today, overdue }: NonNullable<AttentionProps['tasks']>) {
  const { t } = useTranslation()
  return (
    <li>
      <Link to={hrefOf('tasks')}>
        <Icon name="check" size={16} />
        <span>
          {t('Задач на сегодня: {{count}}', { count: today })}
          {overdue > 0 && `, ${t('просрочено: {{count}}', { count: overdue })}`}
        </span>
      </Link>
    </li>
  )
}

/** What is to be done today, and what the bell tells of the farm, those that came last. */
function Attention({ tasks }: AttentionProps) {
  const { t } = useTranslation()
  const notices = useCall(noticesCall, {}).data?.filter(({ kind }) => !PERSONAL.has(kind))
  if (!notices) return null
  return (
    <section className={classes.attention}>
      <h2>{t('Требует внимания')}</h2>
      {notices.length === 0 && !tasks ? (
        <p className={classes.none}>{t('Сейчас ничего.')}</p>
      ) : (
        <ul>
          {tasks && <Tasks {...tasks} />}
          {notices.slice(0, MOST_NOTICES).map(({ key, kind, text, href }) => (
            <li key={key}>
              <Link to={href}>
                <Icon name={NOTICES[kind]} size={16} />
                <span>{text}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {notices.length > MOST_NOTICES && (
        <p className={classes.none}>{t('и ещё {{count}}', { count: notices.length - MOST_NOTICES })}</p>
      )}
    </section>
  )
}
