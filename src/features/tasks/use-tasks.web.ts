/** Tasks of a stretch of days, and changing one. */
import { addDays, dayOf } from '../../shared/dates'
import { COMPLETED } from '../../shared/task-statuses'
import { call, errorText, isApiError, newKey } from '../../web/api'
import { i18n } from '../../web/i18n'
import { notifyError, notifyKept, notifySuccess } from '../../web/notify'
import { record } from '../../web/offline/outbox/outbox'
import { undoRecord } from '../../web/offline/outbox/undo'
import { callKey, invalidateTags, queryClient } from '../../web/query-client'
import { firstTexts } from '../../web/ui/form/form-errors'
import { DAYS_AHEAD, DAYS_BACK, taskCalls, type TaskRow } from './common/tasks.contract'

/** Farm time, 'YYYY-MM-DDTHH:mm'. */
export interface Span {
  start: string
  end: string
  all_day: boolean
}

const LAST_MINUTE = 'T23:59'

/** Of whole days, from one to another. */
export const wholeDays = (from: string, to = from): Span => ({
  start: `${from}T00:00`,
  end: to + LAST_MINUTE,
  all_day: true,
})

export const isWhole = ({ start, end }: Pick<Span, 'start' | 'end'>): boolean =>
  start.endsWith('T00:00') && end.endsWith(LAST_MINUTE)

/** Of a calendar, 'YYYY-MM-DD HH:mm:ss'. An end at midnight is the end of the day before. */
export function spanOf(start: string, end: string): Span {
  const [from, until] = [start, end].map((text) => text.replace(' ', 'T').slice(0, 16)) as [string, string]
  const midnight = until.endsWith('T00:00') && until > from
  const last = midnight ? new Date(Date.parse(`${until}Z`) - 60_000).toISOString().slice(0, 16) : until
  return { start: from, end: last, all_day: isWhole({ start: from, end: last }) }
}

const WEEKS_IN_A_MONTH_DAYS = 45

/** The month of a day with the weeks that begin before it and end after it: one answer for all views of it. */
export function monthAround(day: string): { start: string; end: string } {
  const first = `${day.slice(0, 7)}-01`
  return { start: addDays(first, -7), end: addDays(first, WEEKS_IN_A_MONTH_DAYS) }
}

/** The days around today. */
export const daysAround = (today: string): { start: string; end: string } => ({
  start: addDays(today, -DAYS_BACK),
  end: addDays(today, DAYS_AHEAD),
})

type Change = Partial<Pick<TaskRow, 'start' | 'end' | 'all_day' | 'status_id'>>

/** The whole task moved by days. */
export const movedBy = ({ start, end, all_day }: TaskRow, days: number): Span => ({
  start: addDays(dayOf(start), days) + start.slice(10),
  end: addDays(dayOf(end), days) + end.slice(10),
  all_day,
})

function show(one: TaskRow): void {
  const queryKey = callKey(taskCalls.list, {}).slice(0, 1)
  queryClient.setQueriesData<TaskRow[]>({ queryKey }, (rows) => rows?.map((row) => (row.id === one.id ? one : row)))
}

const MOVED_MEANWHILE = 'Задачу тем временем изменил кто-то другой: теперь она показана, как стоит у него.'

/** Why it was refused: one's own sentence where another has written meanwhile. */
function reasonOf(error: unknown): string {
  if (!isApiError(error)) return errorText(error)
  if (error.status === 409) return i18n.t(MOVED_MEANWHILE)
  const first = Object.values(firstTexts(error.errors))[0]
  return first ? i18n.t(first) : errorText(error)
}

/** 'id:version' → the version that one's own write of it leaves. */
const followed = new Map<string, Promise<TaskRow['version']>>()

/** Upon what has been seen, and upon one's own writes since: a task is dragged on before the answer is here. */
async function write(task: TaskRow, change: Change): Promise<TaskRow> {
  const key = (version: TaskRow['version']) => `${task.id}:${version}`
  let { version } = task
  for (let next; (next = followed.get(key(version)));) version = await next
  const sent: Promise<TaskRow> = call(taskCalls.update, { id: task.id, version, ...change } as never, { quiet: true })
  const leaves = (left: TaskRow['version']) => {
    if (left === version) followed.delete(key(version))
    return left
  }
  const left = sent.then(
    (stored) => leaves(stored.version),
    () => leaves(version),
  )
  followed.set(key(version), left)
  return sent
}

/** Shows the change at once; it is taken back when the server refuses it, with the reason. */
export async function changeTask(task: TaskRow, change: Change): Promise<void> {
  show({ ...task, ...change })
  try {
    const stored = await write(task, change)
    show(stored)
    const former = Object.fromEntries(Object.keys(change).map((key) => [key, task[key as keyof TaskRow]]))
    notifySuccess(i18n.t('Задача отредактирована!'), { undo: () => void changeTask(stored, former) })
  } catch (error) {
    show(task)
    notifyError(reasonOf(error))
  } finally {
    void invalidateTags(['tasks'])
  }
}

/** Kind of the records of completed tasks among those that wait for the network. */
export const DONE = 'task-done'

/** Completes it, without a network too; one may take it back. */
export async function completeTask(task: TaskRow): Promise<void> {
  const label = i18n.t('Выполнена: {{title}}', { title: task.title })
  const values = { id: task.id, status_id: COMPLETED } as never
  const back = (status_id: number) =>
    call(taskCalls.update, { id: task.id, status_id } as never).then(
      () => void invalidateTags(['tasks']),
      () => undefined,
    )
  try {
    const outcome = await record(taskCalls.update, values, { idempotencyKey: newKey(), kind: DONE, label, cages: [] })
    if (outcome.sent) notifySuccess(i18n.t('Успешно!'), { undo: () => void back(task.status_id) })
    else notifyKept(i18n.t('Ждёт сети. {{what}}', { what: label }), { undo: () => undoRecord(outcome.n) })
  } catch (error) {
    notifyError(reasonOf(error))
  }
  void invalidateTags(['tasks'])
}
