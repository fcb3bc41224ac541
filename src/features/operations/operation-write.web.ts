/** The writes of an operation and what follows them: caches, notices, undo. */
import { call, errorText } from '../../web/api'
import { i18n } from '../../web/i18n'
import { notifyError, notifySuccess, notifyWarning } from '../../web/notify'
import { invalidate } from '../../web/query-client'
import { replaceCages } from '../cages/cage-cache.web'
import type { CageRow } from '../cages/cage.contract'
import type { OperationRow, WeightUnit } from './form-model.web'
import { kinds, type KindName } from './kinds.contract'
import { kindForms } from './kinds.web'
import type { AnyKind } from './operation.contract'

export const contractOf = (kind: KindName): AnyKind => kinds[kind] as unknown as AnyKind

interface Changed {
  cages?: CageRow[]
  warning?: string | null
}

const GOODS = ['/crud/good', '/all-goods-amounts', '/all-feeds-amounts']
const DERIVED = ['/cage/count-on-date', '/total-farm-data', '/cages-on-date']

/** Changed cages take the place of the cached ones; what is derived from operations is read anew. */
function afterWrite(kind: KindName, answer: Changed): void {
  replaceCages(answer.cages ?? [])
  // growth, retreats and corrections elsewhere may have moved as well, so every journal on screen is read again
  const journals = Object.values(kinds).map((one) => one.list.path)
  invalidate(...journals, ...DERIVED, ...(kindForms[kind].changesGoods ? GOODS : []))
  if (answer.warning) notifyWarning(i18n.t(answer.warning))
}

/** A number, or the cage itself: a stored treatment answers its cage under the name that its rows use for the number. */
const numberOf = (cage: unknown): string =>
  typeof cage === 'object' && cage !== null && 'number' in cage ? String(cage.number) : String(cage ?? '')

/** «Садок 7», «Садки 7 → 3». */
function placeOf(kind: KindName, row: OperationRow): string {
  const [from, to] = kindForms[kind].numberKeys
  const number = numberOf(row[from])
  return to
    ? i18n.t('Садки {{from}} → {{to}}', { from: number, to: numberOf(row[to]) })
    : i18n.t('Садок {{number}}', { number })
}

/** Deletes a row; the failure is told by a notice, with the kind's own words where it has them. */
export async function removeOperation(kind: KindName, id: number): Promise<boolean> {
  try {
    afterWrite(kind, (await call(contractOf(kind).remove, { id }, { quiet: true })) as Changed)
    notifySuccess(i18n.t('Операция удалена'))
    return true
  } catch (error) {
    const { deleteFailed } = kindForms[kind]
    const why = i18n.t(errorText(error))
    notifyError(deleteFailed ? `${i18n.t(deleteFailed)}. ${why}` : why)
    return false
  }
}

interface Write {
  kind: KindName
  row: OperationRow | undefined
  values: Record<string, unknown>
  idempotencyKey: string
  /** module id → unit of averages */
  units: Record<string, WeightUnit>
}

/** Stores a new operation or the changed one, and says so; a new one can be taken back for 8 seconds. */
export async function saveOperation({ kind, row, values, idempotencyKey, units }: Write): Promise<void> {
  const { create, update } = contractOf(kind)
  // the form shows every failure itself
  const options = { idempotencyKey, quiet: true }
  const answer = row ? await call(update, { ...values, id: row.id }, options) : await call(create, values, options)
  const stored = answer as OperationRow & Changed
  afterWrite(kind, stored)
  kindForms[kind].saved?.(stored)
  if (row) return notifySuccess(i18n.t('Изменено!'))
  const unit = units[String(stored.location_id ?? stored.from_location_id)] ?? 'kg'
  const what = `${placeOf(kind, stored)}, ${kindForms[kind].brief(stored, i18n.t, unit)}`
  notifySuccess(`${i18n.t('Сохранено!')} ${what}`, { undo: () => void removeOperation(kind, stored.id) })
}
