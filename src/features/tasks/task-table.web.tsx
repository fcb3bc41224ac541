/** The same tasks as a table: sorted, filtered, to Excel and paper. */
import type { Column } from '../../shared/columns'
import { addDays, dayOf, showDay } from '../../shared/dates'
import { ALL } from '../../shared/sheets/filter-words'
import { useCageColor } from '../../core/cages/cage-cache.web'
import { cageCalls } from '../../core/cages/cage.contract'
import { filterOptions } from '../../web/filters/filter'
import { useFilters } from '../../web/filters/use-filters'
import { useTranslation } from '../../web/i18n'
import { CrudPage, type CrudPageProps } from '../../web/pages/crud-page'
import { useCall } from '../../web/query-client'
import { useNow } from '../../web/session'
import { TaskForm } from './task-form.web'
import { taskCalls, taskColumns, type TaskRow } from './common/tasks.contract'
import { completeTask, daysAround } from './use-tasks.web'

const WINDOWS: CrudPageProps<TaskRow>['windows'] = {
  form: ({ row, opened, onClose }) => <TaskForm opened={opened} onClose={onClose} task={row} />,
}

const YEAR_DAYS = 365

function useTaskFilters() {
  const { t } = useTranslation()
  const executors = useCall(taskCalls.executors, {}).data
  const statuses = useCall(taskCalls.statuses, {}).data
  const cages = useCall(cageCalls.list, {}).data
  return useFilters([
    {
      key: 'span',
      title: 'Когда',
      as: 'choice',
      options: [
        { value: 'near', label: t('Ближайшие') },
        { value: 'ahead', label: t('Год вперёд') },
        { value: 'past', label: t('Прошлый год') },
      ],
    },
    { key: 'executor', title: 'Исполнитель', as: 'one', input: 'executor_id', options: filterOptions(executors) },
    { key: 'status', title: 'Статус', as: 'one', options: filterOptions(statuses) },
    {
      key: 'cage',
      title: 'Садок',
      as: 'one',
      input: 'cage_id',
      options: cages?.map(({ id, number, color }) => ({ value: id, label: number, color })),
    },
  ])
}

/** The days of a choice. */
function daysOf(span: string, today: string): object {
  if (span === 'ahead') return { start: today, end: addDays(today, YEAR_DAYS) }
  return span === 'past' ? { start: addDays(today, -YEAR_DAYS), end: today } : daysAround(today)
}

export function TaskTable({ completed }: { completed: boolean }) {
  const { t } = useTranslation()
  const today = dayOf(useNow())
  const filters = useTaskFilters()
  const { span, status } = filters.values
  const colorOf = useCageColor()
  return (
    <CrudPage<TaskRow>
      list={taskCalls.list}
      input={{ ...daysOf(span, today), ...filters.input, completed }}
      remove={taskCalls.remove}
      ability={{ create: 'create tasks', update: 'update tasks', remove: 'delete tasks' }}
      changes={['tasks']}
      entity="task"
      deleted={t('Задача удалена!')}
      filters={filters}
      shown={(rows) => rows.filter(({ status_id }) => status === ALL || String(status_id) === status)}
      table={{
        name: 'tasks',
        exportTitle: t('Задачи'),
        title: t('Список задач'),
        titleLevel: 2,
        columns: taskColumns,
        startSort: 'start',
        cageColor: ({ cage_id }) => (cage_id === null ? null : colorOf(cage_id)),
        emptyText: t('Нет данных для отображения'),
        renderCell: (row, { key }: Column) =>
          row.all_day && (key === 'start' || key === 'end') ? showDay(row[key]) : undefined,
      }}
      rowActions={(row) =>
        row.completed
          ? []
          : [{ icon: 'check', title: t('Выполнено'), often: true, worded: true, onClick: () => void completeTask(row) }]
      }
      windows={WINDOWS}
    />
  )
}
