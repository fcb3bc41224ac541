/** Batches with the fish in them, and fish that left without the workshop. */
import { sql } from 'kysely'
import { groupBy } from '../../shared/collections'
import { toKg } from '../../shared/numbers'
import type { Context } from '../../server/http/route'
import { scope } from '../../server/scope'
import type { Position, Trace, TracedBatch } from './trace.contract'

interface Stored extends Omit<Position, 'weight' | 'count'> {
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

/** mg that the workshop got, or else that left the cage. */
const MASS = (company: number) => sql`coalesce(o.workshop_weight, (
  select sum(deviation - mass_delta) from fish_entries
  where company_id = ${company} and operation_id = o.id and cage_id = o.cage_id))::bigint`

const readPositions = ({ tx, company }: Context, batches: number[]) =>
  tx.rows<Stored>(sql`
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

function batchOf(rows: Stored[]): TracedBatch {
  const [first] = rows as [Stored]
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

/** Those of open warehouses, with their fish from open modules; whether something had to be left out. */
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
  location_id: number
  batch_id: number | null
  reason: string
  counterparty: string | null
  count: number
  mass: number
}

/** The lifts of a generation: into which batches, and those into none. */
export async function readLifts({ tx, company, user }: Context, generation: number) {
  const lifts = await tx.rows<Lift>(sql`
    select o.id, o.at, c.number as cage, c.location_id, o.batch_id, coalesce(r.name, '') as reason,
      p.name as counterparty, o.count, ${MASS(company.id)} as mass
    from operations o
    join cages c on c.company_id = ${company.id} and c.id = o.cage_id
    left join withdrawal_reasons r on r.company_id = ${company.id} and r.code = o.reason
    left join counterparties p on p.company_id = ${company.id} and p.id = o.counterparty_id
    where o.company_id = ${company.id} and o.kind = 'withdrawal' and o.generation_id = ${generation}
    order by o.at, o.id`)
  const open = lifts.filter(({ location_id }) => scope(user).opensModule(location_id))
  const sales: Trace['sales'] = open
    .filter(({ batch_id }) => batch_id === null)
    .map(({ id, at, cage, reason, counterparty, count, mass }) => ({
      id,
      datetime: at,
      cage,
      reason,
      counterparty,
      count,
      weight: toKg(mass),
    }))
  const batches = [...new Set(open.flatMap(({ batch_id }) => batch_id ?? []))]
  return { sales, batches, partial: open.length < lifts.length }
}
