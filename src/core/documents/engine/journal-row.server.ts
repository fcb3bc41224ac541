/** A stored operation with names, read in parts: each kind lists the parts that its documents have. */
import { type RawBuilder, sql } from 'kysely'
import type { Column } from '../../../shared/columns'
import { BATCH_MASS, LINE_SORTS } from './line-sorts.server'
import { contentKeys } from '../../../shared/ledger/document'
import type { Part } from './row-parts.server'

interface Period {
  start: string
  end: string
}

/** column of the journal → what it is sorted by */
type Sorts = Record<string, string[]>

interface Source {
  /** SQL about the operation `o` */
  joins?: string
  sorts?: Sorts
}

/** SQL: the author's name of operation `o`; their account `u` may be deleted. */
export const recordedBy = (o = 'o', u = 'u') => `coalesce(${o}.recorded_by, ${u}.name)`

interface PartSource extends Source {
  columns: string
}

const CAGE = ['length(c.number)', 'c.number']

/** Columns stored as they are shown are sorted by themselves. */
const STORED_SORTS: Sorts = {
  ...Object.fromEntries(contentKeys.map((key) => [key, [`o.${key}`]])),
  date: [],
  datetime: [],
  local_datetime: [],
  text: ['o.note'],
  origin: [`o.extra ->> 'origin'`],
  condition: [`o.extra ->> 'condition'`],
  operation_name: [`o.extra ->> 'operation_name'`],
  created_datetime: ['o.created_at'],
}

/** Read whatever parts a row has. */
const ALWAYS: Source[] = [
  { joins: 'join companies farm on farm.company_id = o.company_id' },
  { sorts: STORED_SORTS },
  {
    joins: `left join cages c on c.company_id = o.company_id and c.id = o.cage_id`,
    sorts: { number: CAGE, cage_number: CAGE, from_number: CAGE, to_number: CAGE, cage: CAGE },
  },
  {
    joins: `left join users u on u.company_id = o.company_id and u.id = o.user_id`,
    sorts: { user: [recordedBy()] },
  },
]

/** Entries of a stocktake that found another amount than the book has. */
const DIFFERING = `from stock_entries se join goods g on g.company_id = se.company_id and g.id = se.good_id
  where se.company_id = o.company_id and se.operation_id = o.id and se.amount <> 0`

const GROWTH = `(
  select nullif(sum(deviation), 0)::bigint from fish_entries
  where o.moves_fish and company_id = o.company_id and operation_id = o.id and cage_id = o.cage_id)`

