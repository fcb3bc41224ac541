/** Everything that operations point to: the company's own, open to the user, and the group of fish that is meant. */
import { sql } from 'kysely'
import { groupsBefore, type GroupAt } from '../../../server/db/ledger/groups'
import { fieldErrors } from '../../../server/errors'
import type { Context } from '../../../server/http/route'
import { requireOpen } from '../../cages/cages.server'
import type { Document, KindServer } from './document.server'
import { forRows, type Common, type Row } from './rows.server'

interface Found {
  cages: { id: number; location_id: number }[] | null
  generations: number[] | null
  categories: number[] | null
  stocks: number[] | null
  /** good id → type */
  goods: Record<string, string> | null
}

type Reference = 'cage_id' | 'to_cage_id' | 'generation_id' | 'age_category_id' | 'good_id' | 'stock_id'
const namedBy = (documents: Document[], ...keys: Reference[]) => [
  ...new Set(documents.flatMap((document) => keys.map((key) => document[key])).filter((id) => id !== null)),
]

/** What documents point to: by which columns, and what is read of it. */
const LOOKUPS: Record<keyof Found, { by: Reference[]; read: string }> = {
  cages: {
    by: ['cage_id', 'to_cage_id'],
    read: `json_agg(json_build_object('id', id, 'location_id', location_id)) from cages`,
  },
  generations: { by: ['generation_id'], read: 'json_agg(id) from generations' },
  categories: { by: ['age_category_id'], read: 'json_agg(id) from age_categories' },
  stocks: { by: ['stock_id'], read: 'json_agg(id) from stocks' },
  goods: { by: ['good_id'], read: 'json_object_agg(id, type) from goods' },
}

/** All lookups in one statement, whose text does not depend on how many rows there are. */
function lookUp({ tx, company }: Context, documents: Document[]) {
  const asked = Object.entries(LOOKUPS).flatMap(([name, { by, read }]) => {
    const ids = namedBy(documents, ...by)
    if (ids.length === 0) return []
    return [
      sql`(select ${sql.raw(read)} where company_id = ${company.id} and id = any(${ids}::int[])) as ${sql.raw(name)}`,
    ]
  })
  return tx.one<Partial<Found>>(sql`select ${sql.join(asked)}`)
}

/** Everything the documents point to must be the company's own and open to the user. */
export async function checkReferences(
  context: Context,
  kind: KindServer,
  rows: Row[],
  documents: Document[],
): Promise<void> {
  const found = await lookUp(context, documents)
  const { fields } = kind.contract
  const cageField = ['cage_id', 'from_id', 'to_id'].find((name) => name in fields) ?? 'cage_id'
  const missing = (id: number | null, among: number[] | null | undefined) => id !== null && !among?.includes(id)
  const cages = found.cages?.map(({ id }) => id)
  const { user } = context
  await forRows(rows, (_, index) => {
    const { cage_id, to_cage_id, generation_id, age_category_id, good_id, stock_id } = documents[index]!
    requireOpen(user, found.cages?.filter(({ id }) => id === cage_id || id === to_cage_id) ?? [])
    if (missing(cage_id, cages)) throw fieldErrors({ [cageField]: 'Садок не найден' })
    if (missing(to_cage_id, cages)) throw fieldErrors({ to_id: 'Садок не найден' })
    if (missing(generation_id, found.generations)) throw fieldErrors({ generation_id: 'Генерация не найдена' })
    if (missing(age_category_id, found.categories)) throw fieldErrors({ age_category_id: 'Категория не найдена' })
    if (kind.goodType && found.goods?.[String(good_id)] !== kind.goodType)
      throw fieldErrors({ ['feed_type_id' in fields ? 'feed_type_id' : 'good_id']: 'Расходник не найден' })
    if (missing(stock_id, found.stocks) || (stock_id !== null && user.stock_ids && !user.stock_ids.includes(stock_id)))
      throw fieldErrors({ stock_id: 'Склад не найден' })
  })
}

const namedGroup = ({ group_id, generation_id, age_category_id }: Common) =>
  !group_id && generation_id && age_category_id ? { generation_id, age_category_id } : null

/** The group that is meant, when it is not named in full: by its id or place, or the only one with fish at that instant. */
function chooseGroup(input: Common, groups: GroupAt[]) {
  const { group_id, generation_id, age_category_id, groupIndex } = input
  const named = group_id || generation_id || age_category_id
  const fitting = groups.filter(
    (group) =>
      (!group_id || group.id === group_id) &&
      (!generation_id || group.generation_id === generation_id) &&
      (!age_category_id || group.age_category_id === age_category_id),
  )
  const alive = fitting.filter((group) => group.count > 0)
  const placed = !named && typeof groupIndex === 'number' ? alive.slice(groupIndex, groupIndex + 1) : null
  const candidates = placed ?? (fitting.length > 1 ? alive : fitting)
  if (candidates.length === 0) throw fieldErrors({ generation_id: 'В садке на это время нет такой рыбы' })
  if (candidates.length > 1) throw fieldErrors({ generation_id: 'Выберите генерацию' })
  return { generation_id: candidates[0]!.generation_id, age_category_id: candidates[0]!.age_category_id }
}

/** Writes into the documents which group of their cage is meant. */
export async function resolveGroups({ tx, company, user }: Context, rows: Row[], documents: Document[]): Promise<void> {
  const open = (index: number) => documents[index]!.cage_id !== null && !namedGroup(rows[index]!.input)
  const places = documents.map(({ cage_id, at, id }) => ({ cage: cage_id!, at, id })).filter((_, index) => open(index))
  const ids = places.map(({ cage }) => cage)
  const [groups, cages] = await Promise.all([
    places.length > 0 ? groupsBefore(tx, company.id, places) : [],
    places.length > 0
      ? tx.rows<{ id: number; location_id: number }>(
          sql`select id, location_id from cages where company_id = ${company.id} and id = any(${ids}::int[])`,
        )
      : [],
  ])
  await forRows(rows, ({ input }, index) => {
    const document = documents[index]!
    if (document.cage_id === null) return
    // before anything is said of what a cage holds
    requireOpen(
      user,
      cages.filter(({ id }) => id === document.cage_id),
    )
    const own = groups.filter((group) => group.cage_id === document.cage_id)
    Object.assign(document, namedGroup(input) ?? chooseGroup(input, own))
  })
}
