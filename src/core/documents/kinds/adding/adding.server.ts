/** Goods arrive: the adding of an amount, its undoing, and all movements of a good. */
import { sql } from 'kysely'
import { canChangeRow, NO_RIGHT } from '../../../../shared/abilities'
import { type Phrase, saidOf, textOf } from '../../../../shared/say'
import type { AnswerOf, ParsedOf } from '../../../../shared/contract'
import { showDay } from '../../../../shared/dates'
import { toUnits } from '../../../../shared/numbers'
import { conflict, notFound } from '../../../../server/errors'
import { type Context, route, type Route } from '../../../../server/http/route'
import { scope } from '../../../../server/scope'
import { goodCalls } from '../../../goods/good.contract'
import { readGoods } from '../../../goods/good-rows.server'
import type { DocumentKind } from '../../engine/document.server'
import { enter, takeBack } from '../../engine/operations.server'
import type { Registry } from '../../engine/posting.server'
import { each } from '../../engine/rows.server'
import { whyFixed } from '../../engine/rules.server'
import { feeding } from '../feeding/feeding.contract'
import { treatment } from '../treatment/treatment.contract'
import { adding as contract } from './adding.contract'

export const adding: DocumentKind = {
  contract,
  row: (row) => ({ good_id: row.good_id, good: row.good, stock_id: row.stock_id, stock: row.stock }),
}

const oneGood = async (context: Context, id: number) => (await readGoods(context, { id }))[0]!

async function addGood(registry: Registry, input: ParsedOf<typeof goodCalls.add>, context: Context) {
  const { id: good_id, stock: stock_id, count: volume, ...rest } = input
  if ((await readGoods(context, { id: good_id })).length === 0) throw notFound('Расходник не найден.')
  const request = each([{ ...rest, good_id, stock_id, volume }])
  const { documents, drawn } = await enter(adding, registry, request, context)
  const [, good] = await context.tx.allInOrder(drawn, oneGood(context, good_id))
  return { id: documents[0]!.id, good }
}

/** Where a movement that belongs to a journal is cancelled. */
const journals: Record<string, string> = {
  [feeding.kind]: 'Отмените в журнале кормлений',
  [treatment.kind]: 'Отмените в журнале лечений',
}

async function removeAdding(registry: Registry, id: number, context: Context) {
  const { tx, company } = context
  const stored = await tx.maybe<{ kind: string }>(
    sql`select kind from operations where company_id = ${company.id} and id = ${id}`,
  )
  const hint = stored && journals[stored.kind]
  if (hint) throw conflict(`${hint}.`)
  if (stored?.kind !== contract.kind) throw notFound('Операция не найдена: возможно, её уже удалили.')
  const { documents } = await takeBack(adding, registry, [id], context)
  return { good: await oneGood(context, documents[0]!.good_id!) }
}

interface Movement {
  id: number
  kind: string
  at: string
  stock_id: number
  stock: string
  amount: number
  user_id: number | null
  user: string | null
  note: string | null
}

const types: Record<string, { type: string; title: string }> = {
  [contract.kind]: { type: 'adding', title: 'Внесение' },
  [feeding.kind]: { type: 'feeding', title: feeding.title },
  [treatment.kind]: { type: 'treatment', title: treatment.title },
}

/** Why a movement is not cancelled here; null when it may be. */
const cancelHint = ({ user, company }: Context, row: Movement): Phrase | null =>
  journals[row.kind] ?? (canChangeRow(user, row) ? whyFixed(company, row) : NO_RIGHT)

const MAX_ROWS = 10_000

/** Newest first; amounts that left a warehouse are negative. */
async function listMovements(
  input: ParsedOf<typeof goodCalls.transactions>,
  context: Context,
): Promise<AnswerOf<typeof goodCalls.transactions>> {
  const { tx, company, user } = context
  const rows = await tx.rows<Movement>(sql`
    select o.id, o.kind, o.at, e.stock_id, s.name as stock, e.amount, o.user_id, u.name as user, o.note
    from operations o
    join stock_entries e on e.company_id = ${company.id} and e.good_id = ${input.id} and e.stock_id = o.stock_id and e.at = o.at and e.operation_id = o.id
    join stocks s on s.company_id = ${company.id} and s.id = e.stock_id
    left join users u on u.company_id = ${company.id} and u.id = o.user_id
    where o.company_id = ${company.id} and o.good_id = ${input.id}
      and o.at between ${input.start ?? '-infinity'}::timestamp and ${input.end ?? 'infinity'}::timestamp
      ${scope(user).stocks('e.stock_id')}
    order by o.at desc, o.id desc limit ${MAX_ROWS}`)
  return rows.map((row) => {
    const { type, title } = types[row.kind] ?? { type: row.kind, title: row.kind }
    const hint = cancelHint(context, row)
    return {
      id: row.id,
      type,
      type_translation: title,
      date: showDay(row.at),
      datetime: row.at,
      stock_id: row.stock_id,
      stock: row.stock,
      count: toUnits(row.amount),
      user_id: row.user_id,
      user: row.user,
      note: row.note,
      cancelable: hint === null,
      cancel_hint: hint && textOf(hint),
      ...saidOf([hint]),
    }
  })
}

export const addingRoutes = (registry: Registry): Route[] => [
  route(goodCalls.add, (input, context) => addGood(registry, input, context)),
  route(goodCalls.transactions, listMovements),
  route(goodCalls.removeTransaction, ({ id }, context) => removeAdding(registry, id, context)),
]
