/** Stockings as an act tells them: with the species, in thousands, grams and kilograms. */
import { sql } from 'kysely'
import type { ParsedOf } from '../../../../shared/contract'
import { dayOf, showDay } from '../../../../shared/dates'
import { divRound } from '../../../../shared/numbers'
import { complete, UNPAGED } from '../../../../server/http/max-rows'
import { type Context, route } from '../../../../server/http/route'
import { scope } from '../../../../server/scope'
import { among, cagesWithin } from '../../../../core/documents/engine/journal-where.server'
import { periodOf } from '../../../../core/reports/series.server'
import { kg } from '../../consolidated/parts/sums.server'
import { type StockingRow, stockingsCall } from './stockings.contract'

interface Stored extends Omit<StockingRow, 'thousands' | 'grams' | 'weight'> {
  /** milligrams */
  mass: number
}

async function readStored(
  context: Context,
  input: ParsedOf<typeof stockingsCall>,
  period: { start: string; end: string },
) {
  const { tx, company } = context
  const { location_id, generation_id, operation_id } = input
  const cages = await cagesWithin(context, { cages_id: null, location_id })
  // one that is named is told whenever it was
  const which = operation_id
    ? sql`and o.id = ${operation_id}`
    : sql`and o.at between ${period.start}::timestamp and ${period.end}::timestamp`
  return tx.rows<Stored>(sql`
    select o.id, o.at as datetime, c.id as cage_id, c.number as cage_number, l.name as location_name,
      s.name as species_name, n.id as generation_id, n.name as generation_name, a.name as age_category_name,
      e.count_delta as count, e.mass_delta - e.deviation as mass, o.extra ->> 'origin' as origin, o.extra ->> 'condition' as condition, o.note, u.name as "user"
    from operations o
    join fish_entries e on e.company_id = ${company.id} and e.operation_id = o.id
    join cages c on c.company_id = ${company.id} and c.id = o.cage_id
    join locations l on l.company_id = ${company.id} and l.id = c.location_id
    join generations n on n.company_id = ${company.id} and n.id = o.generation_id
    join species s on s.company_id = ${company.id} and s.id = n.species_id
    join age_categories a on a.company_id = ${company.id} and a.id = o.age_category_id
    left join users u on u.company_id = ${company.id} and u.id = o.user_id
    where o.company_id = ${company.id} and o.kind = 'stocking' ${which}
      ${generation_id ? sql`and o.generation_id = ${generation_id}` : sql``}
      ${cages ? sql`and ${among('o.cage_id', cages)}` : sql``}
    order by o.at, o.id limit ${UNPAGED}`)
}

const THOUSAND = 1000

/** Grams with two decimals, of milligrams and pieces. */
const gramsOf = (mass: bigint, count: bigint) =>
  count === 0n ? 0 : Number((200n * mass + 1000n * count) / (2000n * count)) / 100

const figuresOf = (count: bigint, mass: bigint) => ({
  count: Number(count),
  thousands: divRound(Number(count), 1) / THOUSAND,
  grams: gramsOf(mass, count),
  weight: kg(mass),
})

export const stockingsRoute = route(stockingsCall, async (input, context) => {
  const period = periodOf(input, context)
  const stored = complete(await readStored(context, input, period))
  const sum = (of: (row: Stored) => number) => stored.reduce((total, row) => total + BigInt(of(row)), 0n)
  const days = stored.map(({ datetime }) => showDay(datetime))
  return {
    start: input.operation_id && days[0] ? days[0] : showDay(dayOf(period.start)),
    end: input.operation_id && days[0] ? days[0] : showDay(dayOf(period.end)),
    rows: stored.map(({ mass, ...row }) => ({ ...row, ...figuresOf(BigInt(row.count), BigInt(mass)) })),
    total: figuresOf(
      sum(({ count }) => count),
      sum(({ mass }) => mass),
    ),
    limited: !scope(context.user).allModules,
  }
})
