/**
 * A farm's past as rows of an import: what each document did to fish and goods, what was spent and measured, in the
 * order of the ledgers.
 */
import { type RawBuilder, sql } from 'kysely'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { categoryChange } from '../../../core/documents/kinds/category-change/category-change.contract'
import type { PastKind, TAKEN } from '../calls/past-words.contract'
import { sqlColumns } from './sql-columns.server'

/** Documents of these days, both included; of all days without. */
interface OwnPast {
  company: number
  period?: { start: string; end: string }
}

export const within = ({ company, period }: OwnPast) => sql`o.company_id = ${company}
  ${period ? sql`and o.at >= ${period.start}::timestamp and o.at < ${period.end}::timestamp + interval '1 day'` : sql``}`

/** Readings of water are no documents. */
export const MEASUREMENT = 'measurement' satisfies PastKind

const SENSOR = 'sensor' satisfies keyof typeof TAKEN

const GROUPED = [
  kinds.stocking,
  kinds.transfer,
  kinds.withdrawal,
  kinds.retreat,
  kinds.correction,
  kinds.closeOut,
  categoryChange,
].map(({ kind }) => kind)

/** What a row is of, before its names are told. */
const COLUMNS = {
  id: 'bigint',
  at: 'timestamp',
  line: 'int',
  kind: 'text',
  location_id: 'int',
  cage_id: 'int',
  to_cage_id: 'int',
  generation_id: 'int',
  age_category_id: 'int',
  count: 'int',
  avg_weight: 'bigint',
  weight: 'bigint',
  selection: 'text',
  good_id: 'int',
  volume: 'bigint',
  growth: 'bigint',
  stock_id: 'int',
  to_stock_id: 'int',
  price: 'bigint',
  lot: 'text',
  best_before: 'date',
  reason: 'text',
  counterparty_id: 'int',
  employee_id: 'int',
  waybill: 'text',
  waybill_date: 'text',
  vat: 'text',
  act: 'text',
  origin: 'text',
  condition: 'text',
  loss_cause_id: 'int',
  parameter: 'text',
  depth: 'bigint',
  value: 'bigint',
  taken: 'text',
  name: 'text',
  sum: 'bigint',
  spending_category_id: 'int',
  note: 'text',
} as const
type Column = keyof typeof COLUMNS

/** Columns as the operation `o` has them. */
const of = (...columns: Column[]) =>
  Object.fromEntries(columns.map((column) => [column, sql.ref(`o.${column}`)])) as Partial<
    Record<Column, RawBuilder<unknown>>
  >
const HEAD = { ...of('id', 'at', 'kind', 'note'), line: sql`0` }

/** What only its form tells of a document. */
const extra = (key: string) => sql`o.extra ->> ${key}::text`

/** What names its group itself, with what was paid for it; a change of category that found no fish changed nothing. */
const grouped = (past: OwnPast) => sql`
  select ${sqlColumns(COLUMNS, {
    ...HEAD,
    ...of('cage_id', 'to_cage_id', 'generation_id', 'age_category_id', 'count', 'weight', 'selection', 'reason'),
    ...of('price', 'counterparty_id', 'employee_id', 'loss_cause_id'),
    sum: sql`o.payment`,
    origin: extra('origin'),
    condition: extra('condition'),
  })}
  from operations o where ${within(past)} and o.kind = any(${GROUPED}::text[])
    and (o.kind <> ${categoryChange.kind} or exists (
      select from fish_entries e where e.company_id = o.company_id and e.operation_id = o.id))`

/**
 * A weighing of several generations is one of each. One that a later correction has left without fish is told to have
 * grown nothing: a surplus counted after it is of its average.
 */
