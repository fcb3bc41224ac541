/** What becomes of a task that was recorded without a network, when it is changed or taken back. */
import { NEW } from '../../shared/task-statuses'
import { call } from '../../web/api'
import type { Values } from '../../web/offline/outbox/records'
import { taskCalls } from './common/tasks.contract'

const idOf = (answer: unknown) => (answer as { id: number }).id

/** The task is stored with earlier values: changes it to the current ones. */
export const amendTask = (values: Values, answer: unknown): Promise<unknown> =>
  call(taskCalls.update, { ...values, id: idOf(answer) } as never, { quiet: true })

export const removeTask = (answer: unknown, idempotencyKey: string): Promise<unknown> =>
  call(taskCalls.remove, { id: idOf(answer) }, { idempotencyKey, quiet: true })

/** It was completed: it is to be done again. */
export const reopenTask = (answer: unknown, idempotencyKey: string): Promise<unknown> =>
  call(taskCalls.update, { id: idOf(answer), status_id: NEW } as never, { idempotencyKey, quiet: true })
