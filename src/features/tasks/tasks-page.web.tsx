/** «Задачи»: the calendar and the list at a desk, days for one thumb on a phone. */
import * as z from 'zod'
import { useMemo } from 'react'
import { Switch } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { dayOf, parseDay, showDay } from '../../shared/dates'
import { hrefOf } from '../../shared/pages'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { lazyPart } from '../../web/lazy'
import { useUrlFilters } from '../../web/router/url-filters'
import { Link } from '../../web/router/router'
import { useCall } from '../../web/query-client'
import { useCan, useNow, useWriteGate } from '../../web/session'
import { ErrorState } from '../../web/ui/error-state'
import { GateButton } from '../../web/ui/gate-button'
import { RowSkeletons } from '../../web/ui/skeletons'
import { usePhone } from '../../web/ui/use-phone'
import { CalendarButton } from './calendar/calendar-button.web'
import { CalendarHead, type CalendarView, type View } from './calendar-head.web'
import { tasksShown } from './shown-tasks.web'
import { TaskDays } from './task-days.web'
import { openTask } from './task-host.web'
import { taskCalls } from './common/tasks.contract'
import { changeTask, daysAround, monthAround } from './use-tasks.web'
import classes from './tasks.module.css'

const TaskCalendar = lazyPart(
  () => import('./task-calendar.web').then((module) => module.TaskCalendar),
  () => <RowSkeletons rows={12} height={48} />,
)
const RuleTable = lazyPart(() => import('./rules/rule-table.web').then((module) => module.RuleTable))
const TaskTable = lazyPart(() => import('./task-table.web').then((module) => module.TaskTable))

const schema = z.object({
  show: z.enum(['month', 'week', 'day', 'list', 'rules']),
  date: z.string(),
  completed: z.enum(['', '1']),
})
const USUAL: { show: View; date: string; completed: '' | '1' } = { show: 'month', date: '', completed: '' }

/** They have a button of their own. */
const isTable = (shown: View | 'days'): shown is 'list' | 'rules' => shown === 'list' || shown === 'rules'

/** What this user may do with tasks now. */
function useMay() {
  const can = useCan()
  const gate = useWriteGate()
  return { create: can('create tasks'), update: can('update tasks') && gate === null, gate }
}

export function TasksPage() {
  const { t } = useTranslation()
  const phone = usePhone()
  const [{ show, date, completed }, set] = useUrlFilters(schema, USUAL)
  const today = dayOf(useNow())
  const day = parseDay(date) ?? today
  const may = useMay()
  const shown = phone && show !== 'rules' ? 'days' : show
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <h1 data-in-bar>{t('Задачи')}</h1>
        {shown !== 'rules' && (
          <Switch
            size="sm"
            label={t('Показать выполненные')}
            checked={completed === '1'}
            onChange={(event) => set({ completed: event.currentTarget.checked ? '1' : '' })}
          />
        )}
        <div className={classes.when}>
          {!phone && <CalendarButton />}
          {may.create && !isTable(shown) && (
            <GateButton reason={may.gate} onClick={() => openTask()}>
              {t('Создать задачу')}
            </GateButton>
          )}
        </div>
      </header>
      {phone && (
        <div className={classes.links}>
          <RulesLink shown={shown === 'rules'} />
          {shown !== 'rules' && <CalendarButton />}
        </div>
      )}
      {!phone && (
        <CalendarHead
          view={show}
          day={day}
          onView={(next) => set({ show: next })}
          onDay={(next) => set({ date: next === today ? '' : showDay(next) })}
        />
      )}
      {shown === 'rules' && <RuleTable />}
      {shown === 'list' && <TaskTable completed={completed === '1'} />}
      {shown === 'days' && <Days completed={completed === '1'} today={today} />}
      {!isTable(shown) && shown !== 'days' && (
        <Calendar
          view={shown}
          day={day}
          completed={completed === '1'}
          onDay={(next) => set({ date: showDay(next) })}
          onWhole={(next) => set({ show: 'day', date: showDay(next) })}
        />
      )}
    </div>
  )
}

/** On a phone rules stand behind a line of their own. */
function RulesLink({ shown }: { shown: boolean }) {
  const { t } = useTranslation()
  return (
    <Link className={classes.rules} to={hrefOf('tasks', shown ? {} : { show: 'rules' })}>
      <Icon name={shown ? 'left' : 'clock'} size={16} />
      {shown ? t('К задачам') : t('Правила')}
    </Link>
  )
}

function useList(days: object, completed: boolean) {
  return useCall(taskCalls.list, { ...days, completed } as never, { placeholderData: keepPreviousData })
}

function Days({ completed, today }: { completed: boolean; today: string }) {
  const may = useMay()
  const query = useList(daysAround(today), completed)
  if (query.data) return <TaskDays tasks={query.data} today={today} may={may} />
  return query.error ? (
    <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <RowSkeletons rows={8} height={64} />
  )
}

interface CalendarProps {
  view: CalendarView
  day: string
  completed: boolean
  onDay: (day: string) => void
  onWhole: (day: string) => void
}

function Calendar({ view, day, completed, onDay, onWhole }: CalendarProps) {
  const { t } = useTranslation()
  const now = useNow()
  const may = useMay()
  // thousands may be late: a calendar shows those of its days, and how many there are
  const query = useList({ ...monthAround(day), late: false }, completed)
  const late = useCall(taskCalls.due, {}).data?.overdue ?? 0
  const { shown, left, leftOf } = useMemo(() => tasksShown(query.data ?? [], view, day), [query.data, view, day])
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      {late > 0 && (
        <Link className={classes.late} to={hrefOf('tasks', { show: 'list' })}>
          <Icon name="alert" size={16} />
          {t('Просрочено: {{count}}', { count: late })}
        </Link>
      )}
      {left > 0 && (
        <Link className={classes.left} to={hrefOf('tasks', { show: 'list' })}>
          <Icon name="list" size={16} />
          {t('Здесь видны не все задачи, ещё {{count}}. Все стоят в списке.', { count: left })}
        </Link>
      )}
      <TaskCalendar
        tasks={shown}
        left={leftOf}
        view={view}
        day={day}
        now={now}
        onMove={may.update ? (task, span) => void changeTask(task, span) : null}
        onCreate={may.create && may.gate === null ? (span) => openTask({ span }) : null}
        onOpen={(task) => openTask({ task })}
        onDay={onDay}
        onWhole={onWhole}
      />
    </>
  )
}
