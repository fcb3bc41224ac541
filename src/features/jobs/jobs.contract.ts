/** Runs of jobs: those of a farm for its administrators, all of them for the operator. */
import * as z from 'zod'
import type { Column } from '../../shared/columns'
import { endpoint, nothing } from '../../shared/contract'
import * as f from '../../shared/fields'

const own = { ability: 'manage external apps', area: 'admin' } as const
const all = { ability: 'manage companies', area: 'companies' } as const
/** letters are also sent after the subscription has ended; the operator's own may be over */
const gated = false

export const JOB_STATES = {
  created: 'Ждёт',
  retry: 'Ждёт повтора',
  active: 'Выполняется',
  completed: 'Выполнено',
  failed: 'Не удалось',
  cancelled: 'Отменено',
} as const
export type JobState = keyof typeof JOB_STATES
const STATES = Object.keys(JOB_STATES) as [JobState, ...JobState[]]

const progress = {
  /** progress of a run; null when the job does not report it */
  done: z.number().nullable(),
  total: z.number().nullable(),
  /** a text that quotes nothing of the error; null unless it failed */
  fault: z.string().nullable(),
}

export const jobRow = z.object({
  id: z.string(),
  job: z.string(),
  title: z.string(),
  state: z.string(),
  ordered_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  /** of one that waits */
  next_at: z.string().nullable(),
  attempts: z.number(),
  ...progress,
  can_retry: z.boolean(),
})
export type JobRow = z.infer<typeof jobRow>

/** `company`: whose it is; null for a job by the clock */
export const installationJobRow = jobRow.extend({ company: z.string().nullable() })
export type InstallationJobRow = z.infer<typeof installationJobRow>

export const clockRow = z.object({
  /** the job */
  id: z.string(),
  title: z.string(),
  /** of its newest run; null when none is kept */
  state: z.string().nullable(),
  last_at: z.string().nullable(),
  /** null for one that is ordered */
  next_at: z.string().nullable(),
  waiting: z.number(),
  failed: z.number(),
  ...progress,
  can_run: z.boolean(),
})
export type ClockRow = z.infer<typeof clockRow>

/** As many of a farm's own are answered. */
export const MAX_JOBS = 200

const run = z.uuid({ error: 'Неверное значение' })

export const jobCalls = {
  list: endpoint({
    method: 'GET',
    path: '/jobs',
    kept: false,
    // a letter comes with what is done for its person
    reads: ['people'],
    ...own,
    summary: 'Фоновые задания хозяйства, от новых к старым',
    input: nothing,
    answer: z.array(jobRow),
  }),
  retry: endpoint({
    method: 'POST',
    path: '/jobs/{run}/retry',
    gated,
    ...own,
    summary: 'Повторить неудавшееся задание хозяйства',
    input: z.object({ run }),
    answer: jobRow,
  }),
}

export const installationCalls = {
  jobs: endpoint({
    method: 'GET',
    path: '/installation/jobs',
    kept: false,
    reads: [],
    ...all,
    summary: 'Фоновые задания установки, от новых к старым',
    input: z.object({
      job: f.optionalText(60),
      state: f.oneOf(STATES).optional(),
      page: f.integer(1, 1_000_000).optional().default(1),
      per_page: f.integer(1, 1000).optional().default(10),
    }),
    answer: z.object({ rows: z.array(installationJobRow), total: z.number() }),
  }),
  clock: endpoint({
    method: 'GET',
    path: '/installation/clock',
    kept: false,
    reads: [],
    ...all,
    summary: 'Какие задания есть, когда каждое выполнено и когда будет',
    input: nothing,
    answer: z.array(clockRow),
  }),
  run: endpoint({
    method: 'POST',
    path: '/installation/jobs/{job}/run',
    gated,
    ...all,
    summary: 'Выполнить задание по расписанию сейчас',
    input: z.object({ job: f.name(60) }),
    answer: clockRow,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/installation/runs/{run}/retry',
    gated,
    ...all,
    summary: 'Повторить неудавшееся задание любого хозяйства',
    input: z.object({ run }),
    answer: installationJobRow,
  }),
}

const state: Column = { key: 'state_name', title: 'Статус', type: 'text', words: true, unsorted: true }
const fault: Column = { key: 'fault', title: 'Причина', type: 'text', words: true, fill: true, unsorted: true }
const title: Column = { key: 'title', title: 'Задание', type: 'text', words: true, always: true, unsorted: true }

const times: Column[] = [
  { key: 'ordered_at', title: 'Поставлено', type: 'datetime', unsorted: true },
  { key: 'started_at', title: 'Начато', type: 'datetime', yields: true, optional: true, unsorted: true },
  { key: 'finished_at', title: 'Закончено', type: 'datetime', yields: true, unsorted: true },
  { key: 'next_at', title: 'Следующая попытка', type: 'datetime', yields: true, unsorted: true },
  { key: 'attempts', title: 'Попыток', type: 'number', noZero: true, yields: true, unsorted: true },
]

export const jobColumns: Column[] = [title, state, ...times, fault]
export const installationJobColumns: Column[] = [
  title,
  state,
  { key: 'company', title: 'Хозяйство', type: 'text', unsorted: true },
  ...times,
  fault,
]
export const clockColumns: Column[] = [
  title,
  state,
  { key: 'last_at', title: 'Выполнено', type: 'datetime' },
  { key: 'next_at', title: 'Следующий раз', type: 'datetime' },
  { key: 'waiting', title: 'Ждут', type: 'number', noZero: true },
  { key: 'failed', title: 'Не удались', type: 'number', noZero: true },
  fault,
]
