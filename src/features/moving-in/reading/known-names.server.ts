/** Names that the farm has, list by list, as rows of a book are matched with them. */
import { sql } from 'kysely'
import { readParameters } from '../../../core/cages/readings/readings.server'
import type { Tx } from '../../../server/db/client'
import type { NamedList } from '../calls/past-words.contract'

export interface NamedRow {
  /** null for a list of codes */
  id: number | null
  code: string | null
  name: string
  /** of a cage or a parameter */
  module: number | null
  /** of a category, milligrams */
  from: number | null
  to: number | null
}
export type KnownNames = Record<NamedList, NamedRow[]>

const TABLES: Record<NamedList, string> = {
  module: `select id, null as code, name, null::int as module, null::bigint as "from", null::bigint as "to" from locations`,
  cage: `select id, null, number, location_id, null, null from cages`,
  species: `select id, null, name, null, null, null from species`,
  generation: `select id, null, name, null, null, null from generations`,
  category: `select id, null, name, null, avg_weight_from, avg_weight_to from age_categories`,
  good: `select id, null, name, null, null, null from goods`,
  stock: `select id, null, name, null, null, null from stocks`,
  reason: `select null::int, code, name, null, null, null from withdrawal_reasons`,
  parameter: `select id, null, name, location_id, null, null from measure_parameters`,
  article: `select id, null, name, null, null, null from spending_categories`,
  cause: `select id, null, name, null, null, null from loss_causes`,
  employee: `select id, null, fio, null, null, null from employees`,
  counterparty: `select id, null, name, null, null, null from counterparties`,
}
const MORE: Partial<Record<NamedList, string>> = { good: `and kind = 'good'` }

async function readLists(tx: Tx, company: number): Promise<KnownNames> {
  const lists = Object.keys(TABLES) as NamedList[]
  const rows = await Promise.all(
    lists.map((list) =>
      tx.rows<NamedRow>(sql`select * from (${sql.raw(TABLES[list])} where company_id = ${company}
        ${sql.raw(MORE[list] ?? '')}) l (id, code, name, module, "from", "to") order by 1, 3`),
    ),
  )
  return Object.fromEntries(lists.map((list, index) => [list, rows[index]!])) as KnownNames
}

export interface KnownGood {
  id: number
  type: string
  measure: string
}

const readGoods = (tx: Tx, company: number) =>
  tx.rows<KnownGood>(sql`select id, type, measure from goods where company_id = ${company} and kind = 'good'`)

/** For whoever may see the whole farm. */
const EVERYWHERE = { location_ids: null, stock_ids: null }

/** The lists of a farm, and what else is known of its goods and parameters. */
export async function readKnown(tx: Tx, company: number) {
  const [lists, goods, parameters] = await Promise.all([
    readLists(tx, company),
    readGoods(tx, company),
    readParameters({ tx, company: { id: company }, user: EVERYWHERE }),
  ])
  return { lists, goods: new Map(goods.map((good) => [good.id, good])), parameters }
}
export type Known = Awaited<ReturnType<typeof readKnown>>
