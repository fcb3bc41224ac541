/**
 * What moved between two instants: sums of months that are kept, and of the entries of what is left. A year of
 * them is tens of thousands of rows, so they come as texts of numbers and are added up here.
 */
import { sql } from 'kysely'
import { isLong, leftOf, type Span, stretchesOf } from '../../../../core/reports/facts/fact-rows.server'
import { FACTS, MOVING } from '../../../../core/reports/facts/facts.server'
import { instantOf, minutesOf } from '../../../../shared/alarms/moments'
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

/** The stretch, and what is asked of before it. */
const spansOf = ({ start, end, since = start }: Stretch): Span[] => [
  { first: start, last: end, x: 1 },
  ...(since < start ? [{ first: since, last: instantOf(minutesOf(start) - 1), x: 0 }] : []),
]

const COLUMNS = ['groups', 'keys', 'counts', 'masses'] as const

/** Rows as columns: the same place of each. */
interface Columns extends Record<(typeof COLUMNS)[number], readonly Whole[]> {
  /** of them all where it is one number */
  x: number | readonly Whole[]
}

type Texts = Record<(typeof COLUMNS)[number], string | null>

const readColumns = ({ groups, keys, counts, masses }: Texts) => ({
  groups: wholesIn(groups ?? ''),
  keys: wholesIn(keys ?? ''),
  counts: wholesIn(counts ?? ''),
  masses: wholesIn(masses ?? ''),
})

const DIRECTIONS = 2 * MOVING.length

/** Adds rows, or those alone that are chosen. */
function addUp(flows: Map<number, Flow>, columns: Columns, isChosen = (_row: number) => true): void {
  const { x, groups, keys, counts, masses } = columns
  for (const [row, each] of groups.entries()) {
    if (!isChosen(row)) continue
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

/** Adds months that are kept as a whole, and answers which; a database would look through all cages for each row. */
async function addKept(flows: Map<number, Flow>, { tx, company }: Reader, cages: Stretch['cages'], spans: Span[]) {
  const texts = [...(cages ? ['cages'] : []), ...COLUMNS].map(
    (column) => sql`array_to_string(m.${sql.ref(column)}, ',') as ${sql.ref(column)}`,
  )
  const months = await tx.rows<Texts & { x: number; month: string; cages: string }>(sql`
    select s.x, to_char(m.month, 'YYYY-MM') as month, ${sql.join(texts)}
    from ${stretchesOf(spans)} join month_facts m on m.company_id = ${company.id} and m.fact = 'moved'
      and m.month >= s.first and m.month + interval '1 month' - interval '1 minute' <= s.last`)
  const wanted = new Set<Whole>(cages)
  for (const month of months) {
    const of = cages && wholesIn(month.cages)
    addUp(flows, { x: month.x, ...readColumns(month) }, of ? (row) => wanted.has(of[row]!) : undefined)
  }
  return months.map(({ month }) => month).sort()
}

/** Adds what the ledger booked in stretches. */
async function addCounted(flows: Map<number, Flow>, { tx, company }: Reader, cages: Stretch['cages'], spans: Span[]) {
  if (spans.length === 0) return
  const within = (cage: string) => ofCages(cage, cages)
  const entries = FACTS.moved({ company: company.id, first: sql`s.first`, last: sql`s.last`, within })
  const sums = await tx.one<Texts & { x: string | null }>(sql`
    select string_agg(x::text, ',') as x, string_agg(group_id::text, ',') as groups, string_agg(key::text, ',') as keys,
      string_agg(count::text, ',') as counts, string_agg(mass::text, ',') as masses
    from (
      select s.x, e.* from ${stretchesOf(spans)} cross join lateral (
        select f.group_id, f.key, sum(f.count) as count, sum(f.mass) as mass from (${entries}) f
        where true ${within('f.cage_id')} group by 1, 2) e) sums`)
  addUp(flows, { x: wholesIn(sums.x ?? ''), ...readColumns(sums) })
}

/** What moved, added up for each group, each kind, and both directions. */
export async function readFlows(reader: Reader, stretch: Stretch): Promise<Flow[]> {
  const spans = spansOf(stretch)
  const flows = new Map<number, Flow>()
  const months = spans.some(isLong) ? await addKept(flows, reader, stretch.cages, spans) : []
  await addCounted(flows, reader, stretch.cages, leftOf(spans, months))
  return [...flows.values()]
}
