/** Costs of fish by cage, module or generation, month by month, and beside what was sold. */
import { sql } from 'kysely'
import { type Context, route, type Route } from '../../../server/http/route'
import { groupBy } from '../../../shared/collections'
import type { ParsedOf } from '../../../shared/contract'
import { addDays, showDay } from '../../../shared/dates'
import { addUses, type Uses } from '../../../shared/fish-cost/cost'
import type { GroupMonth } from '../../../shared/fish-cost/fold'
import type { Swimming } from '../../../shared/fish-cost/walk'
import { MG_PER_KG, toUnits } from '../../../shared/numbers'
import { cagesWithin } from '../../documents/engine/journal-where.server'
import { MEASURES } from '../../goods/good.contract'
import { type CostBy, costCalls } from './fish-cost.contract'
import { figuresOf, flowsOf, inRoubles, per, percentOf } from './figures.server'
import { costSales } from './cost-sales.server'
import { dateOf, foldCosts, type FoldedMonth, toldOf } from './fish-cost.server'
import { type KeptUses, readUses } from './kept-months.server'

interface Chosen {
  cages_id: number[] | null
  location_id: number | null
  generation_id: number | null
}

/** Whether a group is among those that were asked for and may be seen. */
async function chooser(context: Context, input: Chosen): Promise<(group: Swimming) => boolean> {
  const cages = await cagesWithin(context, input)
  const open = cages && new Set(cages)
  const wanted = input.generation_id
  return ({ cage, generation }) => (!open || open.has(cage)) && (wanted === null || wanted === generation)
}

interface Named {
  id: number
  name: string
  location_id: number | null
  location_name: string | null
}

const KEYS: Record<CostBy, (group: Swimming) => number> = {
  cage: ({ cage }) => cage,
  module: ({ location }) => location,
  generation: ({ generation }) => generation,
}

const NAMES = {
  cage: sql`select c.id, c.number as name, l.id as location_id, l.name as location_name, l.id as place from cages c
    join locations l on l.company_id = c.company_id and l.id = c.location_id where c.company_id`,
  module: sql`select c.id, c.name, null as location_id, null as location_name, c.id as place from locations c
    where c.company_id`,
  generation: sql`select c.id, c.name, null as location_id, null as location_name, null::int as place from generations c
    where c.company_id`,
}

/** Names in the order of their lists, modules in that of the farm. */
const readNames = ({ tx, company }: Context, by: CostBy, ids: number[]) =>
  tx.rows<Named>(sql`
    select id, name, location_id, location_name from (${NAMES[by]} = ${company.id} and c.id = any(${ids}::int[])) n
    order by place, length(name) * ${by === 'cage' ? 1 : 0}, name, id`)

const EMPTY_FLOWS = flowsOf([])

const NO_FISH = { after: { groups: new Map<number, GroupMonth>(), nobody: { used: 0, spent: 0 } } }

async function costNow(input: ParsedOf<typeof costCalls.now>, context: Context) {
  const date = dateOf(input, context)
  const told = { ...toldOf(context), date: showDay(date) }
  const chosen = await chooser(context, input)
  let last: FoldedMonth | null = null
  if (told.open) await foldCosts(context, { day: date }, (month) => void (last = month))
  const { after } = (last as FoldedMonth | null) ?? NO_FISH
  const living = [...(after.groups.values() as Iterable<GroupMonth>)].filter(
    ({ group }) => group.count > 0 && chosen(group),
  )
  const parts = groupBy(living, ({ group }) => KEYS[input.by](group))
  const names = await readNames(context, input.by, [...parts.keys()])
  return {
    ...told,
    rows: names.map((named) => ({ ...named, ...figuresOf(parts.get(named.id)!) })),
    total: figuresOf(living),
    nobody: { used: inRoubles(after.nobody.used), spent: inRoubles(after.nobody.spent) },
  }
}

/** Before any fish. */
const EVER = '1950-01-01'

async function goodsOf({ tx, company, speak }: Context, uses: Uses) {
  const goods = await tx.rows<{ id: number; name: string; type: string; measure: keyof typeof MEASURES }>(sql`
    select id, name, type, measure from goods where company_id = ${company.id} and id = any(${[...uses.keys()]}::int[])
    order by type, name, id`)
  return goods.map(({ measure, ...good }) => {
    const { amount, kopecks } = uses.get(good.id)!
    return {
      ...good,
      measure_name: speak(MEASURES[measure].name),
      amount: toUnits(amount),
      price: per(kopecks, amount, MG_PER_KG),
      money: inRoubles(kopecks),
    }
  })
}

/** One part of a month's expenses for all fish. */
function sharedOf(all: readonly GroupMonth[], own: readonly GroupMonth[]) {
  const sum = (groups: readonly GroupMonth[]) => groups.reduce((total, { came }) => total + came.at(-1)!, 0)
  return { shared_all: inRoubles(sum(all)), shared_percent: percentOf(sum(own), sum(all)) }
}

/** Sums over months: what was there before the first, what there is after the last. */
function totalOf(months: readonly (typeof EMPTY_FLOWS)[]) {
  const { count: _, weight: __, per_kg: ___, ...total } = { ...EMPTY_FLOWS }
  for (const key of Object.keys(total) as (keyof typeof total)[])
    total[key] = inRoubles(months.reduce((sum, month) => sum + Math.round(month[key] * 100), 0))
  return { ...total, opening: months[0]?.opening ?? 0, closing: months.at(-1)?.closing ?? 0 }
}

async function costMonths(input: ParsedOf<typeof costCalls.months>, context: Context) {
  const date = dateOf(input, context)
  const told = toldOf(context)
  const chosen = await chooser(context, input)
  const months: (ReturnType<typeof monthOf> & { start: string })[] = []
  const uses: Uses[] = []
  const given: KeptUses[] = []
  const monthOf = (first: string, groups: readonly GroupMonth[], all: readonly GroupMonth[]) => {
    const end = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1)
    return {
      start: showDay(first),
      end: showDay(end < date ? end : date),
      ...flowsOf(groups),
      ...sharedOf(all, groups),
    }
  }
  const show = ({ first, after, kept }: FoldedMonth) => {
    const all = [...after.groups.values()]
    const own = all.filter(({ group }) => chosen(group))
    if (own.length === 0) return
    months.push(monthOf(first, own, all))
    if (kept) given.push({ month: first, groups: own.length === all.length ? null : own.map(({ group }) => group.id) })
    else uses.push(addUses(own.map((one) => one.uses)))
  }
  if (told.open) await foldCosts(context, { day: date, since: input.start ?? EVER }, show)
  const goods = await goodsOf(context, addUses([...uses, await readUses(context, given)]))
  return { ...told, months, total: totalOf(months), goods }
}

export const fishCostRoutes: Route[] = [
  route(costCalls.now, costNow),
  route(costCalls.months, costMonths),
  route(costCalls.sales, costSales),
]
