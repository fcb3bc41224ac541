/**
 * What moved between two instants: sums of months that are kept, and of the entries of what is left. A year of
 * them is tens of thousands of rows, so they come as texts of numbers and are added up here.
 */
import { sql } from 'kysely'
import { isLong, leftOf, type Span, stretchesOf } from '../../../../core/reports/facts/fact-rows.server'
import { FACTS, MOVING } from '../../../../core/reports/facts/facts.server'
import { plusWhole, type Whole, wholesIn } from '../../../../shared/numbers'
import { ofCages, type Reader, type Stretch } from './movements.server'

export interface Flow {
  group: number
  kind: string
  into: boolean
  /** before the stretch */
  early: boolean
  /** whole pieces and milligrams; what left is negative */
  count: Whole
  moved: Whole
}

const MINUTE = 60_000
const justBefore = (instant: string) => new Date(Date.parse(`${instant}Z`) - MINUTE).toISOString().slice(0, 16)

/** The stretch, and what is asked of before it. */
const spansOf = ({ start, end, since = start }: Stretch): Span[] => [
  { first: start, last: end, x: 1 },
  ...(since < start ? [{ first: since, last: justBefore(start), x: 0 }] : []),
]

/** Rows as columns: the same place of each. `x` is of them all where it is one number. */
interface Columns {
  x: number | readonly Whole[]
  groups: readonly Whole[]
  keys: readonly Whole[]
  counts: readonly Whole[]
  masses: readonly Whole[]
}

const DIRECTIONS = 2 * MOVING.length

function addUp(flows: Map<number, Flow>, { x, groups, keys, counts, masses }: Columns): void {
  for (const [row, each] of groups.entries()) {
    const [group, key] = [Number(each), Number(keys[row])]
    const late = Number(typeof x === 'number' ? x : x[row])
    const place = (2 * group + late) * DIRECTIONS + key
    const sum = flows.get(place)
    if (sum) {
      sum.count = plusWhole(sum.count, counts[row]!)
      sum.moved = plusWhole(sum.moved, masses[row]!)
      continue
    }
    const [kind, into] = [MOVING[Math.floor(key / 2)]!, key % 2 === 1]
    flows.set(place, { group, kind, into, early: late === 0, count: counts[row]!, moved: masses[row]! })
  }
}

interface Kept extends Record<'groups' | 'keys' | 'counts' | 'masses', string> {
  x: number
  month: string
}

/** Adds months that are kept as a whole, and answers which; of some cages their rows alone leave the database. */
async function addKept(flows: Map<number, Flow>, { tx, company }: Reader, cages: Stretch['cages'], spans: Span[]) {
  const texts = (of: (column: string) => ReturnType<typeof sql>) =>
    sql.join(['groups', 'keys', 'counts', 'masses'].map((column) => sql`${of(column)} as ${sql.ref(column)}`))
  const some = sql`cross join lateral (
    select ${texts((column) => sql`coalesce(string_agg(u.${sql.ref(column)}::text, ','), '')`)}
    from unnest(m.cages, m.groups, m.keys, m.counts, m.masses) as u (cage, groups, keys, counts, masses)
    where true ${ofCages('u.cage', cages)}) t`
  const rows = await tx.rows<Kept>(sql`
    select s.x, to_char(m.month, 'YYYY-MM') as month,
      ${texts((column) => (cages ? sql.ref(`t.${column}`) : sql`array_to_string(m.${sql.ref(column)}, ',')`))}
    from ${stretchesOf(spans)} join month_facts m on m.company_id = ${company.id} and m.fact = 'moved'
      and m.month >= s.first and m.month + interval '1 month' - interval '1 minute' <= s.last
    ${cages ? some : sql``}`)
  for (const { x, groups, keys, counts, masses } of rows) {
    const [own, key, count, mass] = [groups, keys, counts, masses].map(wholesIn) as [Whole[], Whole[], Whole[], Whole[]]
    addUp(flows, { x, groups: own, keys: key, counts: count, masses: mass })
  }
  return rows.map(({ month }) => month).sort()
}

/** Adds what the ledger booked in stretches. */
async function addCounted(flows: Map<number, Flow>, { tx, company }: Reader, cages: Stretch['cages'], spans: Span[]) {
  if (spans.length === 0) return
  const entries = FACTS.moved({
    company: company.id,
    first: sql`s.first`,
    last: sql`s.last`,
    within: (cage) => ofCages(cage, cages),
  })
  const found = await tx.one<Record<'x' | 'groups' | 'keys' | 'counts' | 'masses', string | null>>(sql`
    select string_agg(x::text, ',') as x, string_agg(group_id::text, ',') as groups, string_agg(key::text, ',') as keys,
      string_agg(count::text, ',') as counts, string_agg(mass::text, ',') as masses
    from (
      select s.x, e.* from ${stretchesOf(spans)} cross join lateral (
        select f.group_id, f.key, sum(f.count) as count, sum(f.mass) as mass from (${entries}) f
        where true ${ofCages('f.cage_id', cages)} group by 1, 2) e) sums`)
  const read = (text: string | null) => wholesIn(text ?? '')
  addUp(flows, {
    x: read(found.x),
    groups: read(found.groups),
    keys: read(found.keys),
    counts: read(found.counts),
    masses: read(found.masses),
  })
}

/** What moved, added up for each group, each kind, and both directions. */
export async function readFlows(reader: Reader, stretch: Stretch): Promise<Flow[]> {
  const spans = spansOf(stretch)
  const flows = new Map<number, Flow>()
  const months = spans.some(isLong) ? await addKept(flows, reader, stretch.cages, spans) : []
  await addCounted(flows, reader, stretch.cages, leftOf(spans, months))
  return [...flows.values()]
}
