import { sql } from 'kysely'
import { showDay } from '../../../shared/dates'
import { fieldErrors } from '../../../server/errors'
import type { Context } from '../../../server/http/route'
import { byName } from '../kit/crud.server'
import type { Own } from '../kit/library-model.server'
import { type generationLibrary, MAX_OPERATIONS } from './generation.contract'

/** SQL: operations that name only the generation `t`, counted up to the limit: ten years of one are a million. */
const named = ({ company }: Context) => sql`(
  select count(*)::int from (
    select from operations where company_id = ${company.id} and generation_id = t.id limit ${MAX_OPERATIONS + 1}) o)`

/** Weighings that name several. */
const severals = ({ company }: Context) => sql`(
  select id, count(*)::int as count from (
    select unnest(generation_ids) as id from operations
    where company_id = ${company.id} and generation_ids is not null) o
  group by id)`

export const generation: Own<typeof generationLibrary> = {
  columns: sql`s.name as species_name, n.count as operation_count`,
  joins: (context) => sql`
    join species s on s.company_id = t.company_id and s.id = t.species_id
    left join ${severals(context)} w on w.id = t.id
    cross join lateral (select least(${named(context)} + coalesce(w.count, 0),
      ${MAX_OPERATIONS + 1}::int) as count) n`,
  used: { operations: sql`n.count > 0` },
  present: (row) => ({ ...row, date: showDay(row.date), nameWithDate: `${row.name} (${showDay(row.date)})` }),
  order: (one, other) => other.date.localeCompare(one.date) || byName(one, other),
  check: async ({ species_id }, { tx, company }) => {
    const known = await tx.maybe(sql`select 1 from species where company_id = ${company.id} and id = ${species_id}`)
    if (!known) throw fieldErrors({ species_id: 'Вид рыбы не найден' })
  },
}