const weighings = (past: OwnPast) => sql`
  select ${sqlColumns(COLUMNS, {
    ...HEAD,
    ...of('cage_id', 'count', 'avg_weight', 'weight'),
    generation_id: sql`w.generation_id`,
    growth: sql`case when not found.fish then 0 end`,
  })}
  from operations o
  cross join lateral unnest(coalesce(o.generation_ids, array[o.generation_id])) as w (generation_id)
  cross join lateral (
    select bool_or(e.count_after > 0) as fish
    from fish_entries e join fish_groups g on g.company_id = e.company_id and g.id = e.group_id
    where e.company_id = o.company_id and e.operation_id = o.id
      and (w.generation_id is null or g.generation_id = w.generation_id)) found
  where ${within(past)} and o.kind = ${kinds.weighing.kind} and found.fish is not null`

export const GIVEN = [kinds.feeding, kinds.treatment].map(({ kind }) => kind)

/** With what the fish grew by it; what was given where no fish are any longer only left its warehouse. */
const feedings = (past: OwnPast) => sql`
  select ${sqlColumns(COLUMNS, {
    ...HEAD,
    ...of('good_id', 'volume', 'stock_id'),
    kind: sql`case when f.fish then o.kind else ${kinds.writeOff.kind} end`,
    cage_id: sql`case when f.fish then o.cage_id end`,
    growth: sql`case when f.fish and o.kind = ${kinds.feeding.kind} then coalesce((
      select sum(deviation)::bigint from fish_entries
      where o.moves_fish and company_id = o.company_id and operation_id = o.id), 0) end`,
  })}
  from operations o
  cross join lateral (select exists (
    select from fish_groups g
    cross join lateral (
      select count_after from fish_entries
      where company_id = o.company_id and group_id = g.id and (at, operation_id) < (o.at, o.id)
      order by at desc, operation_id desc limit 1) last
    where g.company_id = o.company_id and g.cage_id = o.cage_id and last.count_after > 0) as fish) f
  where ${within(past)} and o.kind = any(${GIVEN}::text[])`

const [RECEIPT, MOVE, STOCKTAKE, WRITE_OFF] = [kinds.receipt, kinds.move, kinds.stocktake, kinds.writeOff].map(
  ({ kind }) => kind,
) as [string, string, string, string]

const ofReceipt = (key: string) => sql`case when o.kind = ${RECEIPT} then ${extra(key)} end`

/**
 * What all other documents brought or took of consumables, a row for each line: of those that no import knows, what
 * they took is written off.
 */
const goods = (past: OwnPast) => sql`
  select ${sqlColumns(COLUMNS, {
    ...HEAD,
    line: sql`e.line`,
    kind: sql`case when o.kind in (${MOVE}, ${STOCKTAKE}) then o.kind
      when e.amount > 0 then ${RECEIPT} else ${WRITE_OFF} end`,
    good_id: sql`e.good_id`,
    volume: sql`coalesce(e.counted, abs(e.amount))`,
    stock_id: sql`e.stock_id`,
    to_stock_id: sql`t.stock_id`,
    price: sql`case when e.amount > 0 and o.kind <> ${STOCKTAKE} then l.price end`,
    lot: sql`l.lot`,
    best_before: sql`l.best_before`,
    counterparty_id: sql`case when o.kind = ${RECEIPT} then o.counterparty_id end`,
    waybill: ofReceipt('waybill_number'),
    waybill_date: ofReceipt('waybill_date'),
    vat: ofReceipt('vat_rate'),
    act: ofReceipt('act_number'),
    note: sql`coalesce(
      o.note, case when o.kind <> all(${[RECEIPT, MOVE, STOCKTAKE, WRITE_OFF]}::text[]) then o.kind end)`,
  })}
  from operations o
  join stock_entries e on e.company_id = o.company_id and e.operation_id = o.id
  join goods g on g.company_id = e.company_id and g.id = e.good_id and g.kind = 'good'
  left join operation_lines l on l.company_id = e.company_id and l.operation_id = e.operation_id and l.line = e.line
  left join operation_lines t on o.kind = ${MOVE} and t.company_id = e.company_id and t.operation_id = e.operation_id
    and t.line = e.line + 1
  where ${within(past)} and o.kind <> all(${GIVEN}::text[]) and (o.kind <> ${MOVE} or e.amount < 0)`

