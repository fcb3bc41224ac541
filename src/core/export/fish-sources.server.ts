/** Fish: the ledger's entries of each document, a row for each group. */
import { type RawBuilder, sql } from 'kysely'
import { CLOSED } from '../../server/scope'
import { type ExportQuery, documentFields, joinAuthor, ofPeriod, openModule, type Source } from './export-source.server'

const placeFields = { module: 'm.name', cage: 'c.number', generation: 'n.name', category: 'a.name' }

/** What left a group, and what came into one. */
const taken = { count: '-e.count_delta', weight: 'e.deviation - e.mass_delta' }
const put = { count: 'e.count_delta', weight: 'e.mass_delta - e.deviation' }

const joins = (asked: ExportQuery, more: RawBuilder<unknown>) => {
  const { company } = asked
  return sql`
    join fish_groups fg on fg.company_id = ${company} and fg.id = e.group_id
    join cages c on c.company_id = ${company} and c.id = e.cage_id
    join locations m on m.company_id = ${company} and m.id = c.location_id
    join generations n on n.company_id = ${company} and n.id = fg.generation_id
    join age_categories a on a.company_id = ${company} and a.id = fg.age_category_id
    ${more}`
}

interface EntryFields {
  fields: Record<string, string>
  /** of the entry */
  where?: string
  more?: (company: number) => RawBuilder<unknown>
}

const booked = (kinds: string | string[], { fields, where = 'true', more }: EntryFields): Source => ({
  fields: { ...documentFields, ...placeFields, ...fields },
  from: (asked) => sql`
    from operations o
    join fish_entries e on e.company_id = ${asked.company} and e.operation_id = o.id
    ${joins(asked, more?.(asked.company) ?? sql``)} ${joinAuthor(asked)}
    where ${ofPeriod(asked, [kinds].flat())} and ${sql.raw(where)} ${openModule(asked, 'c.location_id')}`,
  order: 'o.at, o.id, e.group_id',
})

/** A transfer has a row for each end, which names the other. */
const transfers = (between: boolean): Source => ({
  fields: {
    ...documentFields,
    ...placeFields,
    module: 'seen.here',
    to_module: 'seen.there',
    to_cage: 'tc.number',
    ...taken,
  },
  from: (asked) => {
    const { company, limits } = asked
    const open = limits.location_ids
    // as in the journal: the number of a cage elsewhere, and not the name of its module
    const told = (module: string) =>
      open
        ? sql`case when ${sql.ref(module)}.id = any(${open}::int[]) then ${sql.ref(module)}.name else ${CLOSED}::text end`
        : sql`${sql.ref(module)}.name`
    return sql`
      from operations o
      join fish_entries e on e.company_id = ${company} and e.operation_id = o.id and e.cage_id = o.cage_id
        and e.count_delta < 0
      ${joins(
        asked,
        sql`
        join cages tc on tc.company_id = ${company} and tc.id = o.to_cage_id
        join locations tm on tm.company_id = ${company} and tm.id = tc.location_id
        cross join lateral (select ${told('m')} as here, ${told('tm')} as there) seen`,
      )} ${joinAuthor(asked)}
      where ${ofPeriod(asked, ['transfer'])} and c.location_id ${sql.raw(between ? '<>' : '=')} tc.location_id
        ${open ? sql`and (c.location_id = any(${open}::int[]) or tc.location_id = any(${open}::int[]))` : sql``}`
  },
  order: 'o.at, o.id, e.group_id',
})

const dispatch = (company: number) => sql`
  left join withdrawal_reasons r on r.company_id = ${company} and r.code = o.reason
  left join counterparties cp on cp.company_id = ${company} and cp.id = o.counterparty_id
  left join employees em on em.company_id = ${company} and em.id = o.employee_id
  left join batches b on b.company_id = ${company} and b.id = o.batch_id`

/** What stands in the cages at the end of the period. */
const cageRemains: Source = {
  fields: { ...placeFields, species: 'sp.name', count: 'e.count_after', weight: 'e.mass_after' },
  from: (asked) => sql`
    from (
      select g.id, last.* from fish_groups g
      cross join lateral (
        select cage_id, group_id, count_after, mass_after from fish_entries
        where company_id = ${asked.company} and group_id = g.id and at <= ${asked.end}::timestamp
        order by at desc, operation_id desc limit 1) last
      where g.company_id = ${asked.company} and g.first_at <= ${asked.end}::timestamp) e
    ${joins(asked, sql`join species sp on sp.company_id = ${asked.company} and sp.id = n.species_id`)}
    where e.count_after > 0 ${openModule(asked, 'c.location_id')}`,
  order: 'e.cage_id, e.group_id',
}

export const fishSources = {
  transfersBetweenLocations: transfers(true),
  categoriesChanges: booked('category_change', {
    fields: { ...taken, to_category: 'ta.name' },
    where: 'e.count_delta < 0',
    more: (company) => sql`join age_categories ta on ta.company_id = ${company} and ta.id = o.age_category_id`,
  }),
  retreats: booked('retreat', {
    fields: { ...taken, cause: 'lc.name' },
    where: 'e.count_delta < 0',
    more: (company) => sql`left join loss_causes lc on lc.company_id = ${company} and lc.id = o.loss_cause_id`,
  }),
  withdrawals: booked('withdrawal', {
    fields: {
      ...taken,
      reason: 'r.name',
      counterparty: 'cp.name',
      employee: 'em.fio',
      price: 'o.price',
      payment: 'o.payment',
      batch: 'b.number',
      workshop_weight:
        'case when o.batch_id is not null then coalesce(o.workshop_weight, e.deviation - e.mass_delta) end',
    },
    where: 'e.count_delta < 0',
    more: dispatch,
  }),
  transfers: transfers(false),
  stockings: booked('stocking', { fields: put, where: 'e.count_delta > 0' }),
  // a count at the end of a stay corrects the book like any other
  corrections: booked(['correction', 'close_out'], {
    fields: { count_difference: 'e.count_delta', weight_difference: 'e.mass_delta', count: 'e.count_after' },
  }),
  weights: booked('weighing', {
    fields: { avg_weight: 'o.avg_weight', count: 'e.count_after', weight: 'e.mass_after', growth: 'e.deviation' },
  }),
  cageRemains,
}
