/**
 * Batches of the workshop. The positions of a batch are the withdrawals that name it. A batch is created by the first
 * withdrawal into a warehouse on a day, and deleted with the last. Code that creates, joins, leaves or processes a
 * batch holds the company's lock of batches until the transaction ends.
 */
import { sql } from 'kysely'
import type * as z from 'zod'
import { fieldErrors } from '../../../../server/errors'
import { groupBy } from '../../../../shared/collections'
import { showDay, timeOf } from '../../../../shared/dates'
import { at, say } from '../../../../shared/say'
import { averageKg, toKg } from '../../../../shared/numbers'
import type { Locked, Tx } from '../../../../server/db/client'
import type { Context } from '../../../../server/http/route'
import { scope } from '../../../../server/scope'
import type { batchRow } from './batch.contract'

const lockBatches = (tx: Tx, company: number) =>
  tx.lock('batches', sql`select pg_advisory_xact_lock(hashtextextended('batches ' || ${company}::int, 0))`)

const openBatch = (_: Locked<'batches'>, tx: Tx, company: number, stock: number, day: string, own: number | null) =>
  tx.maybe<{ id: number }>(sql`
    select id from batches
    where company_id = ${company} and stock_id = ${stock} and day = ${day}::date and processed_at is null
    order by id = ${own}::int desc nulls last, id limit 1`)

/** The open batch of a warehouse and day, or a new one. A restored withdrawal prefers its `own` one. */
export async function joinBatch(context: Context, stock: number, day: string, own: number | null) {
  const { tx, company, author, audit } = context
  const open = await openBatch(lockBatches(tx, company.id), tx, company.id, stock, day, own)
  if (open) return open.id
  const made = await tx.one<{ id: number; number: number }>(sql`
    insert into batches (company_id, number, stock_id, day, user_id)
    select ${company.id}::int, coalesce(max(number), 0) + 1, ${stock}::int, ${day}::date, ${author.id}::int
    from batches where company_id = ${company.id} returning id, number`)
  audit({ action: 'create', entity: 'batch', id: made.id, after: { ...made, stock_id: stock, day } })
  return made.id
}

const readProcessed = (_: Locked<'batches'>, tx: Tx, company: number, batch: number) =>
  tx.one<{ processed: boolean }>(
    sql`select processed_at is not null as processed from batches where company_id = ${company} and id = ${batch}`,
  )

/** Whether a batch is processed; this holds until the transaction ends. */
export async function isProcessed({ tx, company }: Context, batch: number): Promise<boolean> {
  const { processed } = await readProcessed(lockBatches(tx, company.id), tx, company.id, batch)
  return processed
}

interface FoundBatch {
  stock_id: number
  processed: boolean
  /** the last of its fish came */
  last: string | null
}

const readForTransform = (_: Locked<'batches'>, tx: Tx, company: number, batch: number, transform: number) =>
  tx.maybe<FoundBatch>(sql`
    select b.stock_id, exists (
        select from operations where company_id = ${company} and batch_id = b.id and kind = 'batch_transform'
          and id <> ${transform}) as processed,
      (select max(at) from operations where company_id = ${company} and batch_id = b.id and kind = 'withdrawal') as last
    from batches b where b.company_id = ${company} and b.id = ${batch}`)

/** Refuses a transformation `id` of a batch that does not exist, is processed already, or receives fish only later. */
export async function batchToTransform(
  { tx, company, user }: Context,
  batch: number,
  { id, at: instant }: { id: number; at: string },
): Promise<void> {
  const found = await readForTransform(lockBatches(tx, company.id), tx, company.id, batch, id)
  if (!found || !scope(user).opensStock(found.stock_id)) throw fieldErrors({ batch_id: 'Партия не найдена' })
  if (found.processed) throw fieldErrors({ batch_id: 'Партия уже переработана' })
  if (found.last !== null && found.last > instant)
    throw fieldErrors({
      time: say('Рыба поступила в партию {{instant}}, позже переработки', { instant: at(found.last) }),
    })
}

