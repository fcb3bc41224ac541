/** Writes of an operation and what follows: caches, notices, undo; without a network through the outbox. */
import { canChangeRow } from '../../../shared/abilities'
import { call, errorText } from '../../../web/api'
import { i18n } from '../../../web/i18n'
import { notifyError, notifyKept, notifySuccess, notifyWarning } from '../../../web/notify'
import { correctRecord, record, type RecordOutcome } from '../../../web/offline/outbox/outbox'
import { namesIn } from '../../../web/offline/files/file-names'
import { dropFilesOf } from '../../../web/offline/outbox/box'
import { undoRecord } from '../../../web/offline/outbox/undo'
import type { OutboxRecord } from '../../../web/offline/outbox/records'
import { invalidateTags } from '../../../web/query-client'
import { cachedUser } from '../../../web/session'
import { cachedCage, replaceCages } from '../../cages/cage-cache.web'
import { cageCalls, type CageRow } from '../../cages/cage.contract'
import type { OperationRow, Values, WeightUnit } from '../fields/form-model.web'
import { rememberStock } from '../fields/goods.web'
import { contractOf, type KindName, kinds } from '../kinds/kinds.contract'
import { kindForms } from '../kinds/kinds.web'
import { placesOf } from './estimate/estimate.web'

interface WriteAnswer {
  cages?: CageRow[]
  warning?: string | null
  /** what was recorded with it */
  also?: { kind: string; id: number } | null
}

/** What a write answers takes the place of these. */
const ANSWERED = [cageCalls.list.path, cageCalls.locations.path]

/** Puts changed cages into the cache; everything derived from operations is fetched again. */
export function afterWrite(kind: KindName, answer: WriteAnswer): void {
  replaceCages(answer.cages ?? [])
  const { changes = 'fish', goods } = contractOf(kind)
  void invalidateTags(goods ? [changes, 'goods'] : [changes], ANSWERED)
  if (answer.warning) notifyWarning(i18n.t(answer.warning))
}

/**
 * A cage's number, or the cage itself: a stored treatment answers its cage in the field that rows use for the number.
 */
const numberOf = (cage: unknown): string =>
  typeof cage === 'object' && cage !== null && 'number' in cage ? String(cage.number) : String(cage ?? '')

/** «Садок 7», «Садки 7 → 3»; empty for operations without a cage. */
function placeOf(kind: KindName, row: OperationRow): string {
  const [from, to] = kindForms[kind].numberKeys ?? []
  if (!from) return ''
  const number = numberOf(row[from])
  return to
    ? i18n.t('Садки {{from}} → {{to}}', { from: number, to: numberOf(row[to]) })
    : i18n.t('Садок {{number}}', { number })
}

/** A user who may not change the row is not offered to undo. */
const mayChange = (kind: KindName, row: OperationRow): boolean => {
  const user = cachedUser()
  return user !== undefined && canChangeRow(user, row, contractOf(kind))
}

/** Undoes the last change or deletion through the server; if that is impossible now, shows why. */
async function restoreOperation(kind: KindName, id: number, what: string): Promise<void> {
  try {
    afterWrite(kind, (await call(contractOf(kind).restore, { ids: [id] }, { quiet: true })) as WriteAnswer)
    notifySuccess(i18n.t('Отменено. {{what}}', { what }))
  } catch (error) {
    notifyError(errorText(error))
  }
}

/** Deletes a row; a failure is shown in a notice, with the kind's own text if it has one. */
async function sendRemoval(kind: KindName, id: number): Promise<boolean> {
  try {
    afterWrite(kind, (await call(contractOf(kind).remove, { id }, { quiet: true })) as WriteAnswer)
    return true
  } catch (error) {
    const { deleteFailed } = kindForms[kind]
    const why = errorText(error)
    notifyError(deleteFailed ? `${i18n.t(deleteFailed)}. ${why}` : why)
    return false
  }
}

/** Undoes a new row, first what was recorded with it: deletes it and says only that. */
async function takeBackOperation(kind: KindName, { id, also }: WriteAnswer & { id: number }, what: string) {
  const further = also && (Object.keys(kinds) as KindName[]).find((name) => kinds[name].kind === also.kind)
  const gone = (!further || (await sendRemoval(further, also.id))) && (await sendRemoval(kind, id))
  if (gone) await dropFilesOf([id])
  if (gone) notifySuccess(i18n.t('Отменено. {{what}}', { what }))
  return gone
}

/** Deletes a row and offers for 8 seconds to restore it. */
export async function removeOperation(kind: KindName, row: OperationRow, unit: WeightUnit): Promise<void> {
  if (!(await sendRemoval(kind, row.id))) return
  const what = describe(kind, row, unit)
  const undo = () => void restoreOperation(kind, row.id, what)
  notifySuccess(`${i18n.t(kindForms[kind].words?.removed ?? 'Операция удалена')}. ${what}`, { undo })
}

