/** Costs at the end of months that are over, as the job keeps them: right, or not there. */
import { sql } from 'kysely'
import type { JobCompany } from '../../../server/db/companies'
import type { Context } from '../../../server/http/route'
import { type CostsAfter, type GroupMonth, LEFT } from '../../../shared/fish-cost/fold'
import { totalOf } from '../../../shared/fish-cost/cost'

type Reader = Pick<Context, 'tx'> & { company: JobCompany }

/** By what settings costs are reckoned: others leave other costs. */
const basisOf = ({ company: { settings } }: Reader): string =>
  [settings['cost-method'], settings['cost-share'], settings['ask-loss-percent']].join(':')

interface Stored {
  groups: (Omit<GroupMonth, 'uses'> & { uses: [number, { amount: number; kopecks: number }][] })[]
  nobody: CostsAfter['nobody']
  sold: [number, number][]
}

const isEmpty = ({ group, opening, came, moved, left, closing }: GroupMonth) =>
  group.count === 0 &&
  [opening, totalOf(came), moved, ...LEFT.map((how) => left[how]), totalOf(closing.parts)].every((one) => one === 0)

const storedOf = ({ groups, nobody, sold }: CostsAfter): Stored => ({
  groups: [...groups.values()]
    .filter((one) => !isEmpty(one))
    .map(({ group, opening, came, moved, left, closing, uses }) => ({
      ...{ group, opening, came, moved, left, closing },
      uses: [...uses],
    })),
  nobody,
  sold: [...sold],
})

const revived = ({ groups, nobody, sold }: Stored): CostsAfter => ({
  groups: new Map(groups.map(({ uses, ...one }) => [one.group.id, { ...one, uses: new Map(uses) }])),
  nobody,
  sold: new Map(sold),
})

/** The first day of the last month that is kept, up to this one. */
export async function lastKept(reader: Reader, until: string): Promise<string | null> {
  const { month } = await reader.tx.one<{ month: string | null }>(sql`
    select max(month) as month from fish_cost_months
    where company_id = ${reader.company.id} and basis = ${basisOf(reader)} and month <= ${until}::date`)
  return month
}

/** One of those that are kept; null where it is gone. */
export async function readKept({ tx, company }: Reader, month: string): Promise<CostsAfter | null> {
  const row = await tx.maybe<{ costs: Stored }>(
    sql`select costs from fish_cost_months where company_id = ${company.id} and month = ${month}::date`,
  )
  return row ? revived(row.costs) : null
}

/** Whoever writes into the past waits for the end of this transaction, and then takes away what it kept. */
export const lockPast = ({ tx, company }: Reader) => tx.run(sql`select pg_advisory_xact_lock(43, ${company.id}::int)`)

export async function keepMonth(reader: Reader, month: string, after: CostsAfter): Promise<void> {
  await reader.tx.run(sql`
    insert into fish_cost_months (company_id, month, basis, costs)
    values (${reader.company.id}, ${month}::date, ${basisOf(reader)}, ${JSON.stringify(storedOf(after))}::jsonb)`)
}

/** Months by other settings than those of now. */
export const dropOthers = (reader: Reader) =>
  reader.tx.run(sql`delete from fish_cost_months
    where company_id = ${reader.company.id} and basis <> ${basisOf(reader)}`)
