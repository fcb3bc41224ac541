/** Shipments of the workshop by line: an ordered page, and totals of all lines. */
import { sql } from 'kysely'
import type { AnswerOf, ParsedOf } from '../../shared/contract'
import { MG_PER_KG, sumIn, toKg, toUnits } from '../../shared/numbers'
import { complete, limitOf, orderBy, type Sorts } from '../../server/http/max-rows'
import type { Context } from '../../server/http/route'
import { scope } from '../../server/scope'
import { costOf } from '../../core/documents/engine/goods-lines.contract'
import { waybillHas } from '../../core/documents/engine/goods-lines.server'
import { recordedBy } from '../../core/documents/engine/journal-row.server'
import { readOperations } from '../../core/documents/engine/journal.server'
import { LINE_WEIGHT } from '../../core/documents/engine/line-sorts.server'
import { kindServers } from '../../core/documents/kinds/kinds.server'
import { MEASURES, WORKSHOP_TYPES } from '../../core/goods/good.contract'
import { weightOf } from '../../core/goods/weights.contract'
import type { workshopCalls } from './workshop.contract'

type Input = ParsedOf<typeof workshopCalls.shipping>

interface ShippedLine {
  id: number
  line: number
  at: string
  good_id: number
  good: string
  type: keyof typeof WORKSHOP_TYPES
  measure: keyof typeof MEASURES
  good_weight: number | null
  stock: string
  amount: number
  price: number | null
  counterparty: string | null
  waybill: string | null
  user: string | null
}

const WEIGHT = sql.raw(LINE_WEIGHT)
const USER = sql.raw(recordedBy())
const COST = sql`round(l.amount::numeric * l.price / 1000000)`

/** Column of the journal → what it is sorted by. */
const SORTS: Sorts = new Map(
  Object.entries({
    time: [sql`o.at`],
    workshop_good_name: [sql`g.name`],
    type_translation: [sql`${JSON.stringify(WORKSHOP_TYPES)}::jsonb ->> g.type`],
    stock_from_name: [sql`s.name`],
    count: [sql`l.amount`],
    measure_name: [sql`g.measure`],
    weight: [WEIGHT],
    price: [sql`l.price`],
    cost: [COST],
    counterparty: [sql`p.name`],
    waybill_number: [sql`o.extra ->> 'waybill_number'`],
    user_name: [USER],
  }),
)

/** Outer joins: whatever a statement tells nothing of is not looked up at all. */
const named = ({ company }: Context) => sql`
    left join goods g on g.company_id = ${company.id} and g.id = l.good_id
    left join stocks s on s.company_id = ${company.id} and s.id = l.stock_id
    left join counterparties p on p.company_id = ${company.id} and p.id = o.counterparty_id
    left join users u on u.company_id = ${company.id} and u.id = o.user_id`

const shipped = (input: Input, context: Context) => {
  const { company, user } = context
  const { start, end, workshop_good_ids, counterparty_ids, stocks_id, waybill_number } = input
  return sql`
    from operations o
    join operation_lines l on l.company_id = ${company.id} and l.operation_id = o.id
    ${named(context)}
    where o.company_id = ${company.id} and o.kind = 'workshop_good_shipping'
      and o.at between ${start}::timestamp and ${end}::timestamp ${scope(user).stocks('l.stock_id')}
      ${workshop_good_ids ? sql`and l.good_id = any(${workshop_good_ids}::int[])` : sql``}
      ${stocks_id ? sql`and l.stock_id = any(${stocks_id}::int[])` : sql``}
      ${counterparty_ids ? sql`and o.counterparty_id = any(${counterparty_ids}::int[])` : sql``}
      ${waybill_number ? sql`and ${waybillHas(waybill_number)}` : sql``}`
}

/** The lines of the page first, then what is told of them. */
function readLines(input: Input, context: Context): Promise<ShippedLine[]> {
  const { first } = orderBy(SORTS, input.sort ?? '-time')
  const order = sql`order by ${first}o.at desc, o.id desc, l.line`
  const { company, tx } = context
  return tx.rows<ShippedLine>(sql`
    select o.id, l.line, o.at, g.id as good_id, g.name as good, g.type, g.measure, g.weight as good_weight,
      s.name as stock, l.amount, l.price, p.name as counterparty, o.extra ->> 'waybill_number' as waybill,
      ${USER} as user
    from (select o.id, l.line ${shipped(input, context)} ${order} ${limitOf(input)}) picked
    join operations o on o.company_id = ${company.id} and o.id = picked.id
    join operation_lines l on l.company_id = ${company.id} and l.operation_id = o.id and l.line = picked.line
    ${named(context)} ${order}`)
}

function rowOf(row: ShippedLine) {
  const cost = costOf(row)
  return {
    id: row.id,
    line: row.line,
    time: row.at,
    workshop_good_id: row.good_id,
    workshop_good_name: row.good,
    type_translation: WORKSHOP_TYPES[row.type],
    stock_from_name: row.stock,
    count: toUnits(row.amount),
    measure_name: MEASURES[row.measure].name,
    weight: toKg(weightOf(row)),
    price: row.price === null ? null : row.price / 100,
    cost: cost === null ? null : cost / 100,
    counterparty: row.counterparty,
    waybill_number: row.waybill,
    user_name: row.user,
  }
}

const sumsOf = (input: Input, context: Context) =>
  context.tx.one<{ total: number; weight: string | null; cost: string | null }>(sql`
    select count(*)::int as total, sum(${WEIGHT})::text as weight,
      sum(${COST})::text as cost ${shipped(input, context)}`)

export async function listShipping(input: Input, context: Context): Promise<AnswerOf<typeof workshopCalls.shipping>> {
  const paged = input.page !== undefined
  const [lines, sums] = await Promise.all([readLines(input, context), paged ? sumsOf(input, context) : null])
  if (!sums) return complete(lines).map(rowOf)
  const ids = [...new Set(lines.map(({ id }) => id))]
  const documents = await readOperations(kindServers.shipment, ids, context)
  const byId = new Map(documents.map((document) => [document.id, document]))
  return {
    rows: lines.map((line) => ({ ...rowOf(line), document: byId.get(line.id)! as never })),
    total: sums.total,
    footer: {
      weight: sumIn(MG_PER_KG, sums.weight ?? '0'),
      ...(sums.cost !== null && { cost: sumIn(100, sums.cost) }),
    },
  }
}