/** Keeps in the batch when it was transformed. */
export const setProcessed = ({ tx, company }: Context, batch: number, at: string | null) =>
  tx.run(sql`update batches set processed_at = ${at}::timestamp where company_id = ${company.id} and id = ${batch}`)

/** A batch that the last withdrawal has left goes. */
export async function dropEmpty({ tx, company, audit }: Context, batch: number): Promise<void> {
  const gone = await tx.maybe<object>(sql`delete from batches b where b.company_id = ${company.id} and b.id = ${batch}
    and not exists (
      select from operations where company_id = ${company.id} and batch_id = ${batch} and kind = 'withdrawal')
    returning *`)
  if (gone) audit({ action: 'delete', entity: 'batch', id: batch, before: gone })
}

interface Position {
  id: number
  number: number
  day: string
  /** of its first fish */
  first_at: string
  stock_id: number
  stock: string
  user: string | null
  processed_at: string | null
  withdrawal_id: number
  cage: string
  generation: string
  category: string
  count: number
  mass: number
}

const readPositions = ({ tx, company, user }: Context, batches: number[]) =>
  tx.rows<Position>(sql`
    select b.id, b.number, b.day, min(o.at) over (partition by b.id) as first_at, b.stock_id, s.name as stock,
      u.name as user, b.processed_at, o.id as withdrawal_id, c.number as cage, n.name as generation, a.name as category,
      o.count, coalesce(o.workshop_weight, e.mass) as mass
    from batches b
    join stocks s on s.company_id = ${company.id} and s.id = b.stock_id
    left join users u on u.company_id = ${company.id} and u.id = b.user_id
    join operations o on o.company_id = ${company.id} and o.batch_id = b.id and o.kind = 'withdrawal'
    join cages c on c.company_id = ${company.id} and c.id = o.cage_id
      ${scope(user).modules('c.location_id')}
    join generations n on n.company_id = ${company.id} and n.id = o.generation_id
    join age_categories a on a.company_id = ${company.id} and a.id = o.age_category_id
    join lateral (
      select sum(deviation - mass_delta)::bigint as mass from fish_entries
      where company_id = ${company.id} and operation_id = o.id and cage_id = o.cage_id) e on true
    where b.company_id = ${company.id} and b.id = any(${batches}::int[])
    order by b.day desc, b.number desc, o.at, o.id`)

function batchOf(rows: Position[]): z.infer<typeof batchRow> {
  const [first] = rows as [Position]
  const sum = (of: 'count' | 'mass') => rows.reduce((total, row) => total + row[of], 0)
  return {
    id: first.id,
    name: String(first.number),
    date: showDay(first.day),
    time: timeOf(first.first_at),
    stock_id: first.stock_id,
    stock_name: first.stock,
    creator_user_name: first.user,
    processed_at: first.processed_at,
    sum_entities_count: sum('count'),
    sum_entities_weight: toKg(sum('mass')),
    entities: rows.map(({ withdrawal_id, cage, generation, category, count, mass }) => ({
      withdrawal_id,
      cage,
      name: generation,
      type_translation: category,
      count,
      avg_weight: averageKg(mass, count),
      weight: toKg(mass),
    })),
  }
}

/**
 * Batches with their positions in modules open to the user, newest first; those without such positions are left out.
 */
export async function readBatches(context: Context, batches: number[]) {
  const positions = groupBy(await readPositions(context, batches), ({ id }) => id)
  return [...positions.values()].map(batchOf)
}

export const readBatch = async (context: Context, batch: number) => (await readBatches(context, [batch]))[0] ?? null

/** Deletes a batch: its fish have left their cages, but belong to no batch now. */
export async function dissolve({ tx, company, audit }: Context, batch: number): Promise<void> {
  lockBatches(tx, company.id)
  const left = await tx.rows<{ id: number }>(sql`
    update operations set batch_id = null where company_id = ${company.id} and batch_id = ${batch} returning id`)
  const gone = await tx.maybe<object>(
    sql`delete from batches where company_id = ${company.id} and id = ${batch} returning *`,
  )
  audit({ action: 'delete', entity: 'batch', id: batch, before: { ...gone, withdrawals: left.map(({ id }) => id) } })
}
