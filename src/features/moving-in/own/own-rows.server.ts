/** A farm's past as rows of an import: what each document did to fish and goods, in the order of the ledgers. */
import { sql } from 'kysely'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { categoryChange } from '../../../core/documents/kinds/category-change/category-change.contract'

/** Documents of these days, both included; of all days without. */
interface OwnPast {
  company: number
  period?: { start: string; end: string }
}

const within = ({ company, period }: OwnPast) => sql`o.company_id = ${company}
  ${period ? sql`and o.at >= ${period.start}::timestamp and o.at < ${period.end}::timestamp + interval '1 day'` : sql``}`

const GROUPED = [
  kinds.stocking,
  kinds.transfer,
  kinds.withdrawal,
  kinds.retreat,
  kinds.correction,
  kinds.closeOut,
  categoryChange,
].map(({ kind }) => kind)

/** What names its group itself; a change of category that found no fish changed nothing. */
const grouped = (of: OwnPast) => sql`
  select o.id, o.at, 0 as line, o.kind, o.cage_id, o.to_cage_id, o.generation_id, o.age_category_id, o.count,
    null::bigint as avg_weight, o.weight, o.selection, null::int as good_id, null::bigint as volume,
    null::bigint as growth, null::int as stock_id, null::int as to_stock_id, null::bigint as price, null::text as lot,
    null::date as best_before, o.reason, o.note
  from operations o where ${within(of)} and o.kind = any(${GROUPED}::text[])
    and (o.kind <> ${categoryChange.kind} or exists (
      select from fish_entries e where e.company_id = o.company_id and e.operation_id = o.id))`

/** A weighing of several generations is one of each; without fish it weighed nothing. */
const weighings = (of: OwnPast) => sql`
  select o.id, o.at, 0, o.kind, o.cage_id, null, w.generation_id, null, o.count, o.avg_weight, o.weight, null, null,
    null, null, null, null, null, null, null, null, o.note
  from operations o
  cross join lateral unnest(coalesce(o.generation_ids, array[o.generation_id])) as w (generation_id)
  where ${within(of)} and o.kind = ${kinds.weighing.kind} and exists (
    select from fish_entries e join fish_groups g on g.company_id = e.company_id and g.id = e.group_id
    where e.company_id = o.company_id and e.operation_id = o.id and e.count_after > 0
      and (w.generation_id is null or g.generation_id = w.generation_id))`

const GIVEN = [kinds.feeding, kinds.treatment].map(({ kind }) => kind)

/** With what the fish grew by it; what was given where no fish are any longer only left its warehouse. */
const feedings = (of: OwnPast) => sql`
  select o.id, o.at, 0, case when f.fish then o.kind else ${kinds.writeOff.kind} end,
    case when f.fish then o.cage_id end, null, null, null, null, null, null, null, o.good_id, o.volume,
    case when f.fish and o.kind = ${kinds.feeding.kind} then coalesce((
      select sum(deviation)::bigint from fish_entries
      where o.moves_fish and company_id = o.company_id and operation_id = o.id), 0) end,
    o.stock_id, null, null, null, null, null, o.note
  from operations o
  cross join lateral (select exists (
    select from fish_groups g
    cross join lateral (
      select count_after from fish_entries
      where company_id = o.company_id and group_id = g.id and (at, operation_id) < (o.at, o.id)
      order by at desc, operation_id desc limit 1) last
    where g.company_id = o.company_id and g.cage_id = o.cage_id and last.count_after > 0) as fish) f
  where ${within(of)} and o.kind = any(${GIVEN}::text[])`

const [RECEIPT, MOVE, STOCKTAKE, WRITE_OFF] = [kinds.receipt, kinds.move, kinds.stocktake, kinds.writeOff].map(
  ({ kind }) => kind,
) as [string, string, string, string]

/**
 * What all other documents brought or took of consumables, a row for each line: of those that no import knows, what
 * they took is written off.
 */
