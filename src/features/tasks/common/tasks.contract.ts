/** Tasks: what is to be done, when, by whom and in which cage. */
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import { endpoint, nothing, ok } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { COMPLETED, NEW } from '../../../shared/task-statuses'
import { rowFlags } from '../../../core/lists/kit/library-kit.contract'

const area = 'tasks'

/** Days that may be asked for at once, and that a task may last. */
export const MOST_DAYS = 400
/** Days before and after today that the page begins with. */
export const [DAYS_BACK, DAYS_AHEAD] = [7, 45]

const status = z.object({ id: z.number(), name: z.string() })
const executor = z.object({ id: z.number(), name: z.string() })

const taskRow = z.object({
  id: z.number(),
  title: z.string(),
  note: z.string().nullable(),
  /** farm time, 'YYYY-MM-DDTHH:mm' */
  start: z.string(),
  end: z.string(),
  all_day: z.boolean(),
  status_id: z.number(),
  status_name: z.string(),
  completed: z.boolean(),
  /** its end is over and it is not completed */
  overdue: z.boolean(),
  executor_id: z.number().nullable(),
  executor_type: z.literal('user').nullable(),
  executor_name: z.string().nullable(),
  cage_id: z.number().nullable(),
  cage_number: z.string().nullable(),
  user: z.string().nullable(),
  edit_disabled: z.boolean(),
  edit_disabled_reason: z.string().nullable(),
  ...rowFlags,
})
z.globalRegistry.add(taskRow, { id: 'Task' })
export type TaskRow = z.infer<typeof taskRow>

export const taskColumns: Column[] = [
  { key: 'start', title: 'Начало', type: 'datetime', always: true },
  { key: 'end', title: 'Окончание', type: 'datetime' },
  { key: 'title', title: 'Задача', type: 'text', always: true, fill: true },
  { key: 'executor_name', title: 'Исполнитель', type: 'text' },
  { key: 'cage_number', title: 'Садок', type: 'cage' },
  { key: 'status_name', title: 'Статус', type: 'text', words: true },
  { key: 'note', title: 'Примечание', type: 'text', optional: true },
  { key: 'user', title: 'Автор', type: 'text', optional: true },
]

const fields = {
  title: f.name(200),
  start: f.instant('start'),
  end: f.instant('end'),
  all_day: f.flag(),
  status_id: f.optional(f.id()),
  executor_id: f.optionalId(),
  cage_id: f.optionalId(),
  note: f.optionalText(2000),
}

const example = {
  title: 'Сменить сетку',
  start: '30.11.2026 09:00',
  end: '30.11.2026 11:00',
  executor_id: 2,
  cage_id: 7,
  status_id: NEW,
}

export const taskCalls = {
  list: endpoint({
    method: 'GET',
    path: '/tasks',
    name: 'getTasks',
    reads: ['tasks', 'people', 'places'],
    ability: 'view tasks',
    area,
    summary: 'Задачи, все или за период',
    details:
      'Без периода — все. Невыполненные задачи, чей срок прошёл, видны в любом, с late=false — только в своём. С completed=false — без выполненных.',
    input: z.object({
      start: f.optional(f.day()),
      end: f.optional(f.day()),
      completed: f.optional(f.flag()),
      executor_id: f.optionalId(),
      cage_id: f.optionalId(),
      /** false: what is late stands in its own days alone */
      late: f.optional(f.flag()),
    }),
    answer: z.array(taskRow),
    example: { start: '01.11.2026', end: '30.11.2026' },
  }),
  due: endpoint({
    method: 'GET',
    path: '/due-tasks',
    name: 'countDueTasks',
    reads: ['tasks', 'places'],
    ability: 'view tasks',
    area,
    summary: 'Сколько задач на сегодня и сколько просрочено',
    input: nothing,
    answer: z.object({ today: z.number(), overdue: z.number() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/tasks',
    name: 'createTask',
    ability: 'create tasks',
    area,
    summary: 'Создать задачу',
    example,
    input: z.object(fields),
    answer: taskRow,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/tasks/{id}',
    name: 'updateTask',
    ability: 'update tasks',
    area,
    summary: 'Изменить задачу',
    example: { ...example, id: 1, status_id: COMPLETED },
    input: z.object({ id: f.id(), ...fields, version: f.optionalText(20) }),
    answer: taskRow,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/tasks/{id}',
    name: 'deleteTask',
    ability: 'delete tasks',
    area,
    summary: 'Удалить задачу',
    input: z.object({ id: f.id() }),
    answer: ok,
  }),
  statuses: endpoint({
    method: 'GET',
    path: '/statuses',
    name: 'getTaskStatuses',
    reads: ['lists'],
    ability: 'view tasks',
    area,
    summary: 'Статусы задач',
    input: nothing,
    answer: z.array(status),
  }),
  executors: endpoint({
    method: 'GET',
    path: '/users-for-tasks',
    name: 'getTaskExecutors',
    reads: ['people'],
    ability: 'view tasks',
    area,
    summary: 'Кому можно поручить задачу',
    details: 'Без права смотреть пользователей — только себе.',
    input: nothing,
    answer: z.array(executor),
  }),
}
