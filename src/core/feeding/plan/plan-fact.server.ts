/** What was planned for a day beside what was fed. */
import { sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { addDays, showDay } from '../../../shared/dates'
import { MG_PER_KG, sumIn } from '../../../shared/numbers'
import { type Context, route } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { planCalls } from './plan.contract'

interface FactRow {
  cage_id: number
  cage_number: string
  location_id: number
  /** mg, as text */
  planned: string
  fed: string
}

/** One range of each index: feed is weighed in kg, so its millionths are milligrams. */
const readFacts = ({ tx, company, user }: Context, day: string) =>
  tx.rows<FactRow>(sql`
    select c.id as cage_id, c.number as cage_number, c.location_id, sum(t.planned)::text as planned,
      sum(t.fed)::text as fed
    from (
      select cage_id, rate as planned, 0::bigint as fed from feeding_plan_rows
      where company_id = ${company.id} and day = ${day}::date
      union all
      select cage_id, 0, volume from operations
      where company_id = ${company.id} and kind = 'feeding' and at >= ${day}::timestamp
        and at < ${addDays(day, 1)}::timestamp
    ) t
    join cages c on c.company_id = ${company.id} and c.id = t.cage_id
    where true ${scope(user).modules('c.location_id')}
    group by c.id, c.number, c.location_id
    order by c.location_id, length(c.number), c.number, c.id`)

const percentOf = (planned: bigint, fed: bigint): number | null =>
  planned === 0n ? null : Number((fed * 1000n * 2n + planned) / (planned * 2n)) / 10

const shareOf = (planned: bigint, fed: bigint) => ({
  planned: sumIn(MG_PER_KG, String(planned)),
  fed: sumIn(MG_PER_KG, String(fed)),
  percent: percentOf(planned, fed),
})

/** Of many cages; one whose plan is nothing need not be fed. */
function sumOf(rows: readonly FactRow[]) {
  const total = (key: 'planned' | 'fed') => rows.reduce((sum, row) => sum + BigInt(row[key]), 0n)
  const planned = rows.filter((row) => row.planned !== '0')
  return {
    ...shareOf(total('planned'), total('fed')),
    cages_planned: planned.length,
    cages_fed: planned.filter((row) => row.fed !== '0').length,
  }
}

export const planFact = route(planCalls.fact, async ({ date }, context) => {
  const rows = await readFacts(context, date)
  return {
    date: showDay(date),
    ...sumOf(rows),
    locations: [...groupBy(rows, ({ location_id }) => location_id)].map(([location_id, own]) => ({
      location_id,
      ...sumOf(own),
    })),
    cages: rows.map(({ planned, fed, ...cage }) => ({ ...cage, ...shareOf(BigInt(planned), BigInt(fed)) })),
  }
})
