/** Stores the rows of a window for many cages, and takes them back; without a network through the outbox. */
import type * as z from 'zod'
import { call, errorText } from '../../../web/api'
import { i18n } from '../../../web/i18n'
import { notifyError, notifyKept, notifySuccess } from '../../../web/notify'
import { correctRecord, record, type RecordOutcome } from '../../../web/offline/outbox/outbox'
import { undoRecord } from '../../../web/offline/outbox/undo'
import type { OutboxRecord } from '../../../web/offline/outbox/records'
import type { OperationRow } from '../fields/form-model.web'
import { kindForms } from '../kinds/kinds.web'
import { afterWrite } from '../form/operation-write.web'
import { batchKinds } from './batch-kinds.web'
import type { BatchRow } from './batch-model.web'
import { placesOf } from '../form/estimate/estimate.web'
import { recordKinds, type BatchName } from '../form/estimate/batch-names.web'
import type { feedingBatch, retreatBatch } from './batch.contract'

type Answer = z.infer<typeof feedingBatch.create.answer> | z.infer<typeof retreatBatch.create.answer>

async function takeBack(name: BatchName, ids: number[]): Promise<void> {
  try {
    const answer = (await call(batchKinds[name].remove, { ids }, { quiet: true })) as Pick<Answer, 'cages'>
    afterWrite(name, answer)
    notifySuccess(i18n.t('Операции удалены'))
  } catch (error) {
    notifyError(errorText(error))
  }
}

/** «Групповое кормление: 34 садка, 1 240 кг». */
function describe(name: BatchName, rows: readonly Record<string, unknown>[]): string {
  const cages = i18n.t('{{count}} садков', { count: rows.length })
  return `${i18n.t(batchKinds[name].title)}: ${cages}, ${batchKinds[name].sum(rows)}`
}

interface Write {
  name: BatchName
  values: { date: string; time: string; batch: Record<string, BatchRow> }
  idempotencyKey: string
  /** what stands in the window, to open it again */
  typed: Record<string, string>
  /** the record of the outbox that is changed */
  queued: OutboxRecord | undefined
}

function send({ name, values, idempotencyKey, typed, queued }: Write): Promise<RecordOutcome<unknown>> {
  const { batch } = values
  const kind = recordKinds[name]
  const cages = Object.keys(batch).map(Number)
  const places = placesOf({ kind, typed, values })
  const told = { label: describe(name, Object.values(batch)), cages, places, typed }
  if (queued) return correctRecord(queued.n, { values, ...told })
  return record(batchKinds[name].create, values, { idempotencyKey, kind, ...told })
}

/** Stores all rows at once and shows a notice, which offers for 8 seconds to take them back. */
export async function saveBatch(write: Write): Promise<void> {
  const { name } = write
  const outcome = await send(write)
  if (!outcome.sent) {
    const { n } = outcome
    const what = describe(name, Object.values(write.values.batch))
    const undo = () => undoRecord(n)
    return notifyKept(i18n.t('Записано на этом устройстве, ждёт сети. {{what}}', { what }), { undo })
  }
  const answer = outcome.answer as Answer
  afterWrite(name, answer)
  const rows = answer.rows as OperationRow[]
  for (const row of rows) kindForms[name].saved?.(row)
  const ids = rows.map(({ id }) => id)
  notifySuccess(`${i18n.t('Сохранено!')} ${describe(name, rows)}`, { undo: () => void takeBack(name, ids) })
}

const idsOf = (answer: unknown) => (answer as { rows: { id: number }[] }).rows.map(({ id }) => id)

/** What a record stored is taken back with it. */
export const removeBatch = (name: BatchName, answer: unknown, idempotencyKey: string): Promise<unknown> =>
  call(batchKinds[name].remove, { ids: idsOf(answer) }, { idempotencyKey, quiet: true })

/** The rows are stored with earlier values: replaces them with the record's current values. */
export async function amendBatch(name: BatchName, { values, key }: OutboxRecord, answer: unknown): Promise<unknown> {
  // the keys are derived, so that repeating it after a lost answer changes nothing twice
  await removeBatch(name, answer, `${key}.1`)
  return call(batchKinds[name].create, values, { idempotencyKey: `${key}.2`, quiet: true })
}
