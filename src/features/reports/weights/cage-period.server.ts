/** The movement of fish in a period: what the ledger booked, added up by cage, and what was there before and after. */
import { sql } from 'kysely'
import { dayOf, showDay } from '../../../shared/dates'
import { type Context, route } from '../../../server/http/route'
import { among, cagesWithin } from '../../../core/documents/engine/journal-where.server'
import { periodOf } from '../../../core/reports/series.server'
import { type Flow, GROWING, MOVING, readFlows } from '../consolidated/parts/movements.server'
import { average, kg, percent, quotient } from '../consolidated/parts/sums.server'
import { cagePeriodCall, type Figures } from './cage-period.contract'

/** Whole pieces and milligrams, so that what is added up stays exact. */
interface Fish {
  count: bigint
  mass: bigint
}

const MOVES = ['stocking', 'income', 'outcome', 'withdrawal', 'retreat', 'correction'] as const
type Move = (typeof MOVES)[number]

type Sums = Record<'start' | Move | 'end', Fish> & { growth: bigint; fed: bigint }

interface Period {
  start: string
  end: string
}

interface Place {
  id: number
  number: string
  location_id: number
  location: string
  /** tenths of a cubic metre */
  volume: number
}

interface Stored {
  cage: number
  what: string
  count: string
  mass: string
}

type Reader = Pick<Context, 'tx' | 'company'>

/** The fish of each cage just before the period, or at its end: one index step for each group alive then. */
function fishOf({ tx, company }: Reader, cages: number[] | null, what: 'start' | 'end', period: Period) {
  const at = sql`${period[what]}::timestamp`
  const [past, later] = what === 'start' ? [sql`<`, sql`>=`] : [sql`<=`, sql`>`]
  return tx.rows<Stored>(sql`
    select g.cage_id as cage, ${what}::text as what, sum(e.count_after)::text as count, sum(e.mass_after)::text as mass
    from fish_groups g cross join lateral (
      select count_after, mass_after from fish_entries
      where company_id = ${company.id} and group_id = g.id and at ${past} ${at}
      order by at desc, operation_id desc limit 1) e
    where g.company_id = ${company.id} and g.first_at ${past} ${at}
      and (g.closed_at is null or g.closed_at ${later} ${at}) ${cages ? sql`and ${among('g.cage_id', cages)}` : sql``}
    group by 1`)
}

/** Feed of each cage, whose millionths of a kilogram are milligrams: one range of an index that holds them. */
const feedOf = ({ tx, company }: Reader, cages: number[] | null, { start, end }: Period) =>
  tx.rows<{ cage: number; fed: string }>(sql`
    select cage_id as cage, sum(volume)::text as fed from operations
    where company_id = ${company.id} and kind = 'feeding' and at between ${start}::timestamp and ${end}::timestamp
      ${cages ? sql`and ${among('cage_id', cages)}` : sql``}
    group by 1`)

/** What came from another of these cages: to all of them together it did not come. */
async function innerOf({ tx, company }: Reader, cages: number[] | null, { start, end }: Period): Promise<Fish | null> {
  if (!cages) return null
  return fishIn(
    await tx.one<Stored>(sql`
      select coalesce(sum(e.count_delta), 0)::text as count, coalesce(sum(e.mass_delta - e.deviation), 0)::text as mass
      from fish_entries e join operations o on o.company_id = ${company.id} and o.id = e.operation_id
      where e.company_id = ${company.id} and e.kind = 'transfer' and e.count_delta > 0
        and e.at between ${start}::timestamp and ${end}::timestamp
        and ${among('e.cage_id', cages)} and ${among('o.cage_id', cages)}`),
  )
}

const placesOf = ({ tx, company }: Reader, ids: number[]) =>
  tx.rows<Place>(sql`
    select c.id, c.number, c.location_id, l.name as location, c.volume from cages c
    join locations l on l.company_id = ${company.id} and l.id = c.location_id
    where c.company_id = ${company.id} and c.id = any(${ids}::int[])
    order by l.name, l.id, length(c.number), c.number, c.id`)

const none = (): Fish => ({ count: 0n, mass: 0n })
const NOTHING = (): Sums => ({
  start: none(),
  stocking: none(),
  income: none(),
  outcome: none(),
  withdrawal: none(),
  retreat: none(),
  correction: none(),
  end: none(),
  growth: 0n,
  fed: 0n,
})

