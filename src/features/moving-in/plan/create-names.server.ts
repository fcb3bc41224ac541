/** Rows of lists that an import creates, and the documents that name them. */
import { sql } from 'kysely'
import { freeBerths } from '../../../core/cages/berths.server'
import type { Tx } from '../../../server/db/client'
import type { PastReading } from '../reading/measured.server'
import type { NewName } from '../reading/names.server'
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

type Insert = (creating: Creating, row: NewName) => Promise<{ id: number }>

const plainList =
  (table: string, more = ''): Insert =>
  ({ tx, company }, { name }) =>
    tx.one(sql`
      insert into ${sql.table(table)} (company_id, name ${sql.raw(more && `, ${more.split('=')[0]}`)})
      values (${company}, ${name} ${sql.raw(more && `, ${more.split('=')[1]}`)}) returning id`)

async function insertCage(creating: Creating, row: NewName) {
  const { tx, company } = creating
  const module = stored(creating, row.module)!
  const [{ x, y }] = (await freeBerths(tx, company, module, 1)) as [{ x: number; y: number }]
  return tx.one<{ id: number }>(sql`
    insert into cages (company_id, location_id, number, cage_type_id, color, volume, x, y)
    values (${company}, ${module}, ${row.name}, ${ROUND}, 1, coalesce((
      select volume from cages where company_id = ${company} and location_id = ${module} order by id desc limit 1),
      ${VOLUME}), ${x}, ${y}) returning id`)
}

const INSERTS: Partial<Record<NewName['list'], Insert>> = {
  module: plainList('locations'),
  species: plainList('species'),
  category: plainList('age_categories'),
  stock: plainList('stocks'),
  generation: (creating, row) =>
    creating.tx.one(sql`
      insert into generations (company_id, name, species_id, date)
      values (${creating.company}, ${row.name}, ${stored(creating, row.species)}, ${row.day}::date) returning id`),
  article: plainList('spending_categories'),
  good: ({ tx, company }, { name, good }) =>
    tx.one(sql`
      insert into goods (company_id, name, kind, type, measure)
      values (${company}, ${name}, 'good', ${good!.type}, ${good!.measure}) returning id`),
  parameter: (creating, { name, module, parameter }) => {
    const { measure_type, symbol, depth } = parameter!
    return creating.tx.one(sql`
      insert into measure_parameters (company_id, location_id, name, measure_type, symbol, depth)
      values (${creating.company}, ${stored(creating, module)}, ${name}, ${measure_type}, ${symbol},
        ${[...depth].sort((one, other) => one - other)}::int[]) returning id`)
  },
  cage: insertCage,
}

/** What others name comes first. */
const ORDER: readonly NewName['list'][] = [
  'module',
  'species',
  'category',
  'stock',
  'good',
  'article',
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
      const { id } = await INSERTS[list]!(creating, row)
      creating.ids.set(row.id, id)
      const after = JSON.stringify({ name: row.name })
      tx.later(sql`
        insert into audit_log (company_id, user_id, action, entity, entity_id, after)
        values (${company}, ${user}, 'create', ${ENTITIES[list] ?? list}, ${id}, ${after}::jsonb)`)
    }
  for (const document of documents) {
    for (const column of REFERENCES) document[column] = stored(creating, document[column])
    for (const line of document.lines ?? [])
      Object.assign(line, { good_id: stored(creating, line.good_id), stock_id: stored(creating, line.stock_id) })
  }
  for (const reading of readings)
    for (const column of OF_READINGS) Object.assign(reading, { [column]: stored(creating, reading[column]) })
}

/** Lists under their names in the audit log. */
const ENTITIES: Partial<Record<NewName['list'], string>> = {
  module: 'location',
  category: 'age_category',
  parameter: 'measure_parameter',
  article: 'spending_category',
}