/** An expense is of a cage, of a module, or of the whole farm. */
const expenses = (past: OwnPast) => sql`
  select ${sqlColumns(COLUMNS, {
    ...HEAD,
    ...of('generation_id', 'name', 'spending_category_id'),
    location_id: sql`o.for_location_id`,
    cage_id: sql`o.for_cage_id`,
    sum: sql`o.payment`,
  })}
  from operations o where ${within(past)} and o.kind = ${kinds.spending.kind}`

/** In millionths of a metre. */
const CENTIMETRE = 10_000

/** Of the module that measures it; a cage that has gone to another one since leaves its readings there. */
const readings = (past: OwnPast) => sql`
  select ${sqlColumns(COLUMNS, {
    ...of('id', 'at'),
    line: sql`0`,
    kind: sql`${MEASUREMENT}::text`,
    location_id: sql`p.location_id`,
    cage_id: sql`c.id`,
    parameter: sql`p.name`,
    depth: sql`o.depth * ${CENTIMETRE}::bigint`,
    value: sql`o.value`,
    taken: sql`case when o.external_input then ${SENSOR}::text end`,
  })}
  from measurements o
  join measure_parameters p on p.company_id = o.company_id and p.id = o.measure_parameter_id
  left join cages c on c.company_id = o.company_id and c.id = o.cage_id and c.location_id = p.location_id
  where ${within(past)}`

const allRows = (past: OwnPast) =>
  sql.join(
    [grouped, weighings, feedings, goods, expenses, readings].map((rows) => rows(past)),
    sql` union all `,
  )

/** Every row with the names of what it is about, ordered as the ledgers fold them. */
export const ownRows = (company: number, period: OwnPast['period']) => sql`
  select to_char(o.at, 'YYYY-MM-DD') as date, to_char(o.at, 'HH24:MI') as time, o.kind as operation, m.name as module,
    c.number as cage, case when o.to_cage_id is not null then tm.name end as to_module, tc.number as to_cage,
    n.name as generation, a.name as category, o.count, o.avg_weight, o.weight, o.selection, g.name as good, o.volume,
    o.growth, s.name as stock, ts.name as to_stock, o.price, o.lot, to_char(o.best_before, 'YYYY-MM-DD') as best_before,
    r.name as reason, p.name as counterparty, em.fio as employee, o.waybill, o.waybill_date, o.vat, o.act, o.origin,
    o.condition, lc.name as cause, o.parameter, o.depth, o.value, o.taken,
    o.name, o.sum, sc.name as article, o.note
  from (${allRows({ company, period })}) o
  left join cages c on c.company_id = ${company} and c.id = o.cage_id
  left join locations m on m.company_id = ${company} and m.id = coalesce(c.location_id, o.location_id)
  left join cages tc on tc.company_id = ${company} and tc.id = o.to_cage_id
  left join locations tm on tm.company_id = ${company} and tm.id = tc.location_id
  left join generations n on n.company_id = ${company} and n.id = o.generation_id
  left join age_categories a on a.company_id = ${company} and a.id = o.age_category_id
  left join goods g on g.company_id = ${company} and g.id = o.good_id
  left join stocks s on s.company_id = ${company} and s.id = o.stock_id
  left join stocks ts on ts.company_id = ${company} and ts.id = o.to_stock_id
  left join withdrawal_reasons r on r.company_id = ${company} and r.code = o.reason
  left join counterparties p on p.company_id = ${company} and p.id = o.counterparty_id
  left join employees em on em.company_id = ${company} and em.id = o.employee_id
  left join loss_causes lc on lc.company_id = ${company} and lc.id = o.loss_cause_id
  left join spending_categories sc on sc.company_id = ${company} and sc.id = o.spending_category_id
  order by o.at, o.id, o.line, o.generation_id, o.kind`
