/**
 * Previews an operation, its edit or its deletion: makes the change in a savepoint, reads the result and rolls back.
 */
import { sql } from 'kysely'
import { can } from '../../../../shared/abilities'
import { averageKg, divRound, toKg, toUnits } from '../../../../shared/numbers'
import { dryRun } from '../../../../server/db/dry-run'
import {
  changesOfBoth,
  type GroupChange,
  type GroupBalance,
  type RecordChange,
} from '../../../../server/db/ledger/refold-report'
import { forbidden } from '../../../../server/errors'
import { route, type Context, type Route } from '../../../../server/http/route'
import { scope } from '../../../../server/scope'
import type { KindServer, DocumentChange } from '../document.server'
import { laterDoses, warnOfLaterDose } from '../../lots/later-doses.server'
import { warningsOf } from './warnings.server'
import { type AppliedChanges, applyCreate, applyEdit, applyRemoval, REWEIGH } from './operations.server'
import { type Registry, stockLinesOf } from './posting.server'
import type { GroupPreview, PreviewAnswer } from '../preview.contract'
import { type CommonInput, each } from '../rows.server'

/** Limits of what is listed by name and operation by operation; nobody reads more. */
const MAX_RECORDS = 200
const MAX_IN_DETAIL = 20

interface NamedGroup {
  place: number
  cage_number: string
  location_id: number
  generation_name: string
  age_category_name: string
}

const namesOf = ({ tx, company }: Context, changes: GroupChange[]) =>
  tx.rows<NamedGroup>(sql`
    select p.place::int, c.number as cage_number, c.location_id, n.name as generation_name, a.name as age_category_name
    from unnest(${changes.map(({ cage }) => cage)}::int[], ${changes.map(({ generation }) => generation)}::int[],
      ${changes.map(({ category }) => category)}::int[]) with ordinality as p (cage, generation, category, place)
    join cages c on c.company_id = ${company.id} and c.id = p.cage
    join generations n on n.company_id = ${company.id} and n.id = p.generation
    join age_categories a on a.company_id = ${company.id} and a.id = p.category
    order by length(c.number), c.number, p.generation, p.category`)

interface EnteredOperation {
  id: number
  count: number | null
  avg_weight: number | null
  weight: number | null
  from_number: string | null
  from_location: number | null
  to_number: string | null
  to_location: number | null
}

