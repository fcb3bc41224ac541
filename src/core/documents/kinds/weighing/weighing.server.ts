import { sql } from 'kysely'
import { averageKg, toKg } from '../../../../shared/numbers'
import { fieldErrors } from '../../../../server/errors'
import type { LedgerRow } from '../../../../server/db/ledger/entries'
import { kindServer } from '../../engine/document.server'
import { groupOf } from '../../engine/journal.server'
import { typedMass } from '../../engine/weights.server'
import { weighing as contract } from './weighing.contract'

/** The average as a fraction: the sample's weight / count, or what was typed. */
const average = ({ count, weight, avg_weight }: Pick<LedgerRow, 'count' | 'weight' | 'avg_weight'>) =>
  count !== null && weight !== null ? { count, mass: weight } : { count: 1, mass: avg_weight! }

export const weighing = kindServer({
  contract,
  movesFish: true,
  footer: 'document',
  reads: ['fish', 'generations'],
  document: async (input, { tx, company }) => {
    const { count, weight, avg_weight, generations } = input
    const sample = count !== null && weight !== null
    if (!sample && avg_weight === null) throw fieldErrors({ avg_weight: 'Введите навеску или количество и вес пробы' })
    typedMass({ count: count ?? 1, weight: sample ? weight : null, avg_weight })
    const ids = [...new Set(input.generation_id ? [input.generation_id] : (generations ?? []))]
    const known = await tx.rows(
      sql`select 1 from generations where company_id = ${company.id} and id = any(${ids}::int[])`,
    )
    if (known.length < ids.length) throw fieldErrors({ generation_id: 'Генерация не найдена' })
    return {
      cage_id: input.cage_id,
      generation_id: ids.length === 1 ? ids[0]! : null,
      generation_ids: ids.length > 1 ? ids : null,
      count,
      // a count with an average describes the sample just as well
      weight: sample ? weight : count !== null ? count * avg_weight! : weight,
      avg_weight: sample ? null : avg_weight,
    }
  },
  effect: (row) => ({
    type: 'set_average',
    cage: row.cage_id!,
    generations: row.generation_ids ?? (row.generation_id === null ? null : [row.generation_id]),
    ...average(row),
  }),
  filter: (input) => (input.show_system ? null : sql`o.user_id is not null`),
  row: (row) => {
    const { count, mass } = average(row)
    return {
      cage_id: row.cage_id,
      cage_number: row.number,
      location_id: row.location_id,
      ...groupOf(row),
      generation_name: row.generation_name ?? row.generation_names,
      generations: row.generation_ids ?? (row.generation_id === null ? null : [row.generation_id]),
      count: row.count,
      weight: row.weight === null ? null : toKg(row.weight),
      avg_weight: averageKg(mass, count),
    }
  },
})
