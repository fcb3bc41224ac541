/** Facts of months that are over, as a job keeps them: right, or not there. */
import { sql } from 'kysely'
import type { Database, Tx } from '../../../server/db/client'
import { hasBeenOver, keepMonths } from '../../../server/db/kept-months'
import { FACTS, type Fact } from './facts.server'

/** On a farm of fewer entries everything is added up as fast. */
const MANY = 20_000

const names = Object.keys(FACTS) as Fact[]

/** SQL: the columns of a month, each an array in the same order; null where nothing happened. */
const columnsOf = (company: number, fact: Fact, month: string) => sql`
  select coalesce(array_agg(cage_id), '{}') as cages, coalesce(array_agg(group_id), '{}') as groups,
    coalesce(array_agg(key), '{}') as keys, coalesce(array_agg(count), '{}') as counts,
    coalesce(array_agg(mass), '{}') as masses
  from (
    select cage_id, coalesce(group_id, 0) as group_id, coalesce(key::text, '') as key, sum(count)::bigint as count,
      sum(mass)::bigint as mass
    from (${FACTS[fact]({
      company,
      first: sql`${month}::timestamp`,
      last: sql`(${month}::timestamp + interval '1 month' - interval '1 minute')`,
      within: () => sql``,
    })}) f
    group by 1, f.group_id, f.key order by 1, 2, 3) f`

const isLarge = async (tx: Tx, company: number): Promise<boolean> =>
  (await tx.maybe(sql`select from fish_entries where company_id = ${company} limit 1 offset ${MANY}`)) !== undefined

/**
 * The first month after those that are kept, if it has been over for a day: none is left out, so that what a report has
 * to add up is the end of its period.
 */
const nextMonth = (tx: Tx, company: number, fact: Fact) =>
  tx.maybe<{ month: string }>(sql`
    select month::date as month from (
      select coalesce((
        select max(month) + interval '1 month' from month_facts where company_id = ${company} and fact = ${fact}), (
        select date_trunc('month', min(first_at)) from fish_groups where company_id = ${company})) as month) next
    where ${hasBeenOver}`)

export async function keepFacts(database: Database, company: number, { all = false } = {}): Promise<void> {
  if (!all && !(await database.transaction(company, (tx) => isLarge(tx, company), { reading: true }))) return
  // what reports no longer ask for
  await database.transaction(company, (tx) =>
    tx.run(sql`delete from month_facts where company_id = ${company} and fact <> all(${names}::text[])`),
  )
  for (const fact of names)
    await keepMonths(database, company, {
      next: (tx) => nextMonth(tx, company, fact),
      keep: (tx, month) =>
        tx.run(sql`
          insert into month_facts (company_id, fact, month, cages, groups, keys, counts, masses)
          select ${company}::int, ${fact}, ${month}::date, c.* from (${columnsOf(company, fact, month)}) c`),
    })
}

/** A sentence for each month whose facts are not those of the ledger. */
export async function checkFacts(tx: Tx, company: number): Promise<string[]> {
  const wrong: string[] = []
  const kept = await tx.rows<{ fact: Fact; month: string }>(
    sql`select fact, month from month_facts where company_id = ${company} and fact = any(${names}::text[]) order by 1, 2`,
  )
  for (const { fact, month } of kept) {
    const { same } = await tx.one<{ same: boolean }>(sql`
      select (m.cages, m.groups, m.keys, m.counts, m.masses)
        is not distinct from (c.cages, c.groups, c.keys, c.counts, c.masses) as same
      from month_facts m cross join (${columnsOf(company, fact, month)}) c
      where m.company_id = ${company} and m.fact = ${fact} and m.month = ${month}::date`)
    if (!same) wrong.push(`${fact} of ${month.slice(0, 7)}: the kept sums are not those of the entries`)
  }
  return wrong
}
