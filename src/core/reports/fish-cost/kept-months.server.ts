/**
 * Costs at the end of months that are over, as the job keeps them: right, or not there. What was used and what sold
 * fish had cost stand apart: they are read of the months that are asked for it.
 */
import { sql } from 'kysely'
import type { JobCompany } from '../../../server/db/companies'
import type { Tx } from '../../../server/db/client'
import type { Context } from '../../../server/http/route'
import { type CostsAfter, type GroupMonth, LEFT } from '../../../shared/fish-cost/fold'
import { dayOf } from '../../../shared/dates'
import { addUse, addUses, PARTS, totalOf, type Uses } from '../../../shared/fish-cost/cost'
import type { Basis } from './basis.server'

type Reader = Pick<Context, 'tx'> & { company: JobCompany }

const isEmpty = ({ group, opening, came, moved, left, closing, uses }: GroupMonth) =>
  group.count === 0 &&
  uses.size === 0 &&
  [opening, totalOf(came), moved, ...LEFT.map((how) => left[how]), totalOf(closing.parts)].every((one) => one === 0)

/** A group's numbers in one order. */
const packed = ({ group, opening, came, moved, left, closing }: GroupMonth): number[] => [
  ...[group.id, group.cage, group.location, group.generation, group.category, group.count, group.mass],
  ...[opening, moved, closing.unpricedFeed, closing.unpricedFish],
  ...LEFT.map((how) => left[how]),
  ...came,
  ...closing.parts,
]

const HEAD = 11
const [LEFT_END, CAME_END] = [HEAD + LEFT.length, HEAD + LEFT.length + PARTS.length]

function revived(numbers: readonly number[]): GroupMonth {
  const [id, cage, location, generation, category, count, mass, opening, moved, unpricedFeed, unpricedFish] =
    numbers as [number, number, number, number, number, number, number, number, number, number, number]
  return {
    group: { id, cage, location, generation, category, count, mass },
    opening,
    moved,
    left: Object.fromEntries(LEFT.map((how, index) => [how, numbers[HEAD + index]!])) as GroupMonth['left'],
    came: numbers.slice(LEFT_END, CAME_END),
    closing: { parts: numbers.slice(CAME_END), unpricedFeed, unpricedFish },
    uses: new Map(),
  }
}

interface Stored {
  groups: number[][]
  nobody: CostsAfter['nobody']
}

/** Those up to a day, the newest first. */
const readBases = ({ tx, company }: Reader, until: string) =>
  tx.rows<{ month: string; basis: string }>(sql`
    select month, basis from fish_cost_months
    where company_id = ${company.id} and month <= ${until}::date order by month desc`)

/** The first day of the last month that is kept, up to this one. */
export async function lastKept(reader: Reader, basis: Basis, until: string): Promise<string | null> {
  const rows = await readBases(reader, until)
  return rows.find((row) => row.basis === basis.of(row.month))?.month ?? null
}

/** One of those that are kept, without what stands apart; null where it is gone. */
export async function readKept({ tx, company }: Reader, month: string): Promise<CostsAfter | null> {
  // a text within: numbers of jsonb would be written out one by one
  const row = await tx.maybe<{ costs: string }>(
    sql`select costs #>> '{}' as costs from fish_cost_months
    where company_id = ${company.id} and month = ${month}::date`,
  )
  if (!row) return null
  const { groups, nobody } = JSON.parse(row.costs) as Stored
  return { groups: new Map(groups.map((one) => [one[0]!, revived(one)])), nobody, sold: new Map() }
}

type PackedUses = [good: number, amount: number, kopecks: number][]

const packedUses = (uses: Uses): string =>
  JSON.stringify([...uses].map(([good, { amount, kopecks }]) => [good, amount, kopecks]))

/** A month whose uses are asked for: of these groups, or of all. */
export interface KeptUses {
  month: string
  groups: readonly number[] | null
}

/** What groups were given in kept months. */
export async function readUses({ tx, company }: Reader, months: readonly KeptUses[]): Promise<Uses> {
  const some = months.flatMap(({ month, groups }) => (groups ?? []).map((group) => ({ month, group })))
  const all = months.filter(({ groups }) => groups === null)
  const rows = await tx.rows<{ goods: string }>(sql`
    select goods from fish_cost_months
    where company_id = ${company.id} and month = any(${all.map(({ month }) => month)}::date[])
    union all
    select u.goods
    from (
      select month, array_agg(id) as ids
      from unnest(${some.map(({ month }) => month)}::date[], ${some.map(({ group }) => group)}::int[]) as n (month, id)
      group by 1) s
    join fish_cost_months m on m.company_id = ${company.id} and m.month = s.month
    cross join lateral unnest(m.group_ids, m.group_goods) as u (id, goods)
    where u.id = any(s.ids)`)
  const sums: Uses = new Map()
  for (const { goods } of rows)
    for (const [good, amount, kopecks] of JSON.parse(goods) as PackedUses) addUse(sums, good, { amount, kopecks })
  return sums
}

/** What the fish sold in kept months had cost, by withdrawal. */
export async function readSold({ tx, company }: Reader, months: readonly string[]): Promise<CostsAfter['sold']> {
  const rows = await tx.rows<{ sold: string }>(
    sql`select sold from fish_cost_months where company_id = ${company.id} and month = any(${[...months]}::date[])`,
  )
  return new Map(rows.flatMap(({ sold }) => JSON.parse(sold) as [number, number][]))
}

/** Whoever writes into the past waits for the end of this transaction, and then takes away what it kept. */
export const lockPast = (tx: Tx, company: number) => tx.run(sql`select pg_advisory_xact_lock(43, ${company}::int)`)

/** SQL: the columns of a month as it is stored. */
function columnsOf(after: CostsAfter) {
  const all = [...after.groups.values()]
  const costs: Stored = { groups: all.filter((one) => !isEmpty(one)).map(packed), nobody: after.nobody }
  const fed = all.filter(({ uses }) => uses.size > 0)
  return sql`to_jsonb(${JSON.stringify(costs)}::text), ${packedUses(addUses(all.map(({ uses }) => uses)))}::text,
    ${fed.map(({ group }) => group.id)}::int[], ${fed.map(({ uses }) => packedUses(uses))}::text[],
    ${JSON.stringify([...after.sold])}::text`
}

export async function keepMonth(reader: Reader, basis: Basis, month: string, after: CostsAfter): Promise<void> {
  await reader.tx.run(sql`
    insert into fish_cost_months (company_id, month, basis, costs, goods, group_ids, group_goods, sold)
    values (${reader.company.id}, ${month}::date, ${basis.of(month)}, ${columnsOf(after)})`)
}

/** Whether another month is kept than this one; not when none is. */
export async function differs({ tx, company }: Reader, month: string, after: CostsAfter): Promise<boolean> {
  const rows = await tx.rows(sql`
    select from fish_cost_months where company_id = ${company.id} and month = ${month}::date
      and (costs, goods, group_ids, group_goods, sold) is distinct from (${columnsOf(after)})`)
  return rows.length > 0
}

/** Months by other settings than those of now, or by other costs of goods. */
export async function dropOthers(reader: Reader, basis: Basis): Promise<void> {
  const rows = await readBases(reader, dayOf(reader.company.now))
  const others = rows.filter((row) => row.basis !== basis.of(row.month)).map(({ month }) => month)
  await reader.tx.run(sql`delete from fish_cost_months
    where company_id = ${reader.company.id} and month = any(${others}::date[])`)
}
