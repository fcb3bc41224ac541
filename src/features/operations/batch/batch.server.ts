/** Feeding and mortality of many cages at once: their rows go the way of single operations, together. */
import { sql } from 'kysely'
import { addDays } from '../../../shared/dates'
import type { Endpoint } from '../../../shared/contract'
import { MILLIONTHS, sumIn } from '../../../shared/numbers'
import { route, type Context, type Route } from '../../../server/http/route'
import { requireCages } from '../../cages/cages.server'
import type { KindServer } from '../document.server'
import { feeding } from '../feeding/feeding.server'
import { createBatch, removeBatch } from '../operations.server'
import type { Registry } from '../posting.server'
import { retreat } from '../retreat/retreat.server'
import type { Common, Request } from '../rows.server'
import { feedingBatch, retreatBatch, type TemplateRow } from './batch.contract'

interface Input {
  date: string
  time: string
  batch: Record<string, object>
}

/** The kind's field of the cage, and the field under which a fault of the cage itself stands. */
type CageAndMain = ['cage_id' | 'from_id', string]

function requestOf({ date, time, batch }: Input, context: Context, ...[cageKey, main]: CageAndMain): Request {
  const rows = Object.entries(batch).map(([cage, row]) => ({
    input: { ...row, date, time, [cageKey]: Number(cage) } as Common,
    context,
    nameOf: (field: string) =>
      field === 'date' || field === 'time' ? field : `batch.${cage}.${field === cageKey ? main : field}`,
  }))
  return { rows, batch: true }
}

/** The last feeding of each cage on a day, with the sums of that day, in millionths. */
const fedOn = ({ tx, company }: Context, day: string, cages: number[]) =>
  tx.rows<Omit<TemplateRow, 'volume' | 'rate'> & { volume: string; rate: string | null }>(sql`
    select distinct on (o.cage_id) o.cage_id, o.good_id as feed_type_id, g.name as feed_type, o.stock_id, s.name as stock, o.appetite,
      (sum(o.volume) over cage)::text as volume,
      case when count(o.rate) over cage = count(*) over cage then (sum(o.rate) over cage)::text end as rate
    from operations o
    join goods g on g.company_id = ${company.id} and g.id = o.good_id
    join stocks s on s.company_id = ${company.id} and s.id = o.stock_id
    where o.company_id = ${company.id} and o.kind = 'feeding' and o.cage_id = any(${cages}::int[])
      and o.at between ${`${day}T00:00`}::timestamp and ${`${day}T23:59`}::timestamp
    window cage as (partition by o.cage_id)
    order by o.cage_id, o.at desc, o.id desc`)

/** All cages open to the user, or those asked for. */
async function cagesAsked(context: Context, ids: number[] | null): Promise<number[]> {
  if (ids) return [...(await requireCages(context, ids)).keys()]
  const { tx, company, user } = context
  const within = user.location_ids ? sql`and location_id = any(${user.location_ids}::int[])` : sql``
  const rows = await tx.rows<{ id: number }>(sql`select id from cages where company_id = ${company.id} ${within}`)
  return rows.map((row) => row.id)
}

const template = route(feedingBatch.template, async ({ date, cage_ids }, context) => {
  const rows = await fedOn(context, addDays(date, -1), await cagesAsked(context, cage_ids))
  return rows.map(({ volume, rate, ...row }) => ({
    ...row,
    volume: sumIn(MILLIONTHS, volume),
    rate: rate === null ? null : sumIn(MILLIONTHS, rate),
  }))
})

interface Calls {
  create: Endpoint
  remove: Endpoint
}

const writes = ({ create, remove }: Calls, kind: KindServer, registry: Registry, ...keys: CageAndMain): Route[] => [
  route(create, (input, context) => createBatch(kind, registry, requestOf(input as Input, context, ...keys), context)),
  route(remove, (input, context) => removeBatch(kind, registry, (input as { ids: number[] }).ids, context)),
]

export const batchRoutes = (registry: Registry): Route[] => [
  template,
  ...writes(feedingBatch, feeding, registry, 'cage_id', 'volume'),
  ...writes(retreatBatch, retreat, registry, 'from_id', 'count'),
]
