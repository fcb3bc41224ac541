/** Month, week and day: tasks are dragged, resized, and made by selecting. Fetched when the calendar is opened. */
import {
  type ComponentPropsWithoutRef,
  type CSSProperties,
  type DragEvent,
  type KeyboardEvent,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Schedule, type ScheduleEventData } from '@mantine/schedule'
import '@mantine/schedule/styles.layer.css'
import 'dayjs/locale/ru'
import { addDays, dayOf, timeOf } from '../../shared/dates'
import { IN_WORK } from '../../shared/task-statuses'
import { i18n, useTranslation } from '../../web/i18n'
import { carried, useAcross } from './across.web'
import type { CalendarView } from './calendar-head.web'
import type { TaskRow } from './common/tasks.contract'
import { useMonthDrag } from './month-drag.web'
import { MonthMore } from './month-more.web'
import { isWhole, movedBy, type Span, spanOf, wholeDays } from './use-tasks.web'
import classes from './tasks.module.css'

interface TaskCalendarProps {
  tasks: readonly TaskRow[]
  /** day → how many more it has */
  left: ReadonlyMap<string, number>
  view: CalendarView
  /** 'YYYY-MM-DD' */
  day: string
  now: string
  /** null: nothing can be changed */
  onMove: ((task: TaskRow, to: Span) => void) | null
  onCreate: ((span: Span) => void) | null
  onOpen: (task: TaskRow) => void
  onDay: (day: string) => void
  /** the view of the day alone */
  onWhole: (day: string) => void
}

/** Ground and ink by what is to be known of a task first. */
const TONES = {
  done: ['--surface-3', '--text-2'],
  late: ['--danger-bg', '--danger'],
  work: ['--good-bg', '--good'],
  new: ['--accent-bg', '--accent-text'],
} as const

const toneOf = ({ completed, overdue, status_id }: TaskRow): keyof typeof TONES =>
  completed ? 'done' : overdue ? 'late' : status_id === IN_WORK ? 'work' : 'new'

const eventOf = (task: TaskRow): ScheduleEventData => ({
  id: task.id,
  title: [task.title, task.executor_name].filter(Boolean).join(' · '),
  start: `${task.start.replace('T', ' ')}:00`,
  // the calendar knows whole days by their last second
  end: `${task.end.replace('T', ' ')}:${isWhole(task) ? '59' : '00'}`,
  color: 'water',
  payload: { task },
})
const taskOf = (event: ScheduleEventData) => event.payload!.task as TaskRow

const Body = ({ event }: { event: ScheduleEventData }) => {
  const task = taskOf(event)
  return (
    <span className={classes.event} data-tone={toneOf(task)}>
      {!task.all_day && <time>{timeOf(task.start)}</time>} {task.title}
      {task.executor_name && <small> {task.executor_name}</small>}
    </span>
  )
}

/** Arrow with Shift → days. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** Coloured by tokens, and moved by keys: Shift with the arrows. */
const eventButton =
  (onMove: TaskCalendarProps['onMove'], carrying: ReturnType<typeof useMonthDrag>['carrying']) =>
  (event: ScheduleEventData, { style, ...props }: ComponentPropsWithoutRef<'button'>) => {
    const task = taskOf(event)
    const [ground, ink] = TONES[toneOf(task)].map((name) => `var(${name})`)
    const look = { ...style, '--event-bg': ground, '--event-hover': ground, '--event-color': ink } as CSSProperties
    const onKeyDown = (press: KeyboardEvent) => {
      const days = press.shiftKey && STEPS[press.key]
      if (!days || !onMove) return
      press.preventDefault()
      onMove(task, movedBy(task, days))
    }
    const drag = carrying && {
      draggable: true,
      onDragStart: (event: DragEvent) => carrying.start(task, event),
      onDragEnd: carrying.end,
    }
    return <UnstyledButton {...props} {...drag} style={look} onKeyDown={onKeyDown} />
  }

/** By language: a new one for each day would cost a tenth of a step of a drag. */
const formats = new Map<string, Intl.DateTimeFormat>()

function spoken(day: string, language: string): string {
  const known = formats.get(language)
  const format =
    known ?? new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
  formats.set(language, format)
  return format.format(new Date(`${day}T00:00:00Z`))
}

/** Which day of the week of `day` today is, from Monday; undefined in another week. */
function todayIn(day: string, today: string): number | undefined {
  const monday = addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
  const place = [0, 1, 2, 3, 4, 5, 6].find((days) => addDays(monday, days) === today)
  return place === undefined ? undefined : place + 1
}

