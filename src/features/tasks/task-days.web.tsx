/** Tasks by days for one thumb: today first, done by one tap, moved by two. */
import { useState } from 'react'
import { groupBy } from '../../shared/collections'
import { addDays, dayOf, showDay, timeOf } from '../../shared/dates'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { WaitingRows } from '../../web/offline/list/waiting-rows'
import { useOwnRecords } from '../../web/offline/outbox/use-outbox'
import { EmptyState } from '../../web/ui/empty-state'
import { Dropdown } from '../../web/ui/overlay/dropdown'
import { MenuAction } from '../../web/ui/overlay/dropdown-items'
import type { TaskRow } from './common/tasks.contract'
import { openTask } from './task-host.web'
import { movesOf } from './task-moves.web'
import { changeTask, completeTask, DONE, movedBy } from './use-tasks.web'
import classes from './days.module.css'

const OUTBOX_KINDS = ['task', DONE]

/** What is late stands under today, what lasts several days under its first that is still to come. */
const shownUnder = ({ start, end, completed, overdue }: TaskRow, today: string): string => {
  if (overdue && !completed) return today
  const first = dayOf(start)
  return first < today && dayOf(end) >= today ? today : first
}

function useDayTitle(today: string) {
  const { t, language } = useTranslation()
  const named = new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' })
  return (day: string) => {
    const date = named.format(new Date(`${day}T00:00:00Z`))
    if (day === today) return `${t('Сегодня')}, ${date}`
    return day === addDays(today, 1) ? `${t('Завтра')}, ${date}` : date
  }
}

interface TaskDaysProps {
  tasks: readonly TaskRow[]
  today: string
  may: { update: boolean }
}

export function TaskDays({ tasks, today, may }: TaskDaysProps) {
  const { t } = useTranslation()
  const titleOf = useDayTitle(today)
  const waiting = useOwnRecords().filter(({ kind, state }) => kind === DONE && state === 'waiting')
  const done = new Set(waiting.map(({ values }) => Number(values.id)))
  const days = groupBy(tasks, (task) => shownUnder(task, today))
  const ahead = [...new Set([today, ...days.keys()])].filter((day) => day >= today).sort()
  // what is over comes last, the newest first
  const past = [...days.keys()]
    .filter((day) => day < today)
    .sort()
    .reverse()
  return (
    <>
      <WaitingRows kinds={OUTBOX_KINDS} />
      {[...ahead, ...past].map((day) => (
        <section key={day} className={classes.day}>
          <h2 data-today={day === today || undefined}>{titleOf(day)}</h2>
          {days.has(day) ? (
            <Lines tasks={days.get(day)!} done={done} today={today} may={may} />
          ) : (
            <EmptyState icon="check" text={t('На сегодня задач нет')} />
          )}
        </section>
      ))}
    </>
  )
}

/** More of a day than this are unfolded by hand. */
const MOST_A_DAY = 25

function Lines({ tasks, done, ...day }: TaskDaysProps & { done: ReadonlySet<number> }) {
  const { t } = useTranslation()
  const [all, unfold] = useState(false)
  const shown = all ? tasks : tasks.slice(0, MOST_A_DAY)
  return (
    <>
      <ul>
        {shown.map((task) => (
          <Line key={task.id} task={task} waits={done.has(task.id)} {...day} />
        ))}
      </ul>
      {shown.length < tasks.length && (
        <button type="button" className={classes.more} onClick={() => unfold(true)}>
          {t('Показать ещё {{count}}', { count: tasks.length - shown.length })}
        </button>
      )}
    </>
  )
}

interface LineProps extends Pick<TaskDaysProps, 'today' | 'may'> {
  task: TaskRow
  /** it is completed on this device and waits for the network */
  waits: boolean
}

function Line({ task, waits, today, may }: LineProps) {
  const { t } = useTranslation()
  const done = task.completed || waits
  const when = task.overdue
    ? t('просрочена с {{day}}', { day: showDay(task.end) })
    : task.all_day
      ? t('весь день')
      : `${timeOf(task.start)}–${timeOf(task.end)}`
  const details = [when, task.cage_number && t('Садок {{number}}', { number: task.cage_number }), task.executor_name]
  return (
    <li className={classes.line} data-done={done || undefined} data-late={(task.overdue && !done) || undefined}>
      <button
        type="button"
        className={classes.check}
        aria-label={t('Выполнено: {{title}}', { title: task.title })}
        aria-pressed={done}
        disabled={done || !may.update}
        onClick={() => void completeTask(task)}
      >
        <Icon name="check" size={22} />
      </button>
      <button type="button" className={classes.what} onClick={() => openTask({ task })}>
        <b>{task.title}</b>
        <small>{details.filter(Boolean).join(' · ')}</small>
      </button>
      {may.update && !done && <Later task={task} today={today} />}
    </li>
  )
}

/** On a phone a task is moved by words: dragging and scrolling are the same gesture there. */
function Later({ task, today }: { task: TaskRow; today: string }) {
  const { t } = useTranslation()
  return (
    <Dropdown
      label={t('Перенести: {{title}}', { title: task.title })}
      button={<Icon name="dots" />}
      className={classes.later}
      width={232}
    >
      {(close) =>
        movesOf(task, today).map(({ title, days }) => (
          <MenuAction
            key={title}
            icon="cal"
            title={t(title)}
            onClick={() => {
              close()
              void changeTask(task, movedBy(task, days))
            }}
          />
        ))
      }
    </Dropdown>
  )
}
