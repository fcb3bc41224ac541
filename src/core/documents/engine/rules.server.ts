/** Rules of every operation: its allowed period, who may change it, and the text of a ledger's refusal. */
import { sql } from 'kysely'
import { canChangeRow } from '../../../shared/abilities'
import { dayOf } from '../../../shared/dates'
import { at, say, type Phrase, type Speak, word } from '../../../shared/say'
import type { Refusal } from '../../../shared/errors'
import { toUnits } from '../../../shared/numbers'
import { earliest } from '../../../server/period'
import type { CurrentCompany } from '../../../server/session'
import { fieldErrors, forbidden, notice, type CallError } from '../../../server/errors'
import type { LedgerRefusal } from '../../../server/db/ledger/fish-ledger'
import type { ItemRefusal } from '../../../server/db/ledger/item-ledger'
import type { LedgerRow } from '../../../shared/ledger/document'
import type { ItemFault } from '../../../shared/ledger/item-fold'
import type { StockRefusal } from '../../../server/db/ledger/stock-ledger'
import type { Context } from '../../../server/http/route'
import { ELSEWHERE, type Limits, scope } from '../../../server/scope'
import type { AnyKindRules } from './kind-rules.contract'

/** Flags of a row that say whether it can be edited and deleted. */
export function flagsOf(reason: Phrase | null, speak: Speak) {
  const disabled = reason !== null
  const told = disabled ? speak(reason) : null
  return {
    edit_disabled: disabled,
    edit_disabled_reason: told,
    delete_disabled: disabled,
    delete_disabled_reason: told,
  }
}

/** Why a row cannot be edited or deleted by anybody. */
export function whyFixed(company: CurrentCompany, row: { at: string; user_id: number | null }): Phrase | null {
  const day = earliest(company)
  if (row.user_id === null) return 'Запись создана системой.'
  return day && dayOf(row.at) < day ? say('Операция раньше минимальной даты операций {{day}}.', { day: at(day) }) : null
}

/** Checks the ability to change a row of a kind, then the row itself. */
export function checkChange(
  { user, company }: Context,
  rights: AnyKindRules,
  row: { at: string; user_id: number | null },
): void {
  if (!canChangeRow(user, row, rights)) throw forbidden()
  const reason = whyFixed(company, row)
  if (reason) throw forbidden(reason)
}

/** What a refusal is told with: also by a job, for the person who ordered it. */
interface Reader {
  tx: Context['tx']
  company: Pick<CurrentCompany, 'id'>
  user: Limits
}

/** Cage numbers, and whether the user may see what happened there: one of the cages is in an open module. */
async function placesOf({ tx, company, user }: Reader, ids: (number | null)[]) {
  const given = ids.filter((id) => id !== null)
  const rows = await tx.rows<{ id: number; number: string; location_id: number }>(
    sql`select id, number, location_id from cages where company_id = ${company.id} and id = any(${given}::int[])`,
  )
  return {
    number: (id: number | null) => rows.find((row) => row.id === id)?.number ?? '?',
    open: rows.length === 0 || rows.some((row) => scope(user).opensModule(row.location_id)),
  }
}

/** In closed modules the refusal is reported, but not the operation behind it. */
const CLOSED = { operation_id: 0, cage_id: 0, cage_number: '' }

/** «отход» inside a sentence. */
export const kindWord = (noun: string) => word(noun, { context: 'операция' })

const NO_FISH: Record<string, string> = {
  close_out: 'в этой группе никогда не было рыбы',
  correction: 'в этой группе никогда не было рыбы',
  category_change: 'в садке нет рыбы этой генерации',
}

const BEYOND = {
  count: 'слишком много рыбы, больше 1 000 000 000 шт',
  mass: 'слишком большая биомасса, больше 9 000 000 000 кг',
}

/** The field that a refusal is reported under; null for a notice. */
export type Under = (refusal: Refusal, field: string) => string | null

/** A shortage of the operation itself is reported under its field; of another one, as a notice that links to it. */
export const underOwn: Under = ({ own }, field) => (own ? field : null)

const answer = (text: Phrase, refusal: Refusal, under: string | null) =>
  under ? fieldErrors({ [under]: text }, refusal) : notice(text, refusal)