/** The entered values of operations that differ, by id. A deleted operation is still there until the rollback. */
async function enteredIn({ tx, company }: Context, changes: GroupChange[]): Promise<Map<number, EnteredOperation>> {
  const ids = new Set(changes.flatMap(({ records }) => records.map(({ id }) => id)))
  const rows = await tx.rows<EnteredOperation>(sql`
    select o.id, o.count, o.avg_weight, o.weight, f.number as from_number, f.location_id as from_location,
      t.number as to_number, t.location_id as to_location
    from operations o
    left join cages f on f.company_id = o.company_id and f.id = o.cage_id
    left join cages t on t.company_id = o.company_id and t.id = o.to_cage_id
    where o.company_id = ${company.id} and o.id = any(${[...ids]}::bigint[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

type IsOpen = (location: number | null | undefined) => boolean

function recordOf(record: RecordChange, row: EnteredOperation | undefined, own: boolean, isOpen: IsOpen) {
  const typed = row?.weight && row.count ? divRound(row.weight, row.count) : row?.avg_weight
  return {
    operation_id: record.id,
    kind: record.kind,
    datetime: record.at,
    own,
    count: row?.count ?? null,
    avg_weight: typed ? toKg(typed) : null,
    from: row?.to_number && isOpen(row.from_location) ? row.from_number : null,
    to: row && isOpen(row.to_location) ? row.to_number : null,
    before: stateOf(record.before),
    after: stateOf(record.after),
  }
}

const stateOf = ({ count, mass }: GroupBalance) => ({ count, weight: toKg(mass), avg_weight: averageKg(mass, count) })

const moves = ({ before, after }: GroupChange) => before.count !== after.count || before.mass !== after.mass

/** The groups with differences that the user sees, those of the operation's own cages first. */
async function describeGroups(context: Context, { written, folded }: AppliedChanges) {
  const changes = folded?.groups.filter(moves) ?? []
  if (changes.length === 0) return { groups: [], others: 0 }
  const documents = written.flatMap(({ before, after }) => [before, after])
  const own = new Set(documents.flatMap((one) => [one?.cage_id, one?.to_cage_id]))
  const ids = new Set(documents.map((one) => one?.id))
  const { opensModule } = scope(context.user)
  const isOpen: IsOpen = (location) => opensModule(location ?? 0)
  const [named, entered] = await Promise.all([
    namesOf(context, changes),
    enteredIn(context, changes.slice(0, MAX_IN_DETAIL)),
  ])
  const told = named
    .filter(({ location_id }) => isOpen(location_id))
    .map(({ place, ...names }): GroupPreview => {
      const change = changes[place - 1]!
      return {
        cage_id: change.cage,
        cage_number: names.cage_number,
        generation_id: change.generation,
        generation_name: names.generation_name,
        age_category_id: change.category,
        age_category_name: names.age_category_name,
        start: change.first,
        end: change.until,
        before: stateOf(change.before),
        after: stateOf(change.after),
        records: change.records
          .filter(({ id }) => entered.has(id))
          .map((record) => recordOf(record, entered.get(record.id), ids.has(record.id), isOpen)),
        entries: change.entries,
      }
    })
    .sort((a, b) => Number(own.has(b.cage_id)) - Number(own.has(a.cage_id)))
    .slice(0, MAX_RECORDS)
  return { groups: told, others: changes.length - told.length }
}

interface GoodState {
  good_id: number
  good: string
  measure: string
  stock_id: number
  stock: string
  amount: number
}

/** Current amounts of the goods and warehouses in these documents. */
async function goodsNow({ tx, company }: Context, kind: KindServer, written: DocumentChange[]): Promise<GoodState[]> {
  const lines = written.flatMap(({ before, after }) => [...stockLinesOf(kind, before), ...stockLinesOf(kind, after)])
  if (lines.length === 0) return []
  return tx.rows<GoodState>(sql`
    select g.id as good_id, g.name as good, g.measure, s.id as stock_id, s.name as stock, coalesce(d.closing,
      0) as amount
    from (select distinct good, stock from unnest(${lines.map(({ good }) => good)}::int[],
      ${lines.map(({ stock }) => stock)}::int[]) as l (good, stock)) p
    join goods g on g.company_id = ${company.id} and g.id = p.good
    join stocks s on s.company_id = ${company.id} and s.id = p.stock
    left join lateral (
      select closing from stock_days where company_id = ${company.id} and good_id = p.good and stock_id = p.stock
      order by day desc limit 1) d on true
    order by g.id, s.id`)
}

/** The two states are of the same goods in the same order. */
const describeGoods = (before: GoodState[], after: GoodState[]) =>
  after.flatMap(({ amount, ...names }, index) => {
    const former = before[index]!.amount
    return former === amount ? [] : [{ ...names, before: toUnits(former), after: toUnits(amount) }]
  })

async function describeItems({ tx, company, user }: Context, { moved }: AppliedChanges) {
  if (moved.length === 0) return []
  const { opensStock } = scope(user)
  const named = await tx.rows<{ item_id: number; item: string; before: string; after: string }>(sql`
    select i.id as item_id, i.name as item, f.name as before, t.name as after
    from unnest(${moved.map(({ item }) => item)}::int[], ${moved.map(({ before }) => before)}::int[],
      ${moved.map(({ after }) => after)}::int[]) as m (item, before, after)
    join items i on i.company_id = ${company.id} and i.id = m.item
    join stocks f on f.company_id = ${company.id} and f.id = m.before
    join stocks t on t.company_id = ${company.id} and t.id = m.after`)
  return named.map(({ before, after, ...item }) => {
    const change = moved.find((one) => one.item === item.item_id)!
    return {
      ...item,
      before: opensStock(change.before) ? before : null,
      after: opensStock(change.after) ? after : null,
    }
  })
}

async function describeChange(context: Context, kind: KindServer, applied: AppliedChanges) {
  const { folded, written } = applied
  const [fish, goods, items] = await Promise.all([
    describeGroups(context, applied),
    goodsNow(context, kind, written),
    describeItems(context, applied),
  ])
  return {
    ...fish,
    entries: folded?.groups.reduce((sum, { entries }) => sum + entries, 0) ?? 0,
    goods,
    items,
    warning: folded && folded.rebooked.size > 0 ? REWEIGH : null,
  }
}

/** Later documents that are left with expired goods, before or after the change. */
function dosesAfter(context: Context, kind: KindServer, registry: Registry, { before, after }: DocumentChange) {
  const goods = [...stockLinesOf(kind, before), ...stockLinesOf(kind, after)].map(({ good }) => good)
  const [from] = [before, after].flatMap((one) => one?.at ?? []).sort()
  const except = (after ?? before)!.id
  return laterDoses(context, registry.lots, { goods: [...new Set(goods)], from: from!, except })
}

/** A new operation, and the further one that its input asks for, which finds the entries of the first. */
async function applyWhole(kind: KindServer, registry: Registry, input: CommonInput, context: Context) {
  const options = { dry: !kind.also, report: true }
  const applied = await applyCreate(kind, registry, each([input]), context, options)
  const also = kind.also?.(input, applied.documents[0]!)
  if (!also) return applied
  if (!can(context.user, also.kind.contract.ability)) throw forbidden()
  const further = await applyCreate(also.kind, registry, each([also.input]), context, { dry: true })
  const { folded } = applied
  return {
    ...applied,
    written: [...applied.written, ...further.written],
    folded: folded && { ...folded, groups: changesOfBoth(folded.groups, further.folded?.groups ?? []) },
  }
}

export function previewRoutes(kind: KindServer, registry: Registry): Route[] {
  const { previewCreate, previewUpdate, previewRemove } = kind.contract
  const preview = (apply: (input: CommonInput & { id: number }, context: Context) => Promise<AppliedChanges>) => {
    return async (input: unknown, given: Context): Promise<PreviewAnswer> => {
      // further writes of a kind (a batch that opens) are rolled back too, so nothing of them is kept
      const context = { ...given, audit: () => undefined }
      const { told, written, doses } = await dryRun(context.tx, async () => {
        const applied = await apply(input as CommonInput & { id: number }, context)
        const [, told] = await context.tx.allInOrder(applied.stockPosted, describeChange(context, kind, applied))
        const doses = await dosesAfter(context, kind, registry, applied.written[0]!)
        return { told, written: applied.written, doses }
      })
      const [warnings, before, former] = await Promise.all([
        warningsOf(kind, registry, context, written[0]!),
        goodsNow(context, kind, written),
        dosesAfter(context, kind, registry, written[0]!),
      ])
      return {
        doubts: [...warnings, ...warnOfLaterDose(context, former, doses)],
        ...told,
        goods: describeGoods(before, told.goods),
      }
    }
  }
  return [
    route(
      previewCreate,
      preview((input, context) => applyWhole(kind, registry, input, context)),
    ),
    route(
      previewUpdate,
      preview((input, context) => applyEdit(kind, registry, input, context, true)),
    ),
    route(
      previewRemove,
      preview(({ id }, context) => applyRemoval(kind, registry, [id], context, true)),
    ),
  ]
}
