/** The movement of fish by species and age category: balances of groups, added up for the farm and for each module. */
import { sql } from 'kysely'
import { groupBy } from '../../../../shared/collections'
import { dayOf, showDay } from '../../../../shared/dates'
import { type Context, route } from '../../../../server/http/route'
import { scope } from '../../../../server/scope'
import { among, cagesWithin } from '../../../../core/documents/engine/journal-where.server'
import { factRows } from '../../../../core/reports/facts/fact-rows.server'
import { periodOf } from '../../../../core/reports/series.server'
import { type Flow, readFlows } from '../../consolidated/parts/flows.server'
import * as read from '../../consolidated/parts/movements.server'
import { kg } from '../../consolidated/parts/sums.server'
import {
  type Channel,
  ISSUES,
  movementCall,
  type MovementFigures,
  type MovementRow,
  RECEIPTS,
} from './movement.contract'

const CHANNELS = ['opening', ...RECEIPTS, ...ISSUES, 'closing'] as const

/** Whole pieces and milligrams by channel. */
export type Balance = Record<(typeof CHANNELS)[number], { count: bigint; mass: bigint }>

const nothing = (): Balance => Object.fromEntries(CHANNELS.map((name) => [name, { count: 0n, mass: 0n }])) as Balance

function add(to: Balance, channel: keyof Balance, count: bigint, mass: bigint): void {
  to[channel].count += count
  to[channel].mass += mass
}

const OF_KIND: Readonly<Record<string, readonly [into: Channel, out: Channel]>> = {
  stocking: ['stocked', 'other_out'],
  transfer: ['moved_in', 'moved_out'],
  category_change: ['category_in', 'category_out'],
  withdrawal: ['other_in', 'sold'],
  retreat: ['other_in', 'lost'],
}

/** What of a group's flow is told under another name: not sold, or moved within its module or the farm. */
interface Detail {
  group: number
  what: 'taken' | 'module' | 'farm'
  into: boolean
  count: string
  moved: string
}

/**
 * Entries and operations of the period stand in the order of their instants in two indexes. Modules are looked up
 * here: the database takes both for one row, and would go through all cages for each of them.
 */
async function readInner({ tx, company }: Context, { start, end, cages }: read.Stretch): Promise<Detail[]> {
  const [moves, modules] = await Promise.all([
    tx.rows<Omit<Detail, 'what'> & { from: number; to: number }>(sql`
      select e.group_id as "group", e.count_delta > 0 as into, o.cage_id as "from", o.to_cage_id as "to",
        sum(e.count_delta)::text as count, sum(e.mass_delta - e.deviation)::text as moved
      from fish_entries e
      join operations o on o.company_id = ${company.id} and o.kind = 'transfer' and o.at = e.at
        and o.id = e.operation_id and o.at between ${start}::timestamp and ${end}::timestamp
      where e.company_id = ${company.id} and e.kind = 'transfer'
        and e.at between ${start}::timestamp and ${end}::timestamp
        ${cages ? sql`and ${among('e.cage_id', cages)} and ${among('o.cage_id', cages)}` : sql``}
        ${cages ? sql`and ${among('o.to_cage_id', cages)}` : sql``}
      group by 1, 2, 3, 4`),
    tx.rows<{ id: number; module: number }>(sql`
      select id, location_id as module from cages where company_id = ${company.id}`),
  ])
  const moduleOf = new Map(modules.map(({ id, module }) => [id, module]))
  return moves.map(({ from, to, ...move }) => ({
    ...move,
    what: moduleOf.get(from) === moduleOf.get(to) ? 'module' : 'farm',
  }))
}

/** What was caught and not sold. */
async function readTaken(context: Context, { start, end, cages }: read.Stretch): Promise<Detail[]> {
  const rows = await factRows<{ group: number; count: string; moved: string }>(
    context,
    {
      company: context.company.id,
      spans: [{ first: start, last: end, x: 1 }],
      of: () => sql`s.x`,
      within: (cage) => (cages ? sql`and ${among(cage, cages)}` : sql``),
    },
    {
      fact: 'caught',
      by: ['group_id', 'key'],
      select: sql`f.group_id as "group", (-f.count)::text as count, (-f.mass)::text as moved`,
      rest: sql`where f.key is distinct from 'sale'`,
    },
  )
  return rows.map((row) => ({ ...row, what: 'taken', into: false }))
}

const readDetails = async (context: Context, stretch: read.Stretch): Promise<Detail[]> =>
  (await Promise.all([readInner(context, stretch), readTaken(context, stretch)])).flat()

interface Names {
  species: Map<number, { id: number; name: string }>
  /** place of a category by weight */
  order: Map<number, number>
}

async function readNames({ tx, company }: Context): Promise<Names> {
  const [generations, categories] = await Promise.all([
    tx.rows<{ generation: number; id: number; name: string }>(sql`
      select g.id as generation, s.id, s.name from generations g
      join species s on s.company_id = ${company.id} and s.id = g.species_id where g.company_id = ${company.id}`),
    tx.rows<{ id: number }>(sql`
      select id from age_categories where company_id = ${company.id} order by avg_weight_from nulls last, id`),
  ])
  return {
    species: new Map(generations.map(({ generation, ...species }) => [generation, species])),
    order: new Map(categories.map(({ id }, place) => [id, place])),
  }
}

