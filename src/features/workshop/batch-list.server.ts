/** Lists of batches: those of a period, or an ordered page with totals of all. */
import { sql } from 'kysely'
import type * as z from 'zod'
import type { AnswerOf, ParsedOf } from '../../shared/contract'
import { showInstant } from '../../shared/dates'
import { MG_PER_KG, sumIn, toMg } from '../../shared/numbers'
import type { Speak } from '../../shared/say'
import { complete, limitOf, orderBy, type Sorts } from '../../server/http/max-rows'
import type { Context } from '../../server/http/route'
import { scope } from '../../server/scope'
import { recordedBy } from '../../core/documents/engine/journal-row.server'
import { readOperations } from '../../core/documents/engine/journal.server'
import { INPUT, LINE_SORTS, OUTPUT } from '../../core/documents/engine/line-sorts.server'
import { kindServers } from '../../core/documents/kinds/kinds.server'
import type { batchTransform } from '../../core/documents/kinds/transform/transform.contract'
import { readBatches } from '../../core/documents/kinds/withdrawal/batches.server'
import { goodAmount } from '../../core/goods/good.contract'
import { percentOf } from '../../core/goods/weights.contract'
import type { BatchDetails, workshopCalls } from './workshop.contract'

type TransformRow = z.infer<typeof batchTransform.row>
type Line = TransformRow['lines'][number]

const movedLine = (line: Line, speak: Speak) => ({
  transactionable_id: line.good_id,
  count: line.amount,
  stock_id: line.stock_id,
  good_name: line.good,
  stock_name: line.stock,
  measure_name: line.measure_name,
  weight: line.weight,
  summary: speak(goodAmount(line.good, line.amount, line.measure_name)),
})

function detailsOf(
  batch: Awaited<ReturnType<typeof readBatches>>[number],
  transform: TransformRow | undefined,
  speak: Speak,
): BatchDetails {
  const lines = transform?.lines ?? []
  const made = lines.filter(({ role }) => role === 'made')
  return {
    ...batch,
    status: transform ? 'transformed' : 'new',
    transform: transform ?? null,
    transformation_time: transform ? showInstant(transform.datetime) : null,
    transformator_user_name: transform?.user ?? null,
    consumed_goods: lines.filter(({ role }) => role === 'consumed').map((line) => movedLine(line, speak)),
    workshop_goods: made.map((line) => movedLine(line, speak)),
    output_percent_list: made.map((line) => ({
      name: line.good,
      percent: percentOf(toMg(line.weight), toMg(transform?.total_input ?? 0)),
    })),
    workshop_goods_total: transform?.total_output ?? 0,
    total_percent: transform?.total_percent ?? null,
  }
}

type Input = ParsedOf<typeof workshopCalls.batches>

/** SQL: of the transformation `o`, for the batch's row. */
const made = (expression: string) =>
  sql.raw(`(select ${expression} from operations o
  left join users u on u.company_id = o.company_id and u.id = o.user_id
  where o.company_id = b.company_id and o.batch_id = b.id and o.kind = 'batch_transform')`)

const YIELD = made(`${OUTPUT} / nullif(${INPUT}, 0)`)

/** Column of the table → what it is sorted by. */
const SORTS: Sorts = new Map(
  Object.entries({
    number: [sql`b.number`],
    datetime: [sql`b.day`, sql`fish.first_at`],
    stock_name: [sql`s.name`],
    sum_entities_count: [sql`fish.count`],
    sum_entities_weight: [sql`fish.mass`],
    state: [sql`b.processed_at is not null`],
    products: LINE_SORTS['to']!.map(made),
    workshop_goods_total: [sql`coalesce(${made(OUTPUT)}, 0)`],
    total_percent: [YIELD],
    creator_user_name: [sql`u.name`],
    transformator_user_name: [made(recordedBy())],
  }),
)

/** SQL: batches with their fish from modules open to the user; those without such fish are left out. */
const batchesOf = ({ start, end, stocks_id, batch_id }: Input, { company, user }: Context) => sql`
  from batches b
  join stocks s on s.company_id = ${company.id} and s.id = b.stock_id
  left join users u on u.company_id = ${company.id} and u.id = b.user_id
  join lateral (
    select min(o.at) as first_at, sum(o.count) as count, sum(coalesce(o.workshop_weight, (
        select sum(deviation - mass_delta) from fish_entries
        where company_id = ${company.id} and operation_id = o.id and cage_id = o.cage_id))) as mass
    from operations o
    join cages c on c.company_id = ${company.id} and c.id = o.cage_id ${scope(user).modules('c.location_id')}
    where o.company_id = ${company.id} and o.batch_id = b.id and o.kind = 'withdrawal') fish on fish.count is not null
  where b.company_id = ${company.id} ${scope(user).stocks('b.stock_id')}
    and b.day between ${start ?? '-infinity'}::timestamp::date and ${end ?? 'infinity'}::timestamp::date
    ${stocks_id ? sql`and b.stock_id = any(${stocks_id}::int[])` : sql``}
    ${batch_id ? sql`and b.id = ${batch_id}` : sql``}`

interface FoundBatch {
  id: number
  transform: number | null
}

function readFound(input: Input, context: Context): Promise<FoundBatch[]> {
  const { first } = orderBy(SORTS, input.sort ?? '')
  return context.tx.rows<FoundBatch>(sql`
    select b.id, ${made('o.id')} as transform ${batchesOf(input, context)}
    order by ${first}b.day desc, b.number desc ${limitOf(input)}`)
}

/** The yield is that of processed batches: all products over their fish. */
async function readSums(input: Input, context: Context) {
  const { total, count, ...sums } = await context.tx.one<
    Record<'total' | 'count', number> & Record<'mass' | 'used' | 'made', string>
  >(sql`
    select count(*)::int as total, coalesce(sum(fish.count), 0)::int as count, coalesce(sum(fish.mass),
      0)::text as mass,
      coalesce(sum(fish.mass) filter (where b.processed_at is not null), 0)::text as used,
      coalesce(sum(${made(OUTPUT)}), 0)::text as made
    ${batchesOf(input, context)}`)
  const percent = percentOf(Number(sums.made), Number(sums.used))
  return {
    total,
    footer: {
      sum_entities_count: count,
      sum_entities_weight: sumIn(MG_PER_KG, sums.mass),
      workshop_goods_total: sumIn(MG_PER_KG, sums.made),
      ...(percent !== null && { total_percent: percent }),
    },
  }
}

async function detailed(found: FoundBatch[], context: Context): Promise<BatchDetails[]> {
  const ids = found.map(({ id }) => id)
  const [batches, transforms] = await Promise.all([
    readBatches(context, ids),
    readOperations(
      kindServers.batchTransform,
      found.flatMap(({ transform }) => transform ?? []),
      context,
    ),
  ])
  const byBatch = new Map((transforms as unknown as TransformRow[]).map((row) => [row.batch_id, row]))
  const byId = new Map(batches.map((batch) => [batch.id, detailsOf(batch, byBatch.get(batch.id), context.speak)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function listBatches(input: Input, context: Context): Promise<AnswerOf<typeof workshopCalls.batches>> {
  if (input.page === undefined) return detailed(complete(await readFound(input, context)), context)
  const [found, sums] = await Promise.all([readFound(input, context), readSums(input, context)])
  return { rows: await detailed(found, context), ...sums }
}
