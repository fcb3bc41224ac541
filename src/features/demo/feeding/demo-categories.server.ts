/** The demo farm's age categories by weight; two of its cages have just outgrown theirs, and wait for somebody. */
import { sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import type { Tx } from '../../../server/db/client'

const MG_PER_GRAM = 1000

export const BY_WEIGHT = { 'age-categories-by-weight': true }

/** Of all groups with fish, the heaviest first. */
const readAverages = (tx: Tx, company: number) =>
  tx.rows<{ category: number; average: number }>(sql`
    select g.age_category_id as category, (e.mass_after / e.count_after)::bigint as average from fish_groups g
    cross join lateral (
      select count_after, mass_after from fish_entries
      where company_id = ${company} and group_id = g.id order by at desc, operation_id desc limit 1
    ) e
    where g.company_id = ${company} and e.count_after > 0 order by 2 desc`)

/**
 * Categories from fry on, `from` grams on which each begins; parents, the last of them, have no weight of their own.
 */
export async function rangeCategories(
  tx: Tx,
  company: number,
  categories: readonly number[],
  from: readonly number[],
): Promise<void> {
  const averages = groupBy(await readAverages(tx, company), ({ category }) => category)
  const bounds = from.map((grams) => grams * MG_PER_GRAM)
  const [largest] = [...averages.values()].sort((one, other) => other.length - one.length)
  const next = largest ? categories.indexOf(largest[0]!.category) + 1 : 0
  const [, second, third] = largest ?? []
  if (next > 0 && next < bounds.length && second && third)
    bounds[next] = Math.round((second.average + third.average) / 2 / MG_PER_GRAM) * MG_PER_GRAM
  await tx.run(sql`
    update age_categories a set avg_weight_from = b.low, avg_weight_to = b.high
    from unnest(${categories.slice(0, bounds.length)}::int[], ${bounds.map((bound) => bound || null)}::bigint[],
      ${bounds.map((_, index) => bounds[index + 1] ?? null)}::bigint[]) as b (id, low, high)
    where a.company_id = ${company} and a.id = b.id`)
}
