/** What a month of fish costs is folded from: what the ledger booked, what was fed, treated and spent. */
import { sql } from 'kysely'
import type { JobCompany } from '../../../server/db/companies'
import type { Context } from '../../../server/http/route'
import type { Charge, CostMonth } from '../../../shared/fish-cost/fold'
import type { Swimming } from '../../../shared/fish-cost/walk'
import { addDays } from '../../../shared/dates'
import { SALE } from '../../documents/kinds/withdrawal/withdrawal.contract'
import type { GoodCosts } from './good-costs.server'
import type { Span } from './spans.server'
import { readBooked, readUsed } from './used.server'

type Reader = Pick<Context, 'tx'> & { company: JobCompany }

const readGroups = ({ tx, company }: Reader, { first, until }: Span) =>
  tx.rows<Swimming>(sql`
    select g.id, g.cage_id as cage, c.location_id as location, g.generation_id as generation,
      g.age_category_id as category, coalesce(e.count_after, 0) as count, coalesce(e.mass_after, 0) as mass
    from fish_groups g
    join cages c on c.company_id = ${company.id} and c.id = g.cage_id
    left join lateral (
      select count_after, mass_after from fish_entries
      where company_id = ${company.id} and group_id = g.id and at < ${first}::timestamp
      order by at desc, operation_id desc limit 1) e on true
    where g.company_id = ${company.id} and g.first_at < ${until}::timestamp
      and (g.closed_at is null or g.closed_at >= ${first}::timestamp)
    order by g.id`)

const readPaid = ({ tx, company }: Reader, { first, until }: Span) =>
  tx.rows<{ id: number; payment: number }>(sql`
    select id, payment from operations
    where company_id = ${company.id} and kind = 'stocking' and at >= ${first}::timestamp and at < ${until}::timestamp
      and payment is not null`)

const readUnsold = ({ tx, company }: Reader, { first, until }: Span) =>
  tx.rows<{ id: number }>(sql`
    select id from operations
    where company_id = ${company.id} and kind = 'withdrawal' and at >= ${first}::timestamp and at < ${until}::timestamp
      and reason is distinct from ${SALE}`)

/** Expenses by what they are for. */
async function readCharges({ tx, company }: Reader, { first, until }: Span): Promise<Charge[]> {
  const rows = await tx.rows<Omit<Charge, 'kopecks'> & { kopecks: string }>(sql`
    select for_cage_id as cage, for_location_id as location, generation_id as generation, sum(payment)::text as kopecks
    from operations
    where company_id = ${company.id} and kind = 'spending' and at >= ${first}::timestamp and at < ${until}::timestamp
    group by 1, 2, 3 order by 1, 2, 3`)
  return rows.map((row) => ({ ...row, kopecks: Number(row.kopecks) }))
}

/** Instants of the ledger are given in whole months; `goods` is what was used up in this one. */
export async function readCostMonth(context: Reader, span: Span, goods: GoodCosts): Promise<CostMonth> {
  const { settings } = context.company
  const [groups, booked, used, paid, unsold, charges] = await Promise.all([
    readGroups(context, span),
    readBooked(context, span),
    readUsed(context, span),
    readPaid(context, span),
    readUnsold(context, span),
    readCharges(context, span),
  ])
  return {
    first: span.first,
    last: addDays(span.until, -1),
    groups,
    booked,
    used,
    goods,
    charges,
    paid: new Map(paid.map(({ id, payment }) => [id, payment])),
    unsold: new Set(unsold.map(({ id }) => id)),
    key: settings['cost-share'],
    lossPercent: settings['ask-loss-percent'],
  }
}
