/** The demo farm's plans of today and tomorrow, as the zootechnician left them in the evening. */
import { db, type Tx } from '../../../server/db/client'
import { addDays, dayOf } from '../../../shared/dates'
import { MILLIONTHS, toKg, toMg } from '../../../shared/numbers'
import { companySettings } from '../../../shared/settings'
import { textOf } from '../../../shared/say'
import { proposals } from '../../../core/feeding/plan/proposals.server'

interface DemoPlan {
  company: number
  user: number
  /** farm's wall clock */
  now: string
}

/** The cage of tomorrow that is to get less than its norm: whoever opens the plan is asked about it. */
const SPARED = { place: 2, share: 0.9 }

/** As a plan shows it: what was typed is no more exact. */
const typed = (kg: number) => toMg(Math.round(kg * 100) / 100)

async function planDay(tx: Tx, { company, user, now }: DemoPlan, day: string, spared: boolean): Promise<void> {
  const everyone = { location_ids: null, stock_ids: null }
  const settings = companySettings.parse({})
  const proposed = await proposals(day, { tx, company: { id: company, now, settings }, user: everyone, speak: textOf })
  const rows = proposed.flatMap((row, index) => {
    if (row.rate === null || row.growth === null || row.temperature === null) return []
    const share = spared && index === SPARED.place ? SPARED.share : 1
    const rate = typed(row.rate * share)
    // of what was typed, as the plan calculates it
    const growth = typed((row.growth * toKg(rate)) / row.rate)
    return {
      company_id: company,
      day,
      cage_id: row.cage_id,
      good_id: row.feed_type_id,
      avg_weight: toMg(row.avg_weight),
      count: row.count,
      weight: toMg(row.weight),
      temperature: Math.round(row.temperature * MILLIONTHS),
      rate,
      calc_rate: toMg(row.rate),
      growth,
      calc_growth: growth,
      user_id: user,
    }
  })
  if (rows.length > 0) await tx.run(db.insertInto('feeding_plan_rows').values(rows))
}

export async function planFeeding(tx: Tx, plan: DemoPlan): Promise<void> {
  const today = dayOf(plan.now)
  // tomorrow begins with the fish that today leaves
  await planDay(tx, plan, today, false)
  await planDay(tx, plan, addDays(today, 1), true)
}
