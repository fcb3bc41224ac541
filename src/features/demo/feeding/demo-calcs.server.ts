/** Which feed the demo farm's cages get: by the size of their fish, one calculation for each. */
import { sql } from 'kysely'
import { db, type Tx } from '../../../server/db/client'
import { addDays } from '../../../shared/dates'
import type { Strategy } from '../../../shared/feeding/strategies'
import { MILLIONTHS } from '../../../shared/numbers'

interface CalcPlan {
  name: string
  /** places in the lists of the farm */
  feed: number
  categories: number[]
  strategy: Strategy
}

/** Every category has one, so no cage with fish is without a feed. */
const CALCS: CalcPlan[] = [
  { name: 'Мальки, 3 мм', feed: 0, categories: [0], strategy: 'OwnHistoryStrategy' },
  { name: 'Подращивание, 4 мм', feed: 1, categories: [1], strategy: 'OwnHistoryStrategy' },
  { name: 'Двухлетки, 6 мм', feed: 2, categories: [2], strategy: 'OwnHistoryStrategy' },
  { name: 'Товарная рыба и производители, 8 мм', feed: 3, categories: [3, 4], strategy: 'LadogaHistoricalStrategy' },
]

/** Fish for sale get a little less than the norm since then. */
const SPARING = { calc: 3, days: 14, coefficient: 0.9 * MILLIONTHS }

/** Ids by the order of the farm's lists. */
interface Lists {
  feeds: readonly number[]
  categories: readonly number[]
}

export async function assignFeeds(
  tx: Tx,
  company_id: number,
  place: Lists,
  { start, today }: { start: string; today: string },
): Promise<void> {
  const { id: measure_parameter_id } = await tx.one<{ id: number }>(sql`
    select id from measure_parameters where company_id = ${company_id} and measure_type = 'temperature'
    order by id limit 1`)
  const planOf = ({ name, feed, categories, strategy }: CalcPlan) => ({
    company_id,
    name,
    good_id: place.feeds[feed]!,
    measure_parameter_id,
    age_category_ids: categories.map((category) => place.categories[category]!),
    starts_on: start,
    strategy,
  })
  const made = await tx.rows(db.insertInto('feed_calcs').values(CALCS.map(planOf)).returning('id'))
  await tx.run(
    db.insertInto('feed_calc_coefficients').values({
      company_id,
      feed_calc_id: made[SPARING.calc]!.id,
      day: addDays(today, -SPARING.days),
      coefficient: SPARING.coefficient,
    }),
  )
}