const goods = (of: OwnPast) => sql`
  select o.id, o.at, e.line, case
      when o.kind in (${MOVE}, ${STOCKTAKE}) then o.kind when e.amount > 0 then ${RECEIPT} else ${WRITE_OFF} end,
    null, null, null, null, null, null, null, null, e.good_id, coalesce(e.counted, abs(e.amount)), null, e.stock_id,
    t.stock_id, case when e.amount > 0 and o.kind <> ${STOCKTAKE} then l.price end, l.lot, l.best_before, null,
    coalesce(o.note, case when o.kind <> all(${[RECEIPT, MOVE, STOCKTAKE, WRITE_OFF]}::text[]) then o.kind end)
  from operations o
  join stock_entries e on e.company_id = o.company_id and e.operation_id = o.id
  join goods g on g.company_id = e.company_id and g.id = e.good_id and g.kind = 'good'
  left join operation_lines l on l.company_id = e.company_id and l.operation_id = e.operation_id and l.line = e.line
  left join operation_lines t on o.kind = ${MOVE} and t.company_id = e.company_id and t.operation_id = e.operation_id
    and t.line = e.line + 1
  where ${within(of)} and o.kind <> all(${GIVEN}::text[]) and (o.kind <> ${MOVE} or e.amount < 0)`

const allRows = (of: OwnPast) => sql`
  ${grouped(of)} union all ${weighings(of)} union all ${feedings(of)} union all ${goods(of)}`

/** Every row with the names of what it is about, ordered as the ledgers fold them. */
export const ownRows = (company: number, period: OwnPast['period']) => sql`
  select to_char(o.at, 'YYYY-MM-DD') as date, to_char(o.at, 'HH24:MI') as time, o.kind as operation, m.name as module,
    c.number as cage, case when o.to_cage_id is not null then tm.name end as to_module, tc.number as to_cage,
    n.name as generation, a.name as category, o.count, o.avg_weight, o.weight, o.selection, g.name as good, o.volume,
    o.growth, s.name as stock, ts.name as to_stock, o.price, o.lot, to_char(o.best_before, 'YYYY-MM-DD') as best_before,
    r.name as reason, o.note
  from (${allRows({ company, period })}) o
  left join cages c on c.company_id = ${company} and c.id = o.cage_id
  left join locations m on m.company_id = ${company} and m.id = c.location_id
  left join cages tc on tc.company_id = ${company} and tc.id = o.to_cage_id
  left join locations tm on tm.company_id = ${company} and tm.id = tc.location_id
  left join generations n on n.company_id = ${company} and n.id = o.generation_id
  left join age_categories a on a.company_id = ${company} and a.id = o.age_category_id
  left join goods g on g.company_id = ${company} and g.id = o.good_id
  left join stocks s on s.company_id = ${company} and s.id = o.stock_id
  left join stocks ts on ts.company_id = ${company} and ts.id = o.to_stock_id
  left join withdrawal_reasons r on r.company_id = ${company} and r.code = o.reason
  order by o.at, o.id, o.line, o.generation_id`

/** How many rows each day has. */
export const countDays = (company: number) => sql<{ day: string; rows: number }>`
  select to_char(o.at, 'YYYY-MM-DD') as day, count(*)::int as rows from (${allRows({ company })}) o
  group by 1 order by 1`

/** The lists that rows name, each row before those that stand on it; volumes in tenths. */
export const ownLists = (company: number) => sql`
  select * from (
    select 1 as place, id, 'module' as list, name, null::text as module, null::text as species, null::text as date,
      code, null::bigint as cage_volume, null::bigint as from, null::bigint as to, null::text as good_type,
      null::text as measure, null::bigint as piece_weight
    from locations where company_id = ${company}
    union all select 2, id, 'species', name, null, null, null, null, null, null, null, null, null, null
    from species where company_id = ${company}
    union all select 3, id, 'category', name, null, null, null, code, null, avg_weight_from, avg_weight_to, null, null,
      null
    from age_categories where company_id = ${company}
    union all select 4, s.id, 'stock', s.name, m.name, null, null, s.code, null, null, null, null, null, null
    from stocks s left join locations m on m.company_id = ${company} and m.id = s.location_id
    where s.company_id = ${company}
    union all select 5, id, 'good', name, null, null, null, code, null, null, null, type, measure, weight
    from goods where company_id = ${company} and kind = 'good'
    union all select 6, n.id, 'generation', n.name, null, p.name, to_char(n.date, 'YYYY-MM-DD'), n.code, null, null,
      null, null, null, null
    from generations n join species p on p.company_id = ${company} and p.id = n.species_id
    where n.company_id = ${company}
    union all select 7, c.id, 'cage', c.number, m.name, null, null, c.code, c.volume * 100000::bigint, null, null, null,
      null, null
    from cages c join locations m on m.company_id = ${company} and m.id = c.location_id where c.company_id = ${company}
  ) l order by place, id`
