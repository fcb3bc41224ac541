/** The specification's calls about one good in one warehouse, each entered as a document. */
import type { ParsedOf } from '../../../shared/contract'
import { conflict, fieldErrors, notFound, underNames } from '../../../server/errors'
import type { Context } from '../../../server/http/route'
import type { goodCalls } from '../../../core/goods/good-calls.contract'
import type { GoodKind, GoodRow } from '../../../core/goods/good.contract'
import { readGoods } from '../../../core/goods/good-rows.server'
import type { KindServer } from '../../../core/documents/engine/document.server'
import { create, lockOwn, updateOperation } from '../../../core/documents/engine/write/operations.server'
import type { Registry } from '../../../core/documents/engine/write/posting.server'
import { type CommonInput, each } from '../../../core/documents/engine/rows.server'
import { kindServers } from '../../../core/documents/kinds/kinds.server'

type Input = ParsedOf<typeof goodCalls.transact>

type Action = 'adding' | 'subtracting' | 'move' | 'ship'

const KINDS: Record<GoodKind, Partial<Record<Action, KindServer>>> = {
  good: { adding: kindServers.receipt, subtracting: kindServers.writeOff, move: kindServers.move },
  workshop_good: {
    adding: kindServers.workshopReceipt,
    subtracting: kindServers.workshopWriteOff,
    move: kindServers.workshopMove,
    ship: kindServers.shipment,
  },
}

/** Field of the document → field of the call. */
const NAMES: Record<Action, Record<string, string>> = {
  adding: { stock_id: 'stock' },
  subtracting: { stock_id: 'stock_from' },
  move: { stock_id: 'stock_from', to_stock_id: 'stock' },
  ship: { stock_id: 'stock_from' },
}
const LINE_NAMES = { 'lines.0.amount': 'count', 'lines.0.good_id': 'id', 'lines.0.price': 'price' }

function actionOf(of: GoodKind, { stock, stock_from, reason }: Input): Action {
  if (stock_from === null && stock === null) throw fieldErrors({ stock: 'Заполните поле' })
  const leaves = stock_from !== null && stock === null
  if (reason !== null && !leaves) throw fieldErrors({ reason: 'Причину указывают у списания и отгрузки' })
  if (reason === 'ship' && of === 'good') throw fieldErrors({ reason: 'Отгружают только продукцию цеха' })
  if (leaves) return reason === 'ship' ? 'ship' : 'subtracting'
  return stock_from === null ? 'adding' : 'move'
}

const WAYBILL = ['counterparty_id', 'waybill_number', 'waybill_date', 'price'] as const

/** Moves and write-offs have no waybill: a caller who sends one means another document. */
function waybillOf(action: Action, input: Input) {
  const given = WAYBILL.map((field) => [field, input.use_counterparty === false ? null : input[field]] as const)
  const extra = given.filter(([, value]) => value !== null)
  if ((action === 'move' || action === 'subtracting') && extra.length > 0)
    throw fieldErrors(Object.fromEntries(extra.map(([field]) => [field, 'Указывают у прихода и отгрузки'])))
  return Object.fromEntries(given) as Pick<Input, (typeof WAYBILL)[number]>
}

function documentOf(action: Action, input: Input): CommonInput {
  const { id: good_id, count: amount, stock, stock_from, date, time, note } = input
  const { price, ...waybill } = waybillOf(action, input)
  const common = { date, time, note, stock_id: action === 'adding' ? stock : stock_from }
  const line = { good_id, amount }
  if (action === 'move') return { ...common, to_stock_id: stock, lines: [line] }
  if (action === 'subtracting') return { ...common, lines: [line] }
  const terms = action === 'adding' ? { price, lot: null, best_before: null } : { price }
  return { ...common, ...waybill, vat_rate: null, lines: [{ ...line, ...terms }] }
}

/** Changes a receipt with one line; one with several would lose the others. */
async function changeAdding(kind: KindServer, registry: Registry, id: number, document: CommonInput, context: Context) {
  const [before] = await lockOwn(kind, [id], context)
  if (before!.lines!.length > 1) throw conflict('В этом приходе несколько строк: измените его в журнале приходов.')
  const [line] = document.lines as object[]
  const { lot, best_before } = before!.lines![0]!
  const { vat_rate } = (before!.extra ?? { vat_rate: null }) as { vat_rate: string | null }
  await updateOperation(kind, registry, { ...document, id, vat_rate, lines: [{ ...line, lot, best_before }] }, context)
}

export async function transact(
  of: GoodKind,
  registry: Registry,
  input: Input,
  context: Context,
): Promise<{ id: number; good: GoodRow }> {
  const read = async () => (await readGoods(context, { kind: of, ids: [input.id] }))[0]
  if (!(await read())) throw notFound(of === 'good' ? 'Расходник не найден.' : 'Продукция не найдена.')
  const action = actionOf(of, input)
  const kind = KINDS[of][action]!
  const document = documentOf(action, input)
  const names = { ...LINE_NAMES, ...NAMES[action] }
  if (input.transaction_id !== null) {
    if (action !== 'adding') throw fieldErrors({ transaction_id: 'Изменить отсюда можно только внесение' })
    await underNames(names, changeAdding(kind, registry, input.transaction_id, document, context))
    return { id: input.transaction_id, good: (await read())! }
  }
  const { documents, stockPosted } = await underNames(names, create(kind, registry, each([document]), context))
  await underNames(names, stockPosted)
  return { id: documents[0]!.id, good: (await read())! }
}
