/** Batches with their fish, and fish that left the farm without the workshop. */
import { sql } from 'kysely'
import { groupBy } from '../../shared/collections'
import { toKg } from '../../shared/numbers'
import type { Context } from '../../server/http/route'
import { type Limits, scope } from '../../server/scope'
import type { Position, Trace, TracedBatch } from './trace.contract'

interface StoredBatch extends Omit<Position, 'weight' | 'count'> {
  id: number
  number: number
  day: string
  stock_id: number
  stock: string
  processed_at: string | null
  location_id: number
  count: number
  mass: number
}

/** SQL: mg received by the workshop, else mg that left the cage. */
const MASS = (company: number) => sql`coalesce(o.workshop_weight, (
  select sum(deviation - mass_delta) from fish_entries
  where company_id = ${company} and operation_id = o.id and cage_id = o.cage_id))::bigint`

const readPositions = ({ tx, company }: Context, batches: number[]) =>
  tx.rows<StoredBatch>(sql`
    select b.id, b.number, b.day, b.stock_id, s.name as stock, b.processed_at, o.id as withdrawal_id, o.at as datetime,
      o.cage_id, c.number as cage, c.location_id, l.name as module, o.generation_id, n.name as generation,
      sp.name as species, a.name as category, o.count, ${MASS(company.id)} as mass
    from batches b
    join stocks s on s.company_id = ${company.id} and s.id = b.stock_id
    join operations o on o.company_id = ${company.id} and o.batch_id = b.id and o.kind = 'withdrawal'
    join cages c on c.company_id = ${company.id} and c.id = o.cage_id
    join locations l on l.company_id = ${company.id} and l.id = c.location_id
    join generations n on n.company_id = ${company.id} and n.id = o.generation_id
    join species sp on sp.company_id = ${company.id} and sp.id = n.species_id
    join age_categories a on a.company_id = ${company.id} and a.id = o.age_category_id
    where b.company_id = ${company.id} and b.id = any(${batches}::int[])
    order by b.day, b.number, o.at, o.id`)

function batchOf(rows: StoredBatch[]): TracedBatch {
  const [first] = rows as [StoredBatch]
  return {
    id: first.id,
    name: String(first.number),
    day: first.day,
    stock: first.stock,
    processed_at: first.processed_at,
    count: rows.reduce((sum, { count }) => sum + count, 0),
    weight: toKg(rows.reduce((sum, { mass }) => sum + mass, 0)),
    positions: rows.map(({ mass, ...row }) => ({
      withdrawal_id: row.withdrawal_id,
      datetime: row.datetime,
      cage_id: row.cage_id,
      cage: row.cage,
      module: row.module,
      generation_id: row.generation_id,
      generation: row.generation,
      species: row.species,
      category: row.category,
      count: row.count,
      weight: toKg(mass),
    })),
  }
}

/** Batches of open warehouses with their fish from open modules; and whether something was left out. */
export async function readTracedBatches(context: Context, ids: number[]) {
  const stored = ids.length > 0 ? await readPositions(context, ids) : []
  const { opensModule, opensStock } = scope(context.user)
  const open = stored.filter(({ location_id, stock_id }) => opensModule(location_id) && opensStock(stock_id))
  const batches = [...groupBy(open, ({ id }) => id).values()].map(batchOf)
  return { batches, partial: open.length < stored.length }
}

interface Lift {
  id: number
  at: string
  cage: string
  reason: string
  counterparty: string | null
  count: number
  mass: number
}

/** A large farm's generation has a hundred thousand, which the journal shows in pages. */
const MAX_SALES = 100

/** The last withdrawals of a generation without a batch, from open modules; one more than are shown. */
const readSales = ({ tx, company, user }: Context, generation: number) =>
  tx.rows<Lift>(sql`
    select o.id, o.at, c.number as cage, coalesce(r.name, '') as reason, p.name as counterparty, o.count,
      ${MASS(company.id)} as mass
    from (
      select o.id from operations o
      where o.company_id = ${company.id} and o.kind = 'withdrawal' and o.generation_id = ${generation}
        and o.batch_id is null ${
          scope(user).allModules
            ? sql``
            : sql`and o.cage_id in
          (${openCages(company.id, user)})`
        }
      order by o.at desc, o.id desc limit ${MAX_SALES + 1}) picked
    join operations o on o.company_id = ${company.id} and o.id = picked.id
    join cages c on c.company_id = ${company.id} and c.id = o.cage_id
    left join withdrawal_reasons r on r.company_id = ${company.id} and r.code = o.reason
    left join counterparties p on p.company_id = ${company.id} and p.id = o.counterparty_id
    order by o.at desc, o.id desc`)

const openCages = (company: number, user: Limits) =>
  sql`select id from cages where company_id = ${company} ${scope(user).modules('location_id')}`

/** The batches with fish of the generation from open modules. */
const readBatchesOf = ({ tx, company, user }: Context, generation: number) =>
  tx.rows<{ id: number }>(sql`
    select distinct o.batch_id as id from operations o
    where o.company_id = ${company.id} and o.generation_id = ${generation} and o.batch_id is not null
      ${scope(user).allModules ? sql`` : sql`and o.cage_id in (${openCages(company.id, user)})`}`)

/** Whether some of its withdrawals were in modules closed to the user. */
async function hasClosed({ tx, company, user }: Context, generation: number): Promise<boolean> {
  if (scope(user).allModules) return false
  const { closed } = await tx.one<{ closed: boolean }>(sql`
    select exists (
      select from operations o where o.company_id = ${company.id} and o.kind = 'withdrawal'
        and o.generation_id = ${generation} and o.cage_id not in (${openCages(company.id, user)})) as closed`)
  return closed
}

/** The withdrawals of a generation: their batches, and the last ones without a batch. */
export async function readLifts(context: Context, generation: number) {
  const [lifts, batches, partial] = await Promise.all([
    readSales(context, generation),
    readBatchesOf(context, generation),
    hasClosed(context, generation),
  ])
  const sales: Trace['sales'] = lifts
    .slice(0, MAX_SALES)
    .map(({ at, mass, ...lift }) => ({ ...lift, datetime: at, weight: toKg(mass) }))
  return { sales, moreSales: lifts.length > MAX_SALES, batches: batches.map(({ id }) => id), partial }
}
