import type { ParsedOf } from '../../../shared/contract'
import { addDays, dayOf, daysBetween, showDay } from '../../../shared/dates'
import { meanStay } from '../../../shared/fish/mean-stay'
import { tgcOfGain } from '../../../shared/fish/growth'
import { cagesWithin } from '../../../core/documents/engine/journal-where.server'
import { periodOf } from '../../../core/reports/series.server'
import { type Context, route, type Route } from '../../../server/http/route'
import { addTo, kg, percent, quotient, type Sums, zeros } from '../consolidated/parts/sums.server'
import { readCourses, type SubjectDays } from '../growth/courses.server'
import { type Named, namesOf } from '../growth/names.server'
import { CLOSED_ROWS, closeOutCall, type ClosedRow, type ClosedSums } from './close-out.contract'
import { type Booked, type Closed, closedIn, type Flow, readBooked } from './closed.server'

type Input = ParsedOf<typeof closeOutCall>

const MOVES = ['stocking', 'income', 'outcome', 'sale', 'other', 'retreat', 'correction', 'close_out'] as const
type Move = (typeof MOVES)[number]
const KEYS = [...MOVES.flatMap((move) => [`${move}Count`, `${move}Mass`] as const), 'feed'] as (
  `${Move}${'Count' | 'Mass'}` | 'feed'
)[]
type Balance = Sums<(typeof KEYS)[number]>

/** Which column a flow belongs to, and whether its signs are turned. */
function moveOf({ kind, into, sold }: Flow, by: Input['by']): [Move, bigint] | null {
  if (kind === 'transfer') return by === 'generation' ? null : into ? ['income', 1n] : ['outcome', -1n]
  if (kind === 'withdrawal') return [sold ? 'sale' : 'other', -1n]
  if (kind === 'retreat') return ['retreat', -1n]
  return kind === 'stocking' || kind === 'correction' || kind === 'close_out' ? [kind, 1n] : null
}

function balanceOf(booked: readonly Booked[], by: Input['by']): Balance {
  const sums = zeros(KEYS)
  for (const { fed } of booked) sums.feed += fed
  for (const flow of booked.flatMap(({ flows }) => flows)) {
    const move = moveOf(flow, by)
    if (!move) continue
    const [name, sign] = move
    sums[`${name}Count`] += sign * BigInt(flow.count)
    sums[`${name}Mass`] += sign * BigInt(flow.moved)
  }
  return sums
}

/** The fish that came, and those that left alive. */
const cameIn = (sums: Balance) => ({
  count: sums.stockingCount + sums.incomeCount,
  mass: sums.stockingMass + sums.incomeMass,
})
const leftIn = (sums: Balance) => ({
  count: sums.saleCount + sums.otherCount + sums.outcomeCount,
  mass: sums.saleMass + sums.otherMass + sums.outcomeMass,
})

function told(sums: Balance): ClosedSums {
  const [came, left] = [cameIn(sums), leftIn(sums)]
  const moves = MOVES.flatMap((move) => [
    [`${move}_count`, Number(sums[`${move}Count`])],
    [`${move}_weight`, kg(sums[`${move}Mass`])],
  ])
  return {
    ...(Object.fromEntries(moves) as Record<`${Move}_${'count' | 'weight'}`, number>),
    close_out_percent: percent(sums.close_outCount, came.count),
    survival: percent(left.count, came.count),
    feed: kg(sums.feed),
    fcr: quotient(sums.feed, left.mass - came.mass),
  }
}

const MG_PER_GRAM = 1000
const gramsOf = ({ count, mass }: { count: bigint; mass: bigint }) =>
  count > 0n ? Number(mass) / Number(count) / MG_PER_GRAM : null
const rounded = (value: number | null, decimals: number) =>
  value === null ? null : Math.round(value * 10 ** decimals) / 10 ** decimals

