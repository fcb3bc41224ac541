/** The lists that a farm's past names, as rows of an import. */
import { type RawBuilder, sql } from 'kysely'
import { sqlColumns } from './sql-columns.server'

/** Volumes are kept in tenths, and told in millionths. */
const TENTH = 100_000

const COLUMNS = {
  place: 'int',
  id: 'int',
  list: 'text',
  name: 'text',
  module: 'text',
  species: 'text',
  date: 'text',
  code: 'text',
  cage_volume: 'bigint',
  from: 'bigint',
  to: 'bigint',
  good_type: 'text',
  measure: 'text',
  piece_weight: 'bigint',
  measure_type: 'text',
  symbol: 'text',
  depth: 'text',
  foreign: 'text',
  inn: 'text',
  kpp: 'text',
  address: 'text',
  lead: 'text',
  safety: 'text',
  order_lot: 'bigint',
  no_delivery: 'text',
  note: 'text',
} as const

const row = (list: string, place: number, given: Partial<Record<keyof typeof COLUMNS, RawBuilder<unknown>>>) =>
  sqlColumns(COLUMNS, {
    place: sql`${place}::int`,
    list: sql`${list}::text`,
    id: sql`l.id`,
    name: sql`l.name`,
    ...given,
  })

/** Columns as the list itself has them. */
const taken = (...columns: (keyof typeof COLUMNS)[]) =>
  Object.fromEntries(columns.map((column) => [column, sql`${sql.ref(`l.${column}`)}`]))

const code = { code: sql`l.code` }
const ofModule = (company: number) => sql`left join locations m on m.company_id = ${company} and m.id = l.location_id`
const module = { module: sql`m.name` }

/** Counterparties with their details, and employees. */
const partners = (company: number) => sql`
  select ${row('counterparty', 10, {
    ...taken('inn', 'kpp', 'address', 'no_delivery', 'note'),
    foreign: sql`case when l.foreign_company then 'yes' end`,
    lead: sql`l.lead_days::text`,
    safety: sql`l.safety_days::text`,
    order_lot: sql`l.lot`,
  })} from counterparties l where l.company_id = ${company}
    union all select ${row('employee', 11, { name: sql`l.fio` })} from employees l where l.company_id = ${company}`

/** Each row before those that stand on it. */
export const ownLists = (company: number) => sql`
  select * from (
    select ${row('module', 1, code)} from locations l where l.company_id = ${company}
    union all select ${row('species', 2, {})} from species l where l.company_id = ${company}
    union all select ${row('category', 3, { ...code, from: sql`l.avg_weight_from`, to: sql`l.avg_weight_to` })}
      from age_categories l where l.company_id = ${company}
    union all select ${row('stock', 4, { ...code, ...module })}
      from stocks l ${ofModule(company)} where l.company_id = ${company}
    union all select ${row('good', 5, {
      ...code,
      good_type: sql`l.type`,
      measure: sql`l.measure`,
      piece_weight: sql`l.weight`,
    })} from goods l where l.company_id = ${company} and l.kind = 'good'
    union all select ${row('generation', 6, {
      ...code,
      species: sql`p.name`,
      date: sql`to_char(l.date, 'YYYY-MM-DD')`,
    })} from generations l join species p on p.company_id = ${company} and p.id = l.species_id
      where l.company_id = ${company}
    union all select ${row('cage', 7, {
      ...code,
      ...module,
      name: sql`l.number`,
      cage_volume: sql`l.volume * ${TENTH}::bigint`,
    })} from cages l ${ofModule(company)} where l.company_id = ${company}
    union all select ${row('parameter', 8, {
      ...module,
      measure_type: sql`l.measure_type`,
      symbol: sql`l.symbol`,
      depth: sql`(select string_agg(trim_scale(d * 0.01)::text, '; ' order by d) from unnest(l.depth) d)`,
    })} from measure_parameters l ${ofModule(company)} where l.company_id = ${company}
    union all select ${row('article', 9, code)} from spending_categories l where l.company_id = ${company}
    union all ${partners(company)}
    union all select ${row('cause', 12, {})} from loss_causes l where l.company_id = ${company}
  ) l order by place, id`
