/** The window of a task: a new one, one that stands, or one that waits for the network. */
import { useMemo } from 'react'
import * as z from 'zod'
import { Button } from '@mantine/core'
import { cageCalls } from '../../core/cages/cage.contract'
import { NO_RIGHT } from '../../shared/abilities'
import { addDays, dayOf, daysBetween, parseDay, showDay, timeOf } from '../../shared/dates'
import { NEW } from '../../shared/task-statuses'
import { call } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { notifyKept, notifySuccess } from '../../web/notify'
import { correctRecord, record } from '../../web/offline/outbox/outbox'
import type { OutboxRecord } from '../../web/offline/outbox/records'
import { undoRecord } from '../../web/offline/outbox/undo'
import { useHold } from '../../web/offline/outbox/use-outbox'
import { invalidateTags, useCall } from '../../web/query-client'
import { useCan, useNow, useUser, useWriteGate } from '../../web/session'
import { DayField } from '../../web/ui/fields/day-field'
import { FieldRow } from '../../web/ui/fields/field'
import { FlagField } from '../../web/ui/fields/flag-field'
import { SelectField } from '../../web/ui/fields/select-field'
import { NoteField, TextField } from '../../web/ui/fields/text-fields'
import { readTime, TimeField } from '../../web/ui/fields/time-field'
import { type Form, FormModal, Keys } from '../../web/ui/form/form-modal'
import { useRemove } from '../../web/ui/form/use-remove'
import { taskCalls, type TaskRow } from './common/tasks.contract'
import { QuickDays } from './quick-days.web'
import { type Span, wholeDays } from './use-tasks.web'

const textOf = (value: unknown) => String(value ?? '')

const valuesOf = (task: Partial<TaskRow>, { start, end, all_day }: Span, own: number) => ({
  title: textOf(task.title),
  all_day: all_day ? '1' : '',
  start_date: showDay(start),
  start_time: all_day ? '09:00' : timeOf(start),
  end_date: showDay(end),
  end_time: all_day ? '10:00' : timeOf(end),
  status_id: textOf(task.status_id ?? NEW),
  executor_id: textOf(task.title === undefined ? own : task.executor_id),
  cage_id: textOf(task.cage_id),
  note: textOf(task.note),
})
type Values = ReturnType<typeof valuesOf>

/** What was typed as it is, when it is no moment: the schema then says so under its field. */
const momentOf = (date: string, time: string) => {
  const [day, clock] = [parseDay(date), readTime(time)]
  return day && clock ? `${day}T${clock}` : `${date} ${time}`
}

const inputOf = ({ start_date, start_time, end_date, end_time, all_day, ...rest }: Values) => ({
  ...rest,
  all_day: all_day === '1',
  start: momentOf(start_date, all_day ? '00:00' : start_time),
  end: momentOf(end_date, all_day ? '23:59' : end_time),
})

export interface TaskRequest {
  /** without one a new task is made */
  task?: TaskRow | undefined
  /** what a new one begins with; today by default */
  span?: Span
  /** one that waits for the network */
  queued?: OutboxRecord
}

interface TaskFormProps extends TaskRequest {
  opened: boolean
  onClose: () => void
}

/** A new task is stored, or kept on this device. */
function useCreate(queued: OutboxRecord | undefined) {
  const { t } = useTranslation()
  return async (input: ReturnType<typeof inputOf>, idempotencyKey: string) => {
    const told = { label: t('Задача: {{title}}', { title: input.title }), cages: [] }
    const outcome = queued
      ? await correctRecord(queued.n, { values: input, ...told })
      : await record(taskCalls.create, input as never, { idempotencyKey, kind: 'task', ...told })
    if (!outcome.sent) {
      const { n } = outcome
      return notifyKept(t('Ждёт сети. {{what}}', { what: told.label }), { undo: () => undoRecord(n) })
    }
    const { id } = outcome.answer as TaskRow
    const undo = () =>
      void call(taskCalls.remove, { id }).then(
        () => void invalidateTags(['tasks']),
        () => undefined,
      )
    notifySuccess(t('Задача создана!'), { undo })
  }
}

function useRights(task: TaskRow | undefined) {
  const { t } = useTranslation()
  const may = useCan()
  const gate = useWriteGate(task ? 'update tasks' : 'create tasks')
  return {
    closed: gate ?? (may(task ? 'update tasks' : 'create tasks') ? undefined : t(NO_RIGHT)),
    remove: task !== undefined && may('delete tasks') && gate === null,
  }
}