const SOURCES: Record<Part, PartSource> = {
  fish: {
    columns: `n.name as generation_name, a.name as age_category_name,
      e.group_id, e.count_delta, e.mass_delta, e.deviation, e.count_after`,
    joins: `
      left join generations n on n.company_id = o.company_id and n.id = o.generation_id
      left join age_categories a on a.company_id = o.company_id and a.id = o.age_category_id
      left join lateral (
        select group_id, count_delta, mass_delta, deviation, count_after from fish_entries
        where o.moves_fish and company_id = o.company_id and operation_id = o.id and cage_id = o.cage_id
        order by group_id limit 1
      ) e on true`,
    sorts: {
      generation_name: ['n.name'],
      age_category_name: ['a.name'],
      count_percent: ['o.count::numeric / nullif(e.count_after - e.count_delta, 0)'],
      count_difference: ['e.count_delta'],
      weight_difference: ['e.mass_delta'],
      weight: ['coalesce(o.weight, -e.mass_delta)'],
      avg_weight: ['coalesce(o.avg_weight, coalesce(o.weight, -e.mass_delta)::numeric / nullif(o.count, 0))'],
      total_price: ['(e.deviation - e.mass_delta)::numeric * o.price'],
      workshop_weight: [
        'case when o.batch_id is not null then coalesce(o.workshop_weight, e.deviation - e.mass_delta) end',
      ],
    },
  },
  growth: {
    columns: `${GROWTH} as growth`,
    sorts: { growth: [GROWTH] },
  },
  target: {
    columns: 't.number as to_number, t.location_id as to_location_id',
    joins: `left join cages t on t.company_id = o.company_id and t.id = o.to_cage_id`,
    sorts: { to_number: ['length(t.number)', 't.number'] },
  },
  generations: {
    columns: `(
      select string_agg(name, ', ' order by name) from generations
      where company_id = o.company_id and id = any(o.generation_ids)) as generation_names`,
  },
  good: {
    columns: 'g.name as good, g.measure',
    joins: `left join goods g on g.company_id = o.company_id and g.id = o.good_id`,
    sorts: {
      good: ['g.name'],
      feed_type: ['g.name'],
      medicine: ['g.name'],
      measure: ['g.measure'],
    },
  },
  stock: {
    columns: 's.name as stock',
    joins: `left join stocks s on s.company_id = o.company_id and s.id = o.stock_id`,
    sorts: { stock: ['s.name'] },
  },
  dispatch: {
    columns: `r.name as reason_name, em.fio as employee, b.number as batch,
      b.processed_at is not null as processed`,
    joins: `
      left join withdrawal_reasons r on r.company_id = o.company_id and r.code = o.reason
      left join employees em on em.company_id = o.company_id and em.id = o.employee_id
      left join batches b on b.company_id = o.company_id and b.id = o.batch_id`,
    sorts: {
      reason_name: ['r.name'],
      employee: ['em.fio'],
      price_per_kilogram: ['o.price'],
      actually_paid_weight: ['o.payment::numeric / nullif(o.price, 0)'],
      batch_name: ['b.number'],
    },
  },
  partner: {
    columns: 'cp.name as counterparty',
    joins: `left join counterparties cp on cp.company_id = o.company_id and cp.id = o.counterparty_id`,
    sorts: {
      counterparty: ['cp.name'],
      waybill_number: [`o.extra ->> 'waybill_number'`],
      waybill_date: [`o.extra ->> 'waybill_date'`],
    },
  },
  cause: {
    columns: 'lc.name as loss_cause',
    joins: `left join loss_causes lc on lc.company_id = o.company_id and lc.id = o.loss_cause_id`,
    sorts: { loss_cause_name: ['lc.name'] },
  },
  spending: {
    columns: 'sc.name as spending_category, fc.number as for_cage, coalesce(fl.name, fcl.name) as for_location',
    joins: `
      left join spending_categories sc on sc.company_id = o.company_id and sc.id = o.spending_category_id
      left join cages fc on fc.company_id = o.company_id and fc.id = o.for_cage_id
      left join locations fcl on fcl.company_id = o.company_id and fcl.id = fc.location_id
      left join locations fl on fl.company_id = o.company_id and fl.id = o.for_location_id`,
    sorts: {
      spending_category_name: ['sc.name'],
      amount: ['o.payment'],
      paid_for: ['coalesce(fl.name, fcl.name)', 'length(fc.number)', 'fc.number'],
    },
  },
  batch: {
    columns: `bt.number as batch_number, ${BATCH_MASS}::bigint as batch_mass`,
    joins: `left join batches bt on bt.company_id = o.company_id and bt.id = o.batch_id`,
    sorts: { batch_name: ['bt.number'] },
  },
  lines: {
    columns: `(
      select json_agg(json_build_object('role', l.role, 'good_id', l.good_id, 'good', g.name, 'measure', g.measure,
        'good_kind', g.kind, 'good_weight', g.weight, 'item_id', l.item_id,
        'item', i.name, 'item_stock_id', i.stock_id, 'stock_id', l.stock_id, 'stock', s.name,
        'amount', l.amount, 'price', l.price, 'lot', l.lot, 'best_before', l.best_before) order by l.line)
      from operation_lines l
      left join goods g on g.company_id = o.company_id and g.id = l.good_id
      left join items i on i.company_id = o.company_id and i.id = l.item_id
      left join stocks s on s.company_id = o.company_id and s.id = l.stock_id
      where l.company_id = o.company_id and l.operation_id = o.id) as lines`,
    sorts: LINE_SORTS,
  },
  entered: {
    columns: `(
      select json_agg(json_build_object('line', se.line, 'amount', se.amount)) from stock_entries se
      where se.company_id = o.company_id and se.operation_id = o.id) as entered`,
    sorts: {
      lines_count: [
        `(select count(*) from operation_lines l where l.company_id = o.company_id and l.operation_id = o.id)`,
      ],
      differing: [`(select count(*) ${DIFFERING})`],
      differences: [`(select string_agg(g.name, ', ' order by se.line) ${DIFFERING})`],
    },
  },
}

