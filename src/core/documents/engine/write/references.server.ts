/**
 * Checks what operations refer to: it must belong to the company and be open to the user. Also finds the group that is
 * meant.
 */
import { sql } from 'kysely'
import { groupsBefore, type GroupAt } from '../../../../server/db/ledger/groups'
import { fieldErrors } from '../../../../server/errors'
import type { Context } from '../../../../server/http/route'
import { requireOpen, scope } from '../../../../server/scope'
import type { GoodKind } from '../../../goods/good.contract'
import type { DocumentKind } from '../document.server'
import { brokenPieces, fieldOfLine, kindOfGood } from '../kind-rules.contract'
import { say } from '../../../../shared/say'
import { CONTENT, contentKeys, type Document, type NamedReference } from '../../../../shared/ledger/document'
import { NAMED } from '../named.server'
import { forRows, type CommonInput, type Row } from '../rows.server'

/** An id that a document holds, and the field it came by. */
interface Reference {
  to: NamedReference
  id: number | string
  field: string
  /** of a good */
  kind?: GoodKind | 'any'
}

const OF_LINES = { good_id: 'good', item_id: 'item', stock_id: 'stock', cage_id: 'cage' } as const

/** The order of checks. A batch is not among them, because the engine sets it. */
const POINTING = contentKeys.filter((column) => CONTENT[column].names && CONTENT[column].names !== 'batch')

function referencesOf({ contract }: DocumentKind, document: Document): Reference[] {
  const held = POINTING.flatMap((column) =>
    [document[column]].flat().flatMap((id) => {
      const known = id as number | string | null
      return known === null
        ? []
        : [
            {
              to: CONTENT[column].names!,
              id: known,
              field: contract.fieldNames?.[column] ?? column,
              kind: kindOfGood(contract, null),
            },
          ]
    }),
  )
  const inLines = (document.lines ?? []).flatMap((line, index) =>
    Object.entries(OF_LINES).flatMap(([column, to]) => {
      const id = line[column as keyof typeof OF_LINES]
      // nobody chooses an untied net and the warehouse it returns to, which may be closed to the user
      const chosen = line.role !== 'untied' || (to !== 'stock' && to !== 'item')
      return id && chosen
        ? [{ to, id, field: fieldOfLine(contract, index, column, document), kind: kindOfGood(contract, line.role) }]
        : []
    }),
  )
  return [...held, ...inLines]
}

interface FoundGood {
  kind: GoodKind
  type: string
  measure: string
  name: string
}

interface FoundReferences extends Partial<Record<NamedReference, (number | string)[] | null>> {
  /** cage id → module */
  modules?: Record<string, number> | null
  goods?: Record<string, FoundGood> | null
  /** item id → its warehouse */
  homes?: Record<string, number> | null
}

/** All look-ups in one statement, whose text does not depend on the number of rows. */
function lookUp({ tx, company }: Context, references: Reference[]): Promise<FoundReferences> | FoundReferences {
  const asked = (Object.keys(NAMED) as NamedReference[]).flatMap((to) => {
    const ids = [...new Set(references.filter((one) => one.to === to).map(({ id }) => id))]
    if (ids.length === 0) return []
    const { table, key, type } = NAMED[to]
    const where = sql`from ${sql.raw(table)} where company_id = ${company.id}
      and ${sql.raw(key)} = any(${ids}::${sql.raw(type)}[])`
    return [
      sql`(select json_agg(${sql.raw(key)}) ${where}) as ${sql.raw(to)}`,
      ...(to === 'cage' ? [sql`(select json_object_agg(id, location_id) ${where}) as modules`] : []),
      ...(to === 'item' ? [sql`(select json_object_agg(id, stock_id) ${where}) as homes`] : []),
      ...(to === 'good'
        ? [
            sql`(select json_object_agg(id, json_build_object(
              'kind', kind, 'type', type, 'measure', measure, 'name', name)) ${where}) as goods`,
          ]
        : []),
    ]
  })
  return asked.length === 0 ? {} : tx.one<FoundReferences>(sql`select ${sql.join(asked)}`)
}

function requireWhole(
  kind: DocumentKind,
  goods: FoundReferences['goods'],
  document: Document,
  before?: Document | null,
): void {
  const [broken] = brokenPieces(kind.contract, document, (id) => goods?.[id]?.measure, before)
  if (broken)
    throw fieldErrors({
      [broken.field]: say('«{{good}}» считается в штуках: укажите целое число', { good: goods![broken.good]!.name }),
    })
}

/**
 * Throws unless everything the documents refer to belongs to the company and is open to the user, and pieces are whole.
 * `before` are the stored documents.
 */
export async function checkReferences(
  context: Context,
  kind: DocumentKind,
  rows: Row[],
  documents: Document[],
  before: readonly (Document | null)[] = [],
): Promise<void> {
  const references = documents.map((document) => referencesOf(kind, document))
  const found = await lookUp(context, references.flat())
  const { goodType } = kind.contract
  const fits = (good: FoundGood, asked: Reference['kind']) =>
    (asked === 'any' || asked === good.kind) && (!goodType || good.type === goodType)
  const { user } = context
  await forRows(rows, (_, index) => {
    const own = references[index]!
    const modules = own.flatMap(({ to, id }) =>
      to === 'cage' ? (found.modules?.[id] ?? []) : to === 'location' ? Number(id) : [],
    )
    requireOpen(
      user,
      modules.map((location_id) => ({ location_id })),
    )
    for (const { to, id, field, kind: asked } of own) {
      const good = to === 'good' ? found.goods?.[id] : undefined
      const known = found[to]?.includes(id) && (!good || fits(good, asked))
      const stock = to === 'stock' ? Number(id) : to === 'item' ? found.homes?.[id] : undefined
      const open = stock === undefined || scope(user).opensStock(stock)
      if (!known || !open) throw fieldErrors({ [field]: NAMED[to].missing })
    }
    requireWhole(kind, found.goods, documents[index]!, before[index])
  })
}

const namedGroup = ({ group_id, generation_id, age_category_id }: CommonInput) =>
  !group_id && generation_id && age_category_id ? { generation_id, age_category_id } : null

/** The group that is meant, when it is not named in full: by id or index, or the only one with fish at that instant. */
function chooseGroup(input: CommonInput, groups: GroupAt[]) {
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

/** Sets the group in documents that do not name it in full. */
export async function resolveGroups({ tx, company, user }: Context, rows: Row[], documents: Document[]): Promise<void> {
  const open = (index: number) => documents[index]!.cage_id !== null && !namedGroup(rows[index]!.input)
  const asked = documents.map(({ cage_id, at, id }) => ({ cage: cage_id!, at, id })).filter((_, index) => open(index))
  // the rows of a batch share an instant, so several rows of a cage share its groups
  const places = [...new Map(asked.map((place) => [place.cage, place])).values()]
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