/** The button of a month says its number itself. */
const labels = (month: boolean) => ({
  allDay: i18n.t('Весь день'),
  more: i18n.t('ещё'),
  timeSlot: i18n.t('Время'),
  weekday: i18n.t('День недели'),
  noEvents: i18n.t('Задач нет'),
  moreLabel: (count: number) => (month ? String(count) : i18n.t('ещё {{count}}', { count })),
})

/** Of the views that have hours. */
const hoursOf = (now: string, language: string) => ({
  // two hours lie beneath the days at the top: seven is the first in sight
  startScrollTime: '05:00:00',
  // the head of the page stays in sight
  scrollAreaProps: { mah: 'max(480px, calc(100dvh - 252px))' },
  getCurrentTime: () => now.replace('T', ' '),
  getTimeSlotProps: ({ start, end }: { start: string; end: string }) => ({
    'aria-label': `${spoken(dayOf(start), language)}, ${timeOf(start)}–${timeOf(end)}`,
  }),
})

export function TaskCalendar(props: TaskCalendarProps) {
  const { tasks, left, view, day, now, onMove, onCreate, onOpen, onDay, onWhole } = props
  const { language } = useTranslation()
  const events = useMemo(() => tasks.map(eventOf), [tasks])
  const finger = useMediaQuery('(pointer: coarse)')
  const across = useAcross(onMove, day, view === 'day' ? classes.wholeDays! : null)
  const month = view === 'month'
  const monthDrag = useMonthDrag(onMove)
  const carries = onMove !== null && !month
  const moved = ({ event, newStart, newEnd }: { event: ScheduleEventData; newStart: string; newEnd: string }) => {
    const [task, to] = [taskOf(event), spanOf(newStart, newEnd)]
    onMove?.(task, (isWhole(task) && !to.all_day && carried(task, to.start)) || to)
  }
  const wholeDay = (date: string) => onCreate?.(wholeDays(dayOf(date)))
  const common = { withHeader: false, renderEvent: eventButton(onMove, month ? monthDrag.carrying : null) }
  const hours = { ...common, ...hoursOf(now, language) }
  const box = useRef<HTMLDivElement>(null)
  // of whole days and of week days the calendar would say '2026-11-27'
  useEffect(() => {
    for (const one of box.current?.querySelectorAll('button[aria-label]') ?? []) {
      const [said, before, date] = /^(\D+) (\d{4}-\d\d-\d\d)$/.exec(one.getAttribute('aria-label')!) ?? []
      if (said) one.setAttribute('aria-label', `${before}, ${spoken(date!, language)}`)
    }
  }, [view, day, language])
  return (
    <div ref={box} {...(month ? monthDrag.around : across.around)}>
      <Schedule
        className={`${classes.calendar} ${view === 'week' ? classes.week : ''}`}
        data-today={view === 'week' ? todayIn(day, dayOf(now)) : undefined}
        locale={language}
        labels={labels(month)}
        events={events}
        date={day}
        onDateChange={(date) => onDay(dayOf(date))}
        view={view}
        renderEventBody={(event) => <Body event={event} />}
        withEventsDragAndDrop={carries}
        onEventDrop={moved}
        onEventDragStart={(event) => across.start(taskOf(event))}
        onEventDragEnd={across.end}
        {...(carries && { onExternalEventDrop: (_, at) => across.drop(at.replace(' ', 'T').slice(0, 16)) })}
        withEventResize={onMove !== null}
        onEventResize={moved}
        onEventClick={(event) => onOpen(taskOf(event))}
        onDayClick={wholeDay}
        onAllDaySlotClick={wholeDay}
        // a finger scrolls the hours; it makes a task by a tap
        withDragSlotSelect={onCreate !== null && !finger}
        onSlotDragEnd={(start, end) => onCreate?.(spanOf(start, end))}
        onTimeSlotClick={({ slotStart, slotEnd }) => onCreate?.(spanOf(slotStart, slotEnd))}
        monthViewProps={{
          ...common,
          maxEventsPerDay: 3,
          moreEventsProps: {
            renderRoot: (button: object) => <MonthMore {...button} left={left} onWhole={onWhole} />,
          } as object,
          consistentWeeks: false,
          weekdayFormat: 'dd',
          highlightToday: false,
          getDayProps: (date) => ({
            'aria-label': spoken(date, language),
            'data-now': date === dayOf(now) || undefined,
            'data-day': date,
          }),
        }}
        weekViewProps={{
          ...hours,
          withWeekNumber: false,
          weekdayFormat: 'dd',
          // by the clock of the farm, which the highlight of the calendar does not know
          highlightToday: false,
          classNames: { weekViewAllDaySlots: classes.wholeDays, weekViewDayLabel: classes.weekDay },
        }}
        dayViewProps={{ ...hours, classNames: { dayViewAllDay: classes.wholeDays, dayViewSlotLabel: classes.hour } }}
      />
    </div>
  )
}
