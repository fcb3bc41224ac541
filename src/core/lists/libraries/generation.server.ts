import { sql } from 'kysely'
import { showDay } from '../../../shared/dates'
import { fieldErrors } from '../../../server/errors'
import type { Context } from '../../../server/http/route'
import { byName } from '../kit/crud.server'
import type { Own } from '../kit/library-model.server'
import type { generationLibrary } from './generation.contract'

/** Operations that name a generation; a weighing may name several. */
const namings = ({ company }: Context, id: number | null) => sql`(
  select id, count(*)::int as count from (
    select generation_id as id from operations
    where company_id = ${company.id} and generation_id is not null ${id === null ? sql`` : sql`and generation_id = ${id}`}
    union all
    select unnest(generation_ids) from operations
    where company_id = ${company.id} and generation_ids is not null
  ) o group by id)`

export const generation: Own<typeof generationLibrary> = {
  columns: sql`s.name as species_name, coalesce(n.count, 0) as operation_count`,
  joins: (context, id) => sql`
    join species s on s.company_id = t.company_id and s.id = t.species_id
    left join ${namings(context, id)} n on n.id = t.id`,
  used: { operations: sql`n.count > 0` },
  present: (row) => ({ ...row, date: showDay(row.date), nameWithDate: `${row.name} (${showDay(row.date)})` }),
  order: (one, other) => other.date.localeCompare(one.date) || byName(one, other),
  check: async ({ species_id }, { tx, company }) => {
    const known = await tx.maybe(sql`select 1 from species where company_id = ${company.id} and id = ${species_id}`)
    if (!known) throw fieldErrors({ species_id: 'Вид рыбы не найден' })
  },
}
