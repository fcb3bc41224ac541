/** Tasks: their list, and who may be given one. */
import { sql } from 'kysely'
import { crudWrites, deleteFlags, type CrudModel } from '../../core/lists/kit/crud.server'
import { fieldErrors } from '../../server/errors'
import { limitOf, truncateRows } from '../../server/http/max-rows'
import { type Context, route, type Route } from '../../server/http/route'
import { can } from '../../shared/abilities'
import type { ParsedOf } from '../../shared/contract'
import { addDays, dayOf, daysBetween } from '../../shared/dates'
import { COMPLETED, NEW, STATUS_ORDER, STATUSES } from '../../shared/task-statuses'
import { calendarRoutes } from './calendar/calendar.server'
import { MOST_DAYS, taskCalls, type TaskRow } from './common/tasks.contract'
import { isOpen, readExecutors, requireCage, requireExecutor } from './common/given.server'
import type { FeedOrders } from './rules/due.server'
import { dropFollowing, placeTasks } from './rules/placing.server'
import { EVERYBODY } from './rules/rules-job.server'

type Fields = ParsedOf<typeof taskCalls.create>
type Asked = ParsedOf<typeof taskCalls.list>

type StoredTask = Omit<TaskRow, 'status_name' | 'completed' | 'overdue' | 'executor_type'>

const readStored = (context: Context, which: ReturnType<typeof sql>) =>
  context.tx.rows<StoredTask>(sql`
    select t.id, t.title, t.note, to_char(t.start, 'YYYY-MM-DD"T"HH24:MI') as start,
      to_char(t."end", 'YYYY-MM-DD"T"HH24:MI') as "end", t.all_day, t.status_id, t.executor_id,
      e.name as executor_name, t.cage_id, c.number as cage_number, u.name as "user", t.xmin::text as version
    from tasks t
    left join users e on e.company_id = ${context.company.id} and e.id = t.executor_id
    left join cages c on c.company_id = ${context.company.id} and c.id = t.cage_id
    left join users u on u.company_id = ${context.company.id} and u.id = t.user_id
    where t.company_id = ${context.company.id} ${isOpen(context)} ${which}
    order by t.start, t.id ${limitOf({ per_page: 1 })}`)

const rowOf = (task: StoredTask, { company, speak }: Context): TaskRow => ({
  ...task,
  status_name: speak(STATUSES[task.status_id]!),
  completed: task.status_id === COMPLETED,
  overdue: task.status_id !== COMPLETED && task.end < company.now.slice(0, 16),
  executor_type: task.executor_id === null ? null : 'user',
  edit_disabled: false,
  edit_disabled_reason: null,
  archived: false,
  ...deleteFlags(null, speak),
})

/** SQL: the days that are asked for, and unless refused what is late whichever they are; all days when none are. */
function withinDays({ start, end, late }: Asked, { company }: Context) {
  if (start === null && end === null) return sql``
  const first = start ?? addDays(end!, -MOST_DAYS)
  const last = end ?? addDays(start!, MOST_DAYS)
  if (last < first) throw fieldErrors({ end: 'Конец раньше начала' })
  if (daysBetween(first, last) > MOST_DAYS) throw fieldErrors({ end: 'Не больше 400 дней за раз' })
  const isLate = sql`or (t.status_id <> ${COMPLETED} and t."end" < ${company.now}::timestamp)`
  return sql`and t.start < ${addDays(last, 1)}::timestamp
    and (t."end" >= ${first}::timestamp ${late === false ? sql`` : isLate})`
}

async function listTasks(asked: Asked, context: Context): Promise<TaskRow[]> {
  const rows = await readStored(
    context,
    sql`${withinDays(asked, context)}
      ${asked.completed === false ? sql`and t.status_id <> ${COMPLETED}` : sql``}
      ${asked.executor_id === null ? sql`` : sql`and t.executor_id = ${asked.executor_id}`}
      ${asked.cage_id === null ? sql`` : sql`and t.cage_id = ${asked.cage_id}`}`,
  )
  return truncateRows(rows, context).map((task) => rowOf(task, context))
}

/** What stands for today, and what is late. */
function readDue(context: Context): Promise<{ today: number; overdue: number }> {
  const { tx, company } = context
  const today = dayOf(company.now)
  return tx.one(sql`
    select (count(*) filter (where t."end" >= ${company.now}::timestamp))::int as today,
      (count(*) filter (where t."end" < ${company.now}::timestamp))::int as overdue
    from tasks t
    left join cages c on c.company_id = ${company.id} and c.id = t.cage_id
    where t.company_id = ${company.id} and t.status_id <> ${COMPLETED} and t.start < ${addDays(today, 1)}::timestamp
      ${isOpen(context)}`)
}

/** For the dashboard. */
export const countDue = async (context: Context) => (can(context.user, 'view tasks') ? readDue(context) : null)

function requireTime({ start, end, status_id }: Fields): void {
  if (end < start) throw fieldErrors({ end: 'Конец раньше начала' })
  if (daysBetween(dayOf(start), dayOf(end)) > MOST_DAYS) throw fieldErrors({ end: 'Задача не длиннее 400 дней' })
  if (status_id !== null && status_id !== undefined && !(status_id in STATUSES))
    throw fieldErrors({ status_id: 'Выберите статус' })
}

const modelOf = (orders: FeedOrders): CrudModel<Fields, TaskRow> => ({
  table: 'tasks',
  entity: 'task',
  missing: 'Задача не найдена: возможно, её удалили.',
  facts: ['tasks'],
  read: async (context, id) =>
    (await readStored(context, id === null ? sql`` : sql`and t.id = ${id}`)).map((task) => rowOf(task, context)),
  created: async (id, _, { tx, company, author }) => {
    await tx.run(sql`update tasks set user_id = ${author.id} where company_id = ${company.id} and id = ${id}`)
  },
  check: async (fields, context, before) => {
    requireTime(fields)
    await requireExecutor(fields, context, before)
    await requireCage(fields, context, before)
  },
  values: ({ title, note, start, end, all_day, status_id, executor_id, cage_id }) => ({
    title,
    note,
    // an all-day task runs from 00:00 to 23:59
    start: all_day ? `${dayOf(start)}T00:00` : start,
    end: all_day ? `${dayOf(end)}T23:59` : end,
    all_day,
    status_id: status_id ?? NEW,
    executor_id,
    cage_id,
  }),
  // whoever completes the task of a rule sees the next one at once, and no longer when they take that back
  beside: async (id, { status_id, rule_id }: Fields & { rule_id?: number | null }, { tx, company }) => {
    if (!rule_id) return {}
    if (status_id === COMPLETED || (await dropFollowing(tx, company.id, rule_id, id)))
      await placeTasks({ tx, company, user: EVERYBODY }, [rule_id], orders)
    return {}
  },
})

const statuses = route(taskCalls.statuses, (_, { speak }) =>
  Promise.resolve(STATUS_ORDER.map((id) => ({ id, name: speak(STATUSES[id]!) }))),
)

export const taskRoutes = (orders: FeedOrders): Route[] => [
  route(taskCalls.list, listTasks),
  route(taskCalls.due, (_, context) => readDue(context)),
  statuses,
  route(taskCalls.executors, (_, context) => readExecutors(context)),
  ...crudWrites(taskCalls, modelOf(orders)),
  ...calendarRoutes,
]