/** «14.07.2026 10:20 пересадка 3 → 7: не хватает 120 шт», with the data for a link to it. */
export async function fishRefusal(
  context: Reader,
  error: LedgerRefusal,
  nounOf: (kind: string) => string,
  under: Under = underOwn,
): Promise<CallError> {
  const { row, cage, shortage, beyond, own } = error.refusal
  const { number, open } = await placesOf(context, [row.cage_id, row.to_cage_id, cage])
  const lack = beyond
    ? word(BEYOND[beyond])
    : shortage > 0
      ? word('не хватает {{pieces}} шт', { values: { pieces: shortage } })
      : word(NO_FISH[row.kind] ?? 'в садке на это время нет рыбы')
  const common = { instant: at(row.at), noun: kindWord(nounOf(row.kind)), lack }
  const text =
    open && row.to_cage_id
      ? say('{{instant}} {{noun}} {{from}} → {{to}}: {{lack}}', {
          ...common,
          from: number(row.cage_id),
          to: number(row.to_cage_id),
        })
      : say('{{instant}} {{noun}}, садок {{cage}}: {{lack}}', {
          ...common,
          cage: open ? number(row.cage_id) : ELSEWHERE,
        })
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
  const { good, stock, at: instant, operation, kind, cage, shortage, own } = error.stock
  const { tx, company } = context
  const names = await tx.one<{ good: string; measure: string; stock: string }>(sql`
    select g.name as good, g.measure, s.name as stock from goods g, stocks s
    where g.company_id = ${company.id} and g.id = ${good} and s.company_id = ${company.id} and s.id = ${stock}`)
  const { number, open } = await placesOf(context, [cage])
  const unit = { kg: 'кг', liter: 'л', piece: 'шт' }[names.measure] ?? ''
  const common = {
    instant: at(instant),
    noun: kindWord(nounOf(kind)),
    stock: names.stock,
    amount: toUnits(shortage),
    unit: word(unit),
    good: names.good,
  }
  const text =
    cage === null
      ? say('{{instant}} {{noun}}: на складе «{{stock}}» не хватает {{amount}} {{unit}}, «{{good}}»', common)
      : say('{{instant}} {{noun}}, садок {{cage}}: на складе «{{stock}}» не хватает {{amount}} {{unit}}, «{{good}}»', {
          ...common,
          cage: open ? number(cage) : ELSEWHERE,
        })
  const where = { operation_id: operation, cage_id: cage ?? 0, cage_number: cage === null ? '' : number(cage) }
  const refusal = { kind, datetime: instant, shortage, own, ...(open ? where : CLOSED) }
  return answer(text, refusal, under(refusal, field))
}

/** Messages for an item that is not where a document needs it. */
const ITEM_FAULTS: Record<ItemFault, string> = {
  absent: '{{instant}} {{noun}}: изделия «{{item}}» в это время ещё нет',
  present: '{{instant}} {{noun}}: изделие «{{item}}» в это время уже внесено',
  elsewhere: '{{instant}} {{noun}}: изделие «{{item}}» в это время на складе «{{place}}»',
  hangs: '{{instant}} {{noun}}: изделие «{{item}}» в это время в садке {{place}}',
  loose: '{{instant}} {{noun}}: изделие «{{item}}» в это время не в этом садке',
}
/** Shown instead of a name that is closed to the user. */
const HIDDEN = '…'

/** «14.07.2026 10:20 перемещение изделия: изделие «Лодка» в это время на складе «Берег»». */
export async function itemRefusal(
  context: Context,
  { broken: { step, fault, where }, own }: ItemRefusal,
  nounOf: (kind: string) => string,
  under: Under,
): Promise<CallError> {
  const { tx, company, user } = context
  const names = await tx.one<{ item: string; home: number; stock: string | null }>(sql`
    select i.name as item, i.stock_id as home, s.name as stock from items i
    left join stocks s on s.company_id = ${company.id} and s.id = ${where?.stock ?? null}::int
    where i.company_id = ${company.id} and i.id = ${step.item}`)
  const { opensStock } = scope(user)
  const cage = where?.hangs ? where.cage : null
  const { number, open } = await placesOf(context, [cage])
  const stock = where && opensStock(where.stock) ? names.stock! : HIDDEN
  const text = say(ITEM_FAULTS[fault], {
    instant: at(step.at),
    noun: kindWord(nounOf(step.kind)),
    item: opensStock(names.home) ? names.item : HIDDEN,
    place: where?.hangs ? (open ? number(cage) : ELSEWHERE) : stock,
  })
  const refusal = { ...refusalOf(step), cage_id: step.cage ?? 0, cage_number: '', shortage: 0, own }
  return answer(text, opensStock(step.stock) ? refusal : { ...refusal, ...CLOSED }, under(refusal, 'item_id'))
}