/** Everything that is told of one group; `level` is whose moves within do not count. */
function balanceOf(life: read.Life, flows: Flow[], details: Detail[], level: 'module' | 'farm'): Balance {
  const balance = nothing()
  add(balance, 'opening', BigInt(life.count_before), BigInt(life.mass_before))
  add(balance, 'closing', BigInt(life.count_after), BigInt(life.mass_after))
  for (const { kind, into, count, moved } of flows) {
    const [comes, goes] = OF_KIND[kind] ?? ['other_in', 'other_out']
    if (into) add(balance, comes, BigInt(count), BigInt(moved))
    else add(balance, goes, -BigInt(count), -BigInt(moved))
  }
  for (const { what, into, count, moved } of details) {
    if (what === 'taken') {
      add(balance, 'sold', BigInt(count), BigInt(moved))
      add(balance, 'taken', -BigInt(count), -BigInt(moved))
    } else if (what === 'module' || level === 'farm') {
      if (into) add(balance, 'moved_in', -BigInt(count), -BigInt(moved))
      else add(balance, 'moved_out', BigInt(count), BigInt(moved))
    }
  }
  return balance
}

function addAll(to: Balance, other: Balance): void {
  for (const name of CHANNELS) add(to, name, other[name].count, other[name].mass)
}

/** Growth is what the balance needs, and so it closes. */
function growthOf(balance: Balance): bigint {
  let growth = balance.closing.mass - balance.opening.mass
  for (const name of RECEIPTS) growth -= balance[name].mass
  for (const name of ISSUES) growth += balance[name].mass
  return growth
}

const tell = (balance: Balance): MovementFigures =>
  ({
    ...Object.fromEntries(
      CHANNELS.flatMap((name) => [
        [`${name}_count`, Number(balance[name].count)],
        [`${name}_weight`, kg(balance[name].mass)],
      ]),
    ),
    growth: kg(growthOf(balance)),
  }) as MovementFigures

interface Line extends Pick<MovementRow, 'location_id' | 'location_name' | 'species_id' | 'species_name'> {
  age_category_id: number
  age_category_name: string
  cages: Set<number>
  balance: Balance
}

const isTold = ({ balance }: Line) => CHANNELS.some((name) => balance[name].count !== 0n)

function rowsOf(lines: ReadonlyMap<string, Line>, { order }: Names): MovementRow[] {
  const placeOf = ({ age_category_id }: Line) => order.get(age_category_id) ?? order.size
  return [...lines]
    .filter(([, line]) => isTold(line))
    .sort(
      ([, one], [, other]) =>
        (one.location_id ?? 0) - (other.location_id ?? 0) ||
        one.species_name.localeCompare(other.species_name, 'ru') ||
        one.species_id - other.species_id ||
        placeOf(one) - placeOf(other),
    )
    .map(([id, { cages, balance, ...line }]) => ({ id, ...line, cages_id: [...cages], ...tell(balance) }))
}

async function readLines(context: Context, stretch: read.Stretch) {
  const [places, lives, flows, details, names] = await Promise.all([
    read.readPlaces(context, stretch.cages),
    read.readLives(context, stretch),
    readFlows(context, stretch),
    readDetails(context, stretch),
    readNames(context),
  ])
  const placeOf = new Map(places.map((place) => [place.id, place]))
  const [flowsOf, detailsOf] = [groupBy(flows, ({ group }) => group), groupBy(details, ({ group }) => group)]
  const lines = { farm: new Map<string, Line>(), module: new Map<string, Line>() }
  for (const life of lives) {
    const { location_id, location_name } = placeOf.get(life.cage)!
    const species = names.species.get(life.generation_id)!
    for (const level of ['farm', 'module'] as const) {
      const key = `${level === 'module' ? location_id : ''}:${species.id}:${life.age_category_id}`
      const line = lines[level].get(key) ?? {
        location_id: level === 'module' ? location_id : null,
        location_name: level === 'module' ? location_name : '',
        ...{ species_id: species.id, species_name: species.name },
        ...{ age_category_id: life.age_category_id, age_category_name: life.age_category_name },
        cages: new Set<number>(),
        balance: nothing(),
      }
      lines[level].set(key, line)
      line.cages.add(life.cage)
      addAll(line.balance, balanceOf(life, flowsOf.get(life.group) ?? [], detailsOf.get(life.group) ?? [], level))
    }
  }
  return { lines, names }
}

export const movementRoute = route(movementCall, async (input, context) => {
  const period = periodOf(input, context)
  const cages = await cagesWithin(context, { cages_id: null, location_id: input.location_id })
  const { lines, names } = await readLines(context, { ...period, cages })
  const total = nothing()
  for (const { balance } of lines.farm.values()) addAll(total, balance)
  return {
    start: showDay(dayOf(period.start)),
    end: showDay(dayOf(period.end)),
    farm: rowsOf(lines.farm, names),
    modules: rowsOf(lines.module, names),
    total: tell(total),
    limited: !scope(context.user).allModules,
  }
})
