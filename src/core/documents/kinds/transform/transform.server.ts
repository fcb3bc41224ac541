import { sql } from 'kysely'
import { toKg, toUnits } from '../../../../shared/numbers'
import { say, type Speak } from '../../../../shared/say'
import type { Context } from '../../../../server/http/route'
import { readGoods } from '../../../goods/good-rows.server'
import { amountsOf } from '../../../goods/goods.server'
import { percentOf, weightOf } from '../../../goods/weights.contract'
import { goodAmount, MEASURES } from '../../../goods/good.contract'
import { completeEach, kindServer, type DocumentChange, type Totals } from '../../engine/document.server'
import { goodsWhere, lineRow } from '../../engine/goods-lines.server'
import { INPUT, OUTPUT } from '../../engine/line-sorts.server'
import type { LineRow, RowWith } from '../../engine/row-parts.server'
import { batchToTransform, readBatch, setProcessed } from '../withdrawal/batches.server'
import { batchTransform as batchContract, goodsTransform as goodsContract } from './transform.contract'

/** Answered by a write of goods besides its row: its goods, and their amounts. */
async function goodsAfter({ before, after }: DocumentChange, context: Context) {
  const lines = [before, after].flatMap((document) => document?.lines ?? [])
  const ids = [...new Set(lines.flatMap(({ good_id }) => good_id ?? []))]
  const [rows, goods, products] = await Promise.all([
    readGoods(context, { ids }),
    amountsOf(context, 'good'),
    amountsOf(context, 'workshop_good'),
  ])
  const mapOf = (kind: string) =>
    Object.fromEntries(rows.filter((row) => row.kind === kind).map((row) => [row.id, row]))
  return { goods: mapOf('good'), products: mapOf('workshop_good'), amounts: { goods, products } }
}

const amountOf = ({ good, measure, amount }: LineRow) =>
  goodAmount(good!, toUnits(amount), MEASURES[measure as keyof typeof MEASURES].name)
const listed = (lines: LineRow[], speak: Speak) => lines.map((line) => speak(amountOf(line))).join(', ')

/** `fish`: mg of the batch that went in beside the lines. */
function outputOf(lines: LineRow[], speak: Speak, fish = 0) {
  const weights = (role: string) => lines.filter((line) => line.role === role).map(weightOf)
  const sum = (list: number[]) => list.reduce((total, weight) => total + weight, 0)
  const [input, output] = [fish + sum(weights('consumed')), sum(weights('made'))]
  const made = lines.filter(({ role }) => role === 'made')
  const percent = (line: LineRow) => percentOf(weightOf(line), input)
  return {
    lines: lines.map((line) => ({ ...lineRow(line), weight: toKg(weightOf(line)), kind: line.good_kind })),
    total_input: toKg(input),
    total_output: toKg(output),
    to: listed(made, speak),
    output_percent: made
      .flatMap((line) => percent(line) ?? [])
      .map((share) => speak(say('{{percent}} %', { percent: share })))
      .join(', '),
    total_percent: percentOf(output, input),
  }
}

/** Footer sums in kilograms. */
const weightTotals = (where: ReturnType<typeof sql>, { tx }: Context) =>
  tx.one<Totals>(sql`
  select sum(${sql.raw(INPUT)})::float8 / 1000000 as total_input,
    sum(${sql.raw(OUTPUT)})::float8 / 1000000 as total_output
  from operations o where ${where}`)

export const batchTransform = kindServer({
  contract: batchContract,
  footer: 'document',
  reads: ['lines', 'batch'],
  complete: completeEach(async ({ id, at, batch_id }, context) => {
    await batchToTransform(context, batch_id!, { id, at })
    return {}
  }),
  afterPosting: async (change, context) => {
    const { before, after } = change
    const batch = (after ?? before)!.batch_id!
    if (before && before.batch_id !== batch) await setProcessed(context, before.batch_id!, null)
    await setProcessed(context, batch, after?.at ?? null)
    const { goods, products, amounts } = await goodsAfter(change, context)
    return {
      batch: await readBatch(context, batch),
      goods,
      workshop_goods: products,
      goods_amounts: amounts.goods,
      workshop_goods_amounts: amounts.products,
    }
  },
  totals: weightTotals,
  row: (row: RowWith<'lines' | 'batch'>, speak) => ({
    batch_id: row.batch_id!,
    batch_name: String(row.batch_number),
    stock_id: row.stock_id,
    ...outputOf(row.lines ?? [], speak, Number(row.batch_mass ?? 0)),
  }),
})

export const goodsTransform = kindServer({
  contract: goodsContract,
  footer: 'document',
  reads: ['lines'],
  filter: ({ to_workshop_goods_ids }) =>
    to_workshop_goods_ids
      ? sql`exists (select from operation_lines l where l.company_id = o.company_id and l.operation_id = o.id
          and l.role = 'made' and l.good_id = any(${to_workshop_goods_ids}::int[]))`
      : goodsWhere({}),
  afterPosting: async (change, context) => {
    const { goods, products, amounts } = await goodsAfter(change, context)
    return {
      updated_goods: goods,
      updated_workshop_goods: products,
      all_goods_amounts: amounts.goods,
      all_workshop_goods_amounts: amounts.products,
    }
  },
  totals: weightTotals,
  row: (row, speak) => {
    const lines = row.lines ?? []
    const used = (kind: string) => lines.filter((line) => line.role === 'consumed' && line.good_kind === kind)
    return {
      stock_id: row.stock_id,
      goods_from: listed(used('good'), speak),
      workshop_goods_from: listed(used('workshop_good'), speak),
      ...outputOf(lines, speak),
    }
  },
})
