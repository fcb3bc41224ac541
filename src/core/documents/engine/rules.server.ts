/** Rules of every operation: when it may be, who may change it, and how a ledger's refusal reads. */
import { sql } from 'kysely'
import { canChangeRow } from '../../../shared/abilities'
import { dayOf, showDay, showInstant, timeOf } from '../../../shared/dates'
import type { Refusal } from '../../../shared/errors'
import { earliest } from '../../../server/period'
import type { CurrentCompany } from '../../../server/session'
import { fieldErrors, forbidden, notice, type CallError } from '../../../server/errors'
import type { LedgerRefusal } from '../../../server/db/ledger/fish-ledger'
import type { LedgerRow } from '../../../shared/ledger/document'
import type { StockRefusal } from '../../../server/db/ledger/stock-ledger'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'

/** The flags of a row that can neither be edited nor deleted, or can. */
export const flagsOf = (reason: string | null) => ({
  edit_disabled: reason !== null,
  edit_disabled_reason: reason,
  delete_disabled: reason !== null,
  delete_disabled_reason: reason,
})

/** Why a row cannot be edited or deleted, whoever asks. */
export function periodFlags(company: CurrentCompany, row: { at: string; user_id: number | null }) {
  const first = earliest(company)
  const reason =
    row.user_id === null
      ? 'Запись создана системой.'
      : first && dayOf(row.at) < first
        ? `Операция раньше минимальной даты операций ${showDay(first)}.`
        : null
  return flagsOf(reason)
}

/** The right to change a row, then the row's own flags. */
export function checkChange({ user, company }: Context, row: { at: string; user_id: number | null }): void {
  if (!canChangeRow(user, row)) throw forbidden()
  const { edit_disabled_reason } = periodFlags(company, row)
  if (edit_disabled_reason) throw forbidden(edit_disabled_reason)
}

const grouped = (number: number) => String(number).replace(/\B(?=(\d{3})+$)/g, '\u00a0')
/** Millionths → '12,5'. */
const amountText = (millionths: number) => {
  const [whole, fraction] = (millionths / 1_000_000)
    .toFixed(6)
    .replace(/\.?0+$/, '')
    .split('.')
  return grouped(Number(whole)) + (fraction ? `,${fraction}` : '')
}

/** Numbers of cages, and whether the user may know of what happened in these: one of them lies in a module open to him. */
async function placesOf({ tx, company, user }: Context, ids: (number | null)[]) {
  const given = ids.filter((id) => id !== null)
  const rows = await tx.rows<{ id: number; number: string; location_id: number }>(
    sql`select id, number, location_id from cages where company_id = ${company.id} and id = any(${given}::int[])`,
  )
  return {
    number: (id: number | null) => rows.find((row) => row.id === id)?.number ?? '?',
    open: rows.length === 0 || rows.some((row) => scope(user).opensModule(row.location_id)),
  }
}

/** What refuses may be known, the operation behind it not: it is none's business in other modules. */
const CLOSED = { operation_id: 0, cage_id: 0, cage_number: '' }
/** Instead of a cage's number. */
const ELSEWHERE = 'другого модуля'

const NO_FISH: Record<string, string> = {
  correction: 'в этой группе никогда не было рыбы',
  category_change: 'в садке нет рыбы этой генерации',
}

const BEYOND = {
  count: 'слишком много рыбы, больше 1 000 000 000 шт',
  mass: 'слишком большая биомасса, больше 9 000 000 000 кг',
}

/** The field that a refusal's sentence stands under; null makes it a notice. */
export type Under = (refusal: Refusal, field: string) => string | null

/** One's own shortage stands under its field; another operation's is a notice that leads to it. */
export const underOwn: Under = ({ own }, field) => (own ? field : null)

const answer = (text: string, refusal: Refusal, under: string | null) =>
  under ? fieldErrors({ [under]: text }, refusal) : notice(text, refusal)

/** «14.07.2026 10:20 пересадка 3 → 7: не хватает 120 шт», with what a screen needs to lead there. */
export async function fishRefusal(
  context: Context,
  error: LedgerRefusal,
  nounOf: (kind: string) => string,
  under: Under = underOwn,
): Promise<CallError> {
  const { row, cage, shortage, beyond, own } = error.refusal
  const { number, open } = await placesOf(context, [row.cage_id, row.to_cage_id, cage])
  const way = row.to_cage_id ? ` ${number(row.cage_id)} → ${number(row.to_cage_id)}` : `, садок ${number(row.cage_id)}`
  const place = open ? way : `, садок ${ELSEWHERE}`
  const lack = beyond
    ? BEYOND[beyond]
    : shortage > 0
      ? `не хватает ${grouped(shortage)} шт`
      : (NO_FISH[row.kind] ?? 'в садке на это время нет рыбы')
  const text = `${showInstant(row.at)} ${nounOf(row.kind)}${place}: ${lack}`
  const told = { ...refusalOf(row), cage_id: cage, cage_number: number(cage), shortage, own }
  const refusal = open ? told : { ...told, ...CLOSED }
  return answer(text, refusal, shortage > 0 || beyond ? under(refusal, 'count') : null)
}

const refusalOf = (row: Pick<LedgerRow, 'id' | 'kind' | 'at'>) => ({
  operation_id: row.id,
  kind: row.kind,
  datetime: row.at,
})

export async function stockRefusal(
  context: Context,
  error: StockRefusal,
  nounOf: (kind: string) => string,
  under: Under,
  field: string,
): Promise<CallError> {
  const { good, stock, at, operation, kind, cage, shortage, own } = error.stock
  const { tx, company } = context
  const names = await tx.one<{ good: string; measure: string; stock: string }>(sql`
    select g.name as good, g.measure, s.name as stock from goods g, stocks s
    where g.company_id = ${company.id} and g.id = ${good} and s.company_id = ${company.id} and s.id = ${stock}`)
  const { number, open } = await placesOf(context, [cage])
  const unit = { kg: 'кг', liter: 'л', piece: 'шт' }[names.measure] ?? ''
  const place = cage === null ? '' : `, садок ${open ? number(cage) : ELSEWHERE}`
  const text = `${showDay(at)} ${timeOf(at)} ${nounOf(kind)}${place}: на складе «${names.stock}» не хватает ${amountText(shortage)} ${unit}, «${names.good}»`
  const where = { operation_id: operation, cage_id: cage ?? 0, cage_number: cage === null ? '' : number(cage) }
  const refusal = { kind, datetime: at, shortage, own, ...(open ? where : CLOSED) }
  return answer(text, refusal, under(refusal, field))
}
