import { sql } from 'kysely'
import { toKg } from '../../../shared/numbers'
import { fieldErrors } from '../../../server/errors'
import { kindServer } from '../document.server'
import { fishOf } from '../journal.server'
import { typedMass } from '../weights.server'
import { withdrawal as contract } from './withdrawal.contract'

export const withdrawal = kindServer({
  contract,
  movesFish: true,
  footer: 'entries',
  document: async (input, { tx, company }) => {
    const known = await tx.maybe(
      sql`select 1 from withdrawal_reasons where company_id = ${company.id} and code = ${input.reason}`,
    )
    if (!known) throw fieldErrors({ reason: 'Выберите причину' })
    return {
      cage_id: input.from_id,
      count: input.count,
      weight: typedMass(input),
      selection: input.selection ?? null,
      reason: input.reason,
    }
  },
  effect: (row) => ({
    type: 'move',
    from: { cage: row.cage_id!, generation: row.generation_id!, category: row.age_category_id! },
    count: row.count!,
    mass: row.weight,
    selection: row.selection,
  }),
  row: (row) => ({
    from_id: row.cage_id,
    number: row.number,
    location_id: row.location_id,
    ...fishOf(row),
    mass_deviation: toKg(row.deviation ?? 0),
    selection: row.selection,
    reason: row.reason,
    reason_name: row.reason_name ?? row.reason,
  }),
})