export interface Write {
  kind: KindName
  /** the stored row that is changed */
  row?: OperationRow
  /** the record of the outbox that is changed */
  queued?: OutboxRecord
  /** the form's values, to open it again; the sent values when they are texts already */
  typed?: Values
  values: Record<string, unknown>
  idempotencyKey: string
  /** module id → unit of averages */
  units: Record<string, WeightUnit>
}

/** The row for `toastText` and `placeOf`, as far as it is known before the server's answer. */
function rowBefore(kind: KindName, typed: Values): OperationRow {
  const { cageKeys = [], numberKeys = [], unsavedRow } = kindForms[kind]
  const numbers = cageKeys.map((key, index) => [numberKeys[index], key && cachedCage(Number(typed[key]))?.number])
  return { ...typed, ...unsavedRow?.(typed), ...Object.fromEntries(numbers) } as unknown as OperationRow
}

/** «Садок 7, отход 12 шт», «Приход на Баржу, строк: 10». */
export function describe(kind: KindName, row: OperationRow, unit: WeightUnit): string {
  const [place, brief] = [placeOf(kind, row), kindForms[kind].toastText(row, i18n.t, unit)]
  return place ? `${place}, ${brief}` : brief.charAt(0).toUpperCase() + brief.slice(1)
}

function label(write: Write): string {
  const { kind, values, typed, units } = write
  const row = rowBefore(kind, typed ?? (values as Values))
  const cage = cachedCage(cagesOf(write)[0] ?? 0)
  return describe(kind, row, units[String(cage?.location_id)] ?? 'kg')
}

const cagesOf = ({ kind, values }: Write): number[] =>
  (kindForms[kind].cageKeys ?? []).flatMap((key) => (key && Number(values[key]) > 0 ? [Number(values[key])] : []))

/** Reports that it is kept on this device; it can be undone like a stored one. */
function afterKeeping(n: number, what: string): void {
  notifyKept(i18n.t('Ждёт сети. {{what}}', { what }), { undo: () => undoRecord(n) })
}

/** A new operation, or one still on this device: sent through the outbox, which loses neither. */
function send(write: Write): Promise<RecordOutcome<unknown>> {
  const { kind, queued, values, idempotencyKey } = write
  const typed = write.typed ?? (values as Values)
  const told = {
    label: label(write),
    cages: cagesOf(write),
    places: placesOf({ kind, typed, values }),
    typed,
    files: namesIn(typed.photos),
  }
  if (queued) return correctRecord(queued.n, { values, ...told })
  return record(contractOf(kind).create, values, { idempotencyKey, kind, ...told })
}

/** A new operation: the server's row, or the number of the waiting record. */
interface StoredOperation {
  /** «Садок 7, отход 12 шт» */
  what: string
  row?: OperationRow
  n?: number
}

/** Stores a new operation without a notice. Throws the server's refusal. */
async function storeOperation(write: Write): Promise<StoredOperation> {
  const { kind, units } = write
  const outcome = await send(write)
  if (!outcome.sent) return { what: label(write), n: outcome.n }
  const row = outcome.answer as OperationRow & WriteAnswer
  afterWrite(kind, row)
  kindForms[kind].saved?.(row)
  return { what: describe(kind, row, units[String(row.location_id ?? row.from_location_id)] ?? 'kg'), row }
}

/** Stores a new or changed operation and shows a notice; a new one can be undone for 8 seconds. */
export async function saveOperation(write: Write): Promise<void> {
  const { kind, row, values, idempotencyKey } = write
  if (row) {
    // the form shows every failure itself
    const answer = await call(contractOf(kind).update, { ...values, id: row.id }, { idempotencyKey, quiet: true })
    afterWrite(kind, answer as WriteAnswer)
    kindForms[kind].saved?.(answer as OperationRow)
    const changed = answer as OperationRow
    const what = describe(kind, changed, write.units[String(changed.location_id ?? changed.from_location_id)] ?? 'kg')
    const undo = mayChange(kind, changed) ? () => void restoreOperation(kind, row.id, what) : undefined
    return notifySuccess(`${i18n.t(kindForms[kind].words?.changed ?? 'Изменено!')} ${what}`, { undo })
  }
  const stored = await storeOperation(write)
  rememberStock(values)
  // a row that is on the server already is undone in its journal, not with its correction
  if (write.queued?.stored && stored.n !== undefined)
    return notifyKept(i18n.t('Ждёт сети. {{what}}', { what: stored.what }))
  if (write.queued?.stored) return notifySuccess(`${i18n.t('Изменено!')} ${stored.what}`)
  if (stored.n !== undefined) return afterKeeping(stored.n, stored.what)
  const own = stored.row!
  const undo = mayChange(kind, own) ? () => void takeBackOperation(kind, own, stored.what) : undefined
  notifySuccess(`${i18n.t(kindForms[kind].words?.created ?? 'Сохранено!')} ${stored.what}`, { undo })
}
