/** What stands under a journal: sums over all its rows. */
import { sql } from 'kysely'
import { averageOfSums, MG_PER_KG, MILLIONTHS, sumIn } from '../../../shared/numbers'
import type { Context } from '../../../server/http/route'
import type { KindServer } from './document.server'
import { among, isUnfiltered, type JournalInput, operationsOf, within } from './journal-where.server'
import { added, addedTotals, gapsOf, readMonths, type Sums } from './month-sums.server'

/** Sums of what was typed: those that are kept for whole months, and the rest of the period from its operations. */
async function typedSums(
  context: Context,
  kind: KindServer,
  input: JournalInput,
  cages: number[] | null,
): Promise<Sums> {
  const months = isUnfiltered(kind, context, input, cages) ? await readMonths(context, kind, input, cages) : []
  const gaps = gapsOf(
    input,
    months.map(({ month }) => month),
  )
  const where = within(context, kind, input, cages, { start: sql.ref('gap.since'), end: sql.ref('gap.until') })
  const rest = await context.tx.one<Sums>(sql`
    select coalesce(sum(total), 0)::int as total, sum(count)::text as count, sum(weight)::text as weight,
      sum(volume)::text as volume, null::text as count_difference
    from unnest(${gaps.map(({ start }) => start)}::timestamp[], ${gaps.map(({ end }) => end)}::timestamp[])
      as gap (since, until)
    cross join lateral (
      select count(*) as total, sum(o.count) as count, sum(o.weight) as weight, sum(o.volume) as volume
      from ${operationsOf(kind, context, input, cages)} where ${where}) sums`)
  return added([...months, rest])
}

/** Sums over all rows. Sums of ledger entries are read from the entries alone, when only cages are filtered. */
export function sums(context: Context, kind: KindServer, input: JournalInput, cages: number[] | null): Promise<Sums> {
  if (kind.footer === 'document') return typedSums(context, kind, input, cages)
  const { tx } = context
  const company = context.company.id
  const where = within(context, kind, input, cages)
  const booked = sql`count(*)::int as total, (-sum(e.count_delta))::text as count,
    (-sum(e.mass_delta - e.deviation))::text as weight, null::text as volume,
    sum(e.count_delta)::text as count_difference`
  const source = kind.footer === 'changes' ? sql`true` : sql`e.count_delta < 0`
  if (!kind.filter?.(input) && !(cages && kind.reads.includes('target'))) {
    return tx.one<Sums>(sql`select ${booked} from fish_entries e
      where e.company_id = ${company} and e.kind = ${kind.contract.kind}
      and e.at between ${input.start}::timestamp and ${input.end}::timestamp and ${source}
      ${cages ? sql`and ${among('e.cage_id', cages)}` : sql``}`)
  }
  return tx.one<Sums>(sql`select ${booked} from operations o
    join fish_entries e on e.company_id = ${company} and e.operation_id = o.id and e.cage_id = o.cage_id and ${source}
      where ${where}`)
}

/** Of its own columns: from what is kept for whole months, and the rest of the period from its documents. */
async function ownTotals(context: Context, kind: KindServer, input: JournalInput, cages: number[] | null) {
  const months =
    kind.totalsAddUp && isUnfiltered(kind, context, input, cages) ? await readMonths(context, kind, input, cages) : []
  const kept = months.filter(({ own }) => own !== null)
  const gaps = gapsOf(
    input,
    kept.map(({ month }) => month),
  )
  const rest = await Promise.all(
    gaps.map((gap) => kind.totals!(within(context, kind, input, cages, gap), context, input)),
  )
  return kept.length > 0 ? addedTotals([...kept.map(({ own }) => own!), ...rest]) : rest[0]!
}

/** The kind's own sums, of those columns that have a value. */
export async function ownSums(context: Context, kind: KindServer, input: JournalInput, cages: number[] | null) {
  const found = kind.totals ? await ownTotals(context, kind, input, cages) : {}
  return Object.fromEntries(Object.entries(found).filter(([, sum]) => sum !== null)) as Record<string, number>
}

export function footerOf({ count, weight, volume, count_difference }: Sums): Record<string, number> {
  const footer: Record<string, number> = {}
  if (count !== null) footer.count = Number(count)
  if (weight !== null) footer.weight = sumIn(MG_PER_KG, weight)
  if (Number(count) && weight !== null) footer.avg_weight = averageOfSums(weight, count!)
  if (volume !== null) footer.volume = sumIn(MILLIONTHS, volume)
  if (count_difference !== null) footer.count_difference = Number(count_difference)
  return footer
}
