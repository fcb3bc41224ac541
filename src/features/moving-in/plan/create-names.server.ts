/** Rows of lists that an import creates, and the documents that name them. */
import { sql } from 'kysely'
import { freeBerths } from '../../../core/cages/berths.server'
import type { Tx } from '../../../server/db/client'
import type { PastReading } from '../reading/measured.server'
import type { NewName } from '../reading/matching.server'
import type { PastDocument } from '../reading/rows.server'

/** Tenths of a cubic metre, where a module has no cage to take it from. */
const VOLUME = 10_000
const ROUND = 1

interface Creating {
  tx: Tx
  company: number
  /** new → stored */
  ids: Map<number, number>
}

const stored = ({ ids }: Creating, id: number | null) => (id === null ? null : (ids.get(id) ?? id))

/** What a row of a list has, where the book says only its name. */
type Defaults = (row: NewName) => Record<string, unknown>
const justName: Defaults = ({ name }) => ({ name })

const LISTS: Partial<Record<NewName['list'], { table: string; row: Defaults }>> = {
  module: { table: 'locations', row: justName },
  species: { table: 'species', row: justName },
  category: { table: 'age_categories', row: justName },
  stock: { table: 'stocks', row: justName },
  article: { table: 'spending_categories', row: justName },
  counterparty: { table: 'counterparties', row: justName },
  cause: { table: 'loss_causes', row: justName },
  employee: { table: 'employees', row: ({ name }) => ({ fio: name }) },
  good: { table: 'goods', row: ({ name, good }) => ({ name, kind: 'good', ...good }) },
  generation: { table: 'generations', row: ({ name, species, day }) => ({ name, species_id: species, date: day }) },
  cage: {
    table: 'cages',
    row: ({ name, module }) => ({ number: name, location_id: module, cage_type_id: ROUND, color: 1 }),
  },
  parameter: {
    table: 'measure_parameters',
    row: ({ name, module, parameter }) => {
      const { measure_type, symbol, depth } = parameter!
      const depths = [...depth].sort((one, other) => one - other)
      return { name, location_id: module, measure_type, symbol, depth: depths }
    },
  },
}

/** What only the farm can say of a new cage: its berth, and a volume like its neighbours'. */
async function berthOf({ tx, company }: Creating, location: number) {
  const [{ x, y }] = (await freeBerths(tx, company, location, 1)) as [{ x: number; y: number }]
  const { volume } = await tx.one<{ volume: number }>(sql`
    select coalesce((select volume from cages where company_id = ${company} and location_id = ${location}
      order by id desc limit 1), ${VOLUME})::int as volume`)
  return { x, y, volume }
}

const TO_LISTS: ReadonlySet<string> = new Set(['location_id', 'species_id'])

async function insert(creating: Creating, { table, row }: { table: string; row: Defaults }, name: NewName) {
  const { tx, company } = creating
  const given = Object.entries({ ...row(name), ...name.given }).map(
    ([column, value]) => [column, TO_LISTS.has(column) ? stored(creating, value as number | null) : value] as const,
  )
  const values: Record<string, unknown> = { company_id: company, ...Object.fromEntries(given) }
  const full = table === 'cages' ? { ...(await berthOf(creating, values.location_id as number)), ...values } : values
  return tx.one<{ id: number }>(sql`
    insert into ${sql.table(table)} (${sql.join(Object.keys(full).map((column) => sql.ref(column)))})
    values (${sql.join(Object.values(full))}) returning id`)
}

/** What others name comes first. */
const ORDER: readonly NewName['list'][] = [
  'module',
  'species',
  'category',
  'stock',
  'good',
  'article',
  'counterparty',
  'employee',
  'cause',
  'generation',
  'cage',
  'parameter',
]

const REFERENCES = [
  'cage_id',
  'to_cage_id',
  'generation_id',
  'age_category_id',
  'good_id',
  'stock_id',
  'spending_category_id',
  'for_cage_id',
  'for_location_id',
  'counterparty_id',
  'employee_id',
  'loss_cause_id',
] as const
const OF_READINGS = ['measure_parameter_id', 'location_id', 'cage_id'] as const

/** Creates them and puts their ids into the documents; each is audited. */
export async function createNames(
  tx: Tx,
  company: number,
  user: number | null,
  created: readonly NewName[],
  documents: readonly PastDocument[],
  readings: readonly PastReading[],
) {
  const creating: Creating = { tx, company, ids: new Map() }
  for (const list of ORDER)
    for (const row of created.filter((one) => one.list === list)) {
      const { id } = await insert(creating, LISTS[list]!, row)
      creating.ids.set(row.id, id)
      const after = JSON.stringify({ [NAMED_BY[list] ?? 'name']: row.name })
      tx.later(sql`
        insert into audit_log (company_id, user_id, action, entity, entity_id, after)
        values (${company}, ${user}, 'create', ${ENTITIES[list] ?? list}, ${id}, ${after}::jsonb)`)
    }
  for (const document of documents) {
    if (document.extra?.to_stock_id)
      document.extra = { ...document.extra, to_stock_id: stored(creating, document.extra.to_stock_id as number) }
    for (const column of REFERENCES) document[column] = stored(creating, document[column])
    for (const line of document.lines ?? [])
      Object.assign(line, { good_id: stored(creating, line.good_id), stock_id: stored(creating, line.stock_id) })
  }
  for (const reading of readings)
    for (const column of OF_READINGS) Object.assign(reading, { [column]: stored(creating, reading[column]) })
}

/** What an audit line calls a row by. */
const NAMED_BY: Partial<Record<NewName['list'], string>> = { cage: 'number', employee: 'fio' }

/** Lists under their names in the audit log. */
const ENTITIES: Partial<Record<NewName['list'], string>> = {
  module: 'location',
  category: 'age_category',
  parameter: 'measure_parameter',
  article: 'spending_category',
  cause: 'loss_cause',
}