export function TaskForm({ opened, onClose, task, span, queued }: TaskFormProps) {
  const { t } = useTranslation()
  const user = useUser()
  const today = dayOf(useNow())
  useHold(opened ? queued?.n : undefined)
  const create = useCreate(queued)
  const { closed, remove } = useRights(task)
  const schema = useMemo(() => z.preprocess((values) => inputOf(values as Values), taskCalls.create.input), [])
  const known = task ?? (queued?.values as Partial<TaskRow> | undefined)
  const initial = valuesOf(known ?? {}, (known as Span | undefined) ?? span ?? wholeDays(today), user.id)
  const save = async (values: Values, { idempotencyKey }: { idempotencyKey: string }) => {
    const input = inputOf(values)
    if (task) {
      const changed = { ...input, id: task.id, version: task.version } as never
      await call(taskCalls.update, changed, { idempotencyKey, quiet: true })
      notifySuccess(t('Задача отредактирована!'))
    } else await create(input, idempotencyKey)
    void invalidateTags(['tasks'])
  }
  return (
    <FormModal<Values>
      title={task ? t('Задача') : t('Новая задача')}
      icon="check"
      opened={opened}
      onClose={onClose}
      schema={schema}
      initial={initial}
      onSubmit={save}
      disabledReason={closed}
      footerNote={remove ? <Removal task={task!} onClose={onClose} /> : <Keys />}
      size={560}
    >
      {(form) => <Fields form={form} />}
    </FormModal>
  )
}

function Removal({ task, onClose }: { task: TaskRow; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useRemove()
  const run = async () => {
    const gone = await remove({
      question: t('Удалить задачу «{{title}}»?', { title: task.title }),
      remove: () => call(taskCalls.remove, { id: task.id }),
      done: t('Задача удалена!'),
    })
    if (!gone) return
    onClose()
    void invalidateTags(['tasks'])
  }
  return (
    <Button variant="subtle" color="red" leftSection={<Icon name="trash" size={16} />} onClick={() => void run()}>
      {t('Удалить')}
    </Button>
  )
}

const EDGES = { start: 'Начало', end: 'Окончание' } as const

function Fields({ form }: { form: Form<Values> }) {
  const { t } = useTranslation()
  const wholeDay = form.values.all_day === '1'
  const change = (edge: 'start' | 'end') => (date: string) => {
    form.setFieldValue(`${edge}_date`, date)
    form.clearFieldError(edge)
    const [start, end] = [parseDay(date), parseDay(form.values.end_date)]
    // the end goes along, so that it never lies before the beginning
    if (edge === 'start' && start && end && end < start) form.setFieldValue('end_date', date)
  }
  // the end goes as many days along
  const moveTo = (day: string) => {
    const [start, end] = [parseDay(form.values.start_date), parseDay(form.values.end_date)]
    const length = start && end ? Math.max(0, daysBetween(start, end)) : 0
    form.setValues({ start_date: showDay(day), end_date: showDay(addDays(day, length)) })
  }
  return (
    <>
      <TextField {...form.getInputProps('title')} label={t('Название')} maxLength={200} />
      <FlagField {...form.getInputProps('all_day')} label={t('Весь день')} />
      <QuickDays day={parseDay(form.values.start_date)} onPick={moveTo} />
      {(['start', 'end'] as const).map((edge) => (
        <FieldRow key={edge}>
          <DayField
            {...form.getInputProps(`${edge}_date`)}
            data-path={edge}
            error={form.errors[edge]}
            onChange={change(edge)}
            label={t(EDGES[edge])}
          />
          {!wholeDay && <TimeField {...form.getInputProps(`${edge}_time`)} label={t('Время')} />}
        </FieldRow>
      ))}
      <People form={form} />
      <NoteField {...form.getInputProps('note')} label={t('Примечание')} />
    </>
  )
}

function People({ form }: { form: Form<Values> }) {
  const { t } = useTranslation()
  const user = useUser()
  const executors = useCall(taskCalls.executors, {}).data ?? [{ id: user.id, name: user.name }]
  const statuses = useCall(taskCalls.statuses, {}).data
  const cages = useCall(cageCalls.list, {}).data
  const closed = !useCan()('view users')
  return (
    <>
      <FieldRow>
        <div title={closed ? t('У вас нет разрешения на просмотр пользователей') : undefined}>
          <SelectField
            {...form.getInputProps('executor_id')}
            label={t('Исполнитель')}
            data={executors.map(({ id, name }) => ({ value: id, label: name }))}
            disabled={closed}
            clearable
          />
        </div>
        <SelectField
          {...form.getInputProps('status_id')}
          label={t('Статус')}
          data={(statuses ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </FieldRow>
      <SelectField
        {...form.getInputProps('cage_id')}
        label={t('Садок')}
        data={(cages ?? []).map(({ id, number, color }) => ({ value: id, label: number, color }))}
        clearable
      />
    </>
  )
}
