/** The demo farm's harvest plan: three rows ahead, and the last sale, which was planned too. */
import { sql } from 'kysely'
import { db, type Tx } from '../../../server/db/client'
import { addDays, dayOf } from '../../../shared/dates'
import { MG_PER_KG } from '../../../shared/numbers'

interface DemoHarvest {
  company: number
  place: { people: { zootechnician: number }; counterparties: readonly number[] }
  /** farm's wall clock */
  now: string
}

/** The cages with the heaviest fish for sale. */
const heaviest = (tx: Tx, company: number) =>
  tx.rows<{ cage: number }>(sql`
    select g.cage_id as cage from fish_groups g
    cross join lateral (
      select count_after, mass_after from fish_entries where company_id = ${company} and group_id = g.id
      order by at desc, operation_id desc limit 1
    ) e
    where g.company_id = ${company} and e.count_after > 1000
    order by e.mass_after / e.count_after desc, g.cage_id limit 3`)

/** So many days ahead, of the heaviest cages in their order: kilograms or pieces. */
const ROWS = [
  { ahead: 1, cage: 0, weight: 1200 * MG_PER_KG, count: null, note: 'Самовывоз до 10:00' },
  { ahead: 5, cage: 1, weight: 900 * MG_PER_KG, count: null, note: null },
  { ahead: 9, cage: 2, weight: null, count: 400, note: 'Только рыба от 1,5 кг' },
]

export async function planHarvest(tx: Tx, { company, place, now }: DemoHarvest): Promise<void> {
  const cages = await heaviest(tx, company)
  const common = { company_id: company, reason: 'sale', user_id: place.people.zootechnician }
  const rows = ROWS.flatMap(({ ahead, cage, ...row }, index) => {
    const found = cages[cage]
    const buyer = place.counterparties[index]!
    return found
      ? [{ ...common, ...row, day: addDays(dayOf(now), ahead), cage_id: found.cage, counterparty_id: buyer }]
      : []
  })
  if (rows.length > 0) await tx.run(db.insertInto('harvest_rows').values(rows))
  await tx.run(sql`
    with last as (
      select id, at, cage_id, generation_id, age_category_id, count, reason, counterparty_id from operations
      where company_id = ${company} and kind = 'withdrawal' and reason = 'sale' order by at desc, id desc limit 1
    ), planned as (
      insert into harvest_rows (company_id, day, cage_id, generation_id, age_category_id, count, reason,
        counterparty_id, user_id)
      select ${company}::int, at::date, cage_id, generation_id, age_category_id, count, reason, counterparty_id,
        ${place.people.zootechnician}::int from last returning id
    )
    update operations set harvest_row_id = planned.id from planned, last
    where company_id = ${company} and operations.id = last.id`)
}
