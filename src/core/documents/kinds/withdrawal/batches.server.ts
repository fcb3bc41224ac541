/**
 * Batches of the workshop. A position is the withdrawal that names its batch: no number is kept twice. A batch opens
 * with the first withdrawal of a warehouse and day and goes with the last. Whoever opens, joins, leaves or processes a
 * batch holds the company's lock of batches until the transaction ends.
 */
import { sql } from 'kysely'
import type * as z from 'zod'
import { showDay } from '../../../../shared/dates'
import { averageKg, toKg } from '../../../../shared/numbers'
import type { Locked, Tx } from '../../../../server/db/client'
import type { Context } from '../../../../server/http/route'
import { scope } from '../../../../server/scope'
import type { batchRow } from './batch.contract'

const lockBatches = (tx: Tx, company: number) =>
  tx.lock('batches', sql`select pg_advisory_xact_lock(hashtextextended('batches ' || ${company}::int, 0))`)

const openBatch = (_: Locked<'batches'>, tx: Tx, company: number, stock: number, day: string) =>
  tx.maybe<{ id: number }>(sql`
    select id from batches
    where company_id = ${company} and stock_id = ${stock} and day = ${day}::date and processed_at is null
    order by id limit 1`)

/** The batch that is open in a warehouse of the company on a day, or a new one. */
export async function joinBatch({ tx, company, user, audit }: Context, stock: number, day: string) {
  const open = await openBatch(lockBatches(tx, company.id), tx, company.id, stock, day)
  if (open) return open.id
  const made = await tx.one<{ id: number; number: number }>(sql`
    insert into batches (company_id, number, stock_id, day, user_id)
    select ${company.id}::int, coalesce(max(number), 0) + 1, ${stock}::int, ${day}::date, ${user.id}::int
    from batches where company_id = ${company.id} returning id, number`)
  audit({ action: 'create', entity: 'batch', id: made.id, after: { ...made, stock_id: stock, day } })
  return made.id
}

const readProcessed = (_: Locked<'batches'>, tx: Tx, company: number, batch: number) =>
  tx.one<{ processed: boolean }>(
    sql`select processed_at is not null as processed from batches where company_id = ${company} and id = ${batch}`,
  )

/** Whether a batch is processed already; it stays so until the transaction ends. */
export async function isProcessed({ tx, company }: Context, batch: number): Promise<boolean> {
  const { processed } = await readProcessed(lockBatches(tx, company.id), tx, company.id, batch)
  return processed
}

/** A batch that the last withdrawal has left goes. */
export async function dropEmpty({ tx, company, audit }: Context, batch: number): Promise<void> {
  const gone = await tx.maybe(sql`delete from batches b where b.company_id = ${company.id} and b.id = ${batch}
    and not exists (select from operations where company_id = ${company.id} and batch_id = ${batch}) returning *`)
  if (gone) audit({ action: 'delete', entity: 'batch', id: batch, before: gone })
}

interface Position {
  id: number
  number: number
  day: string
  stock_id: number
  stock: string
  user: string | null
  processed_at: string | null
  withdrawal_id: number
  generation: string
  category: string
  count: number
  mass: number
}

const readPositions = ({ tx, company, user }: Context, batch: number) =>
  tx.rows<Position>(sql`
    select b.id, b.number, b.day, b.stock_id, s.name as stock, u.name as user, b.processed_at,
      o.id as withdrawal_id, n.name as generation, a.name as category, o.count, coalesce(o.workshop_weight, e.mass) as mass
    from batches b
    join stocks s on s.company_id = ${company.id} and s.id = b.stock_id
    left join users u on u.company_id = ${company.id} and u.id = b.user_id
    join operations o on o.company_id = ${company.id} and o.batch_id = b.id
    join cages c on c.company_id = ${company.id} and c.id = o.cage_id
      ${scope(user).modules('c.location_id')}
    join generations n on n.company_id = ${company.id} and n.id = o.generation_id
    join age_categories a on a.company_id = ${company.id} and a.id = o.age_category_id
    join lateral (
      select sum(deviation - mass_delta)::bigint as mass from fish_entries
      where company_id = ${company.id} and operation_id = o.id and cage_id = o.cage_id) e on true
    where b.company_id = ${company.id} and b.id = ${batch} order by o.at, o.id`)

/** A batch with its positions from the modules open to the user; null when it has none. */
export async function readBatch(context: Context, batch: number): Promise<z.infer<typeof batchRow> | null> {
  const rows = await readPositions(context, batch)
  const [first] = rows
  if (!first) return null
  const sum = (of: 'count' | 'mass') => rows.reduce((total, row) => total + row[of], 0)
  return {
    id: first.id,
    name: String(first.number),
    date: showDay(first.day),
    stock_id: first.stock_id,
    stock_name: first.stock,
    creator_user_name: first.user,
    processed_at: first.processed_at,
    sum_entities_count: sum('count'),
    sum_entities_weight: toKg(sum('mass')),
    entities: rows.map(({ withdrawal_id, generation, category, count, mass }) => ({
      withdrawal_id,
      name: generation,
      type_translation: category,
      count,
      avg_weight: averageKg(mass, count),
      weight: toKg(mass),
    })),
  }
}