/** Growth from the average that came to the average that left, over what a fish lived through. */
function growthOf(
  sums: Balance,
  { days }: SubjectDays,
): Pick<ClosedRow, 'avg_weight_start' | 'avg_weight_end' | 'degree_days' | 'tgc'> {
  const [from, to] = [gramsOf(cameIn(sums)), gramsOf(leftIn(sums))]
  const lived = meanStay(days)
  const gain = from === null || to === null ? null : Math.cbrt(to) - Math.cbrt(from)
  return {
    avg_weight_start: rounded(from === null ? null : from / 1000, 6),
    avg_weight_end: rounded(to === null ? null : to / 1000, 6),
    degree_days: rounded(lived, 1),
    tgc: rounded(gain === null || lived === null ? null : tgcOfGain(gain, lived), 4),
  }
}

/** Water of longer lives than this is not read. */
const MOST_DAYS = 2200

async function coursesOf(
  context: Context,
  by: Input['by'],
  closed: readonly Closed[],
  cages: readonly number[] | null,
) {
  if (closed.length === 0) return new Map<number, SubjectDays>()
  const end = closed
    .map(({ until }) => until)
    .sort()
    .at(-1)!
  const earliest = `${addDays(dayOf(end), -MOST_DAYS)}T00:00`
  const first = closed.map(({ since }) => since).sort()[0]!
  const start = `${dayOf(first < earliest ? earliest : first)}T00:00`
  const ids = [...new Set(closed.map(({ subject }) => subject))]
  return readCourses(context, { by, ids, cages, start, end: `${dayOf(end)}T23:59`, briefly: true })
}

/** The days of one stay among those of its cage. */
const within = (course: SubjectDays | undefined, { since, until }: Closed): SubjectDays => ({
  held: 0,
  days: (course?.days ?? []).filter(({ day }) => day >= dayOf(since) && day <= dayOf(until)),
})

/** What is told of a closed one besides its sums. */
function headOf(one: Closed, { name, location_name }: Named) {
  const [first, last] = [dayOf(one.since), dayOf(one.until)]
  return {
    id: `${one.subject}|${one.since}`,
    subject_id: one.subject,
    name,
    location_name,
    start: showDay(first),
    end: showDay(last),
    days: daysBetween(first, last),
  }
}

async function closedRows(context: Context, by: Input['by'], booked: readonly Booked[], cages: number[] | null) {
  const closed = booked.map(({ one }) => one)
  const subjects = closed.map(({ subject }) => subject)
  const [courses, named] = await Promise.all([coursesOf(context, by, closed, cages), namesOf(context, by, subjects)])
  const names = new Map(named.map((one) => [one.id, one]))
  return booked.map((each) => {
    const { one } = each
    const course = within(courses.get(one.subject), one)
    const sums = balanceOf([each], by)
    const row: ClosedRow = { ...headOf(one, names.get(one.subject)!), ...told(sums), ...growthOf(sums, course) }
    return { sums, row }
  })
}

async function closeOut(input: Input, context: Context) {
  const { by, most } = input
  const period = periodOf(input, context)
  const { cages_id, location_id } = input
  const places = { cage: { cages_id, location_id }, generation: { cages_id: null, location_id: null } }
  const cages = await cagesWithin(context, places[by])
  const ids = { cage: null, generation: input.generations_id }[by]
  const closed = await closedIn(context, { by, ids, cages, ...period })
  const found = await readBooked(context, by, closed)
  const rows: Awaited<ReturnType<typeof closedRows>> = []
  for (let from = 0; from < Math.min(found.length, most); from += CLOSED_ROWS)
    rows.push(...(await closedRows(context, by, found.slice(from, Math.min(from + CLOSED_ROWS, most)), cages)))
  // those that are not shown are in the sums, too
  const total = balanceOf(found.slice(most), by)
  for (const { sums } of rows) addTo(total, sums)
  return {
    start: showDay(dayOf(period.start)),
    end: showDay(dayOf(period.end)),
    count: found.length,
    rows: rows.map(({ row }) => row),
    total: told(total),
  }
}

export const closeOutRoutes: Route[] = [route(closeOutCall, closeOut)]