function add(to: Fish, { count, mass }: Fish, sign = 1n): void {
  to.count += sign * count
  to.mass += sign * mass
}

const LEAVING = new Set(['outcome', 'withdrawal', 'retreat'])
const fishIn = ({ count, mass }: Stored): Fish => ({ count: BigInt(count), mass: BigInt(mass) })

/** A transfer is one thing for the cage it leaves, and another for the one it comes to. */
const told = ({ place, kind, into, count, moved }: Flow): Stored => ({
  cage: place,
  what: kind === 'transfer' ? (into ? 'income' : 'outcome') : kind,
  count,
  mass: moved,
})

/** Cage → its sums; without those that had neither fish nor feed. */
async function sumsByCage(reader: Reader, cages: number[] | null, period: Period): Promise<Map<number, Sums>> {
  const [start, moves, end, feed] = await Promise.all([
    fishOf(reader, cages, 'start', period),
    // a change of category moves fish within a cage, so it adds up to nothing
    readFlows(reader, 'cage_id', [...MOVING, ...GROWING], { ...period, cages }),
    fishOf(reader, cages, 'end', period),
    feedOf(reader, cages, period),
  ])
  const found = new Map<number, Sums>()
  const of = (cage: number) => found.get(cage) ?? (found.set(cage, NOTHING()), found.get(cage)!)
  for (const row of [...start, ...end, ...moves.map(told)]) {
    const sums = of(row.cage)
    if (row.what in sums) add(sums[row.what as Move], fishIn(row), LEAVING.has(row.what) ? -1n : 1n)
  }
  for (const { place, grown } of moves) of(place).growth += BigInt(grown)
  for (const { cage, fed } of feed) of(cage).fed += BigInt(fed)
  return found
}

function totalOf(all: readonly Sums[]): Sums {
  const total = NOTHING()
  for (const sums of all) {
    for (const what of ['start', ...MOVES, 'end'] as const) add(total[what], sums[what])
    total.growth += sums.growth
    total.fed += sums.fed
  }
  return total
}

/** kg/m³, from milligrams and tenths of a cubic metre */
const density = ({ mass }: Fish, volume: number | null) =>
  volume === null ? null : quotient(mass, BigInt(volume) * 100_000n)

/** Of all cages together the inner transfers came from nowhere; null is all of them. */
function figuresOf(sums: Sums, volume: number | null, inner: Fish | null = none()): Figures {
  const { start, stocking, income, outcome, withdrawal, retreat, end, growth, fed } = sums
  const came = none()
  for (const fish of [start, stocking, income]) add(came, fish)
  add(came, inner ?? income, -1n)
  const gained = end.mass - start.mass + withdrawal.mass + outcome.mass - stocking.mass - income.mass
  const moves = MOVES.flatMap((what) => [
    [`${what}_count`, Number(sums[what].count)],
    [`${what}_weight`, kg(sums[what].mass)],
  ])
  return {
    ...(Object.fromEntries(moves) as Record<`${Move}_${'count' | 'weight'}`, number>),
    left_start_count: Number(start.count),
    left_start_weight: kg(start.mass),
    avg_weight_start: average(start.mass, start.count),
    density_start: density(start, volume),
    retreat_count_percent: percent(retreat.count, came.count),
    retreat_weight_percent: percent(retreat.mass, came.mass),
    growth: kg(growth),
    feedings: kg(fed),
    feed_coefficient: quotient(fed, growth),
    feed_coefficient_economic: quotient(fed, gained),
    left_end_count: Number(end.count),
    left_end_weight: kg(end.mass),
    avg_weight_end: average(end.mass, end.count),
    density_end: density(end, volume),
  }
}

export const cagePeriodRoute = route(cagePeriodCall, async (input, context) => {
  const period = periodOf(input, context)
  const cages = await cagesWithin(context, input)
  const [found, inner] = await Promise.all([sumsByCage(context, cages, period), innerOf(context, cages, period)])
  const places = await placesOf(context, [...found.keys()])
  return {
    start: showDay(dayOf(period.start)),
    end: showDay(dayOf(period.end)),
    rows: places.map(({ id, number, location_id, location, volume }) => ({
      cage_id: id,
      cage_number: number,
      location_id,
      location_name: location,
      ...figuresOf(found.get(id)!, volume),
    })),
    total: figuresOf(totalOf([...found.values()]), null, inner),
  }
})