const CONTENT_COLUMNS = contentKeys.map((key) => `o.${key}`).join(', ')

/** `created` is told in the time of the farm. */
const ROW_COLUMNS = `o.id, o.kind, o.at, ${CONTENT_COLUMNS}, c.number, c.location_id, o.user_id, ${recordedBy()} as user,
  (select name from users where company_id = o.company_id and id = o.sent_by) as sent_by,
  (o.created_at at time zone farm.time_zone)::timestamp as created,
  exists (select from operation_twins w where w.company_id = o.company_id and w.operation_id = o.id) as doubled,
  (select count(*)::int from operation_photos p where p.company_id = o.company_id and p.operation_id = o.id) as photos`

const sourcesOf = (parts: readonly Part[]): Source[] => [...ALWAYS, ...parts.map((part) => SOURCES[part])]

/** What is read of an operation `o`. */
export interface RowSource {
  columns: RawBuilder<unknown>
  joins: RawBuilder<unknown>
}

export const rowSource = (parts: readonly Part[]): RowSource => ({
  columns: sql.raw([ROW_COLUMNS, ...parts.map((part) => SOURCES[part].columns)].join(', ')),
  joins: sql.raw(
    sourcesOf(parts)
      .map(({ joins = '' }) => joins)
      .join('\n'),
  ),
})

export const WHOLE_ROW = rowSource(Object.keys(SOURCES) as Part[])

/**
 * Sorts of documents that set how many fish a group has, by what an index of the ledger holds in the order of their
 * instants: they have one entry each, and those of a year are not looked up one by one.
 */
const BOOKED: ReadonlySet<string> = new Set(['count_difference', 'weight_difference'])

const booked = ({ start, end }: Period) => sql`
  left join fish_entries e on e.company_id = o.company_id and e.kind = o.kind and e.at = o.at and e.operation_id = o.id
    and e.at between ${start}::timestamp and ${end}::timestamp`

/** Column of the journal → what it is sorted by, and where that is read. */
const sortsOf = (parts: readonly Part[]): ReadonlyMap<string, { by: string[]; joins?: string }> =>
  new Map(
    sourcesOf(parts).flatMap(({ sorts = {}, joins }) =>
      Object.entries(sorts).map(([column, by]) => [column, { by, joins }] as const),
    ),
  )

/** Every column has a sort or is `unsorted`: a header that sorts by something else would be wrong. */
export function requireSorts(columns: readonly Column[], parts: readonly Part[]): void {
  const sorts = sortsOf(parts)
  const without = columns.find(({ key, unsorted }) => !unsorted && !sorts.has(key))
  if (without) throw new Error(`Column ${without.key} has no sort in journal-row.server.ts and is not «unsorted»`)
}

const nameOf = (sort: string) => sort.replace(/^-/, '')
const sortOf = (parts: readonly Part[], sort = '') => sortsOf(parts).get(nameOf(sort))

/** Names that belong to a warehouse, and are shown only where that is open. */
const HELD = new Set(['stock', 'batch_name'])

/** SQL: `-column` descends, then by time; newest first by default. `open`: hidden names do not influence the order. */
export function orderOf(parts: readonly Part[], sort: string | undefined, open = sql``) {
  const direction = !sort || sort.startsWith('-') ? 'desc' : 'asc'
  const held = HELD.has(nameOf(sort ?? ''))
  const columns = (sortOf(parts, sort)?.by ?? []).map((column) =>
    held
      ? sql`case when true ${open} then ${sql.raw(column)} end ${sql.raw(direction)} nulls last, `
      : sql.raw(`${column} ${direction} nulls last, `),
  )
  return sql`${sql.join(columns, sql``)}${sql.raw(`o.at ${direction}, o.id ${direction}`)}`
}

/** What `orderOf` the same reads beside the operation itself, of those in a period. */
export const joinsOfOrder = (parts: readonly Part[], sort: string, period: Period) =>
  BOOKED.has(nameOf(sort)) ? booked(period) : sql.raw(sortOf(parts, sort)?.joins ?? '')
