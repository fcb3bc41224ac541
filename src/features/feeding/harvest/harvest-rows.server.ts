/** Rows of the harvest plan as their list shows them: open ones with what they leave, others with their withdrawal. */
import { type RawBuilder, sql } from 'kysely'
import { addDays, dayOf, showDay } from '../../../shared/dates'
import { toKg } from '../../../shared/numbers'
import { deleteFlags } from '../../../core/lists/kit/crud.server'
import { limitOf, truncateRows } from '../../../server/http/max-rows'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import type { ParsedOf } from '../../../shared/contract'
import type { harvestCalls, HarvestRow, Outlook } from './harvest.contract'
import { outlooksOf, readTakings } from './outlook.server'

interface StoredRow {
  id: number
  day: string
  cage: number
  number: string
  location_id: number
  location: string
  generation: number | null
  generation_name: string | null
  category: number | null
  category_name: string | null
  count: number | null
  weight: number | null
  reason: string
  reason_name: string | null
  counterparty_id: number | null
  counterparty: string | null
  note: string | null
  user: string | null
  version: string
  operation: number | null
  done_at: string | null
  /** what was lifted: pieces, mg */
  done_count: number | null
  done_mass: number | null
}

const readStored = (context: Context, which: RawBuilder<unknown>) => {
  const { tx, company, user } = context
  return tx.rows<StoredRow>(sql`
    select h.id, h.day, h.cage_id as cage, c.number, c.location_id, l.name as location,
      h.generation_id as generation, n.name as generation_name, h.age_category_id as category,
      a.name as category_name, h.count, h.weight, h.reason, r.name as reason_name, h.counterparty_id,
      p.name as counterparty, h.note, u.name as "user", h.xmin::text as version, o.id as operation, o.at as done_at,
      o.count as done_count, (
        select sum(deviation - mass_delta)::bigint from fish_entries
        where company_id = ${company.id} and operation_id = o.id and cage_id = o.cage_id) as done_mass
    from harvest_rows h
    join cages c on c.company_id = ${company.id} and c.id = h.cage_id ${scope(user).modules('c.location_id')}
    join locations l on l.company_id = ${company.id} and l.id = c.location_id
    left join generations n on n.company_id = ${company.id} and n.id = h.generation_id
    left join age_categories a on a.company_id = ${company.id} and a.id = h.age_category_id
    left join withdrawal_reasons r on r.company_id = ${company.id} and r.code = h.reason
    left join counterparties p on p.company_id = ${company.id} and p.id = h.counterparty_id
    left join users u on u.company_id = ${company.id} and u.id = h.user_id
    left join operations o on o.company_id = ${company.id} and o.harvest_row_id = h.id
    where h.company_id = ${company.id} ${which}
    order by h.day, h.id ${limitOf({ per_page: 1 })}`)
}

export const DONE = 'Строка выполнена. Чтобы изменить её, удалите подъём.'

/** What the columns show of a row on its day. */
const numbersOf = (row: StoredRow, seen: Outlook | null) => ({
  takes_count: seen?.takes_count ?? row.done_count ?? row.count ?? 0,
  takes_weight: seen?.takes_weight ?? toKg(row.done_mass ?? row.weight ?? 0),
  expected_count: seen?.expected_count ?? null,
  expected_weight: seen?.expected_weight ?? null,
  expected_avg_weight: seen?.expected_avg_weight ?? null,
  left_count: seen?.left_count ?? null,
  left_weight: seen?.left_weight ?? null,
  density_after: seen?.density_after ?? null,
  remarks: seen?.remarks.join('. ') ?? '',
})

function rowOf(row: StoredRow, seen: Outlook | null, { speak }: Context): HarvestRow {
  const done = row.operation !== null
  return {
    id: row.id,
    date: showDay(row.day),
    day: row.day,
    cage_id: row.cage,
    cage_number: row.number,
    location_id: row.location_id,
    location: row.location,
    generation_id: row.generation,
    age_category_id: row.category,
    group: row.generation_name && `${row.generation_name} · ${row.category_name}`,
    count: row.count,
    weight: row.weight === null ? null : toKg(row.weight),
    reason: row.reason,
    reason_name: row.reason_name ?? row.reason,
    counterparty_id: row.counterparty_id,
    counterparty: row.counterparty,
    note: row.note,
    user: row.user,
    state: done ? 'done' : 'open',
    state_name: done ? 'выполнена' : 'открыта',
    operation_id: row.operation,
    done_datetime: row.done_at,
    outlook: seen,
    ...numbersOf(row, seen),
    edit_disabled: done,
    edit_disabled_reason: done ? speak(DONE) : null,
    archived: false,
    version: row.version,
    ...deleteFlags(done ? DONE : null, speak),
  }
}

/** Open rows of a cage count for each other, also those that were not asked for. */
async function told(stored: readonly StoredRow[], context: Context): Promise<HarvestRow[]> {
  const cages = [...new Set(stored.flatMap(({ cage, operation }) => (operation === null ? [cage] : [])))]
  const seen = await outlooksOf(context, await readTakings(context, cages))
  return stored.map((row) => rowOf(row, row.operation === null ? (seen.get(row.id) ?? null) : null, context))
}

/** One by its id. */
export const readRow = async (context: Context, id: number | null): Promise<HarvestRow[]> =>
  told(await readStored(context, sql`and h.id = ${id}::int`), context)

/** Done rows are told of so many days, unless a period is asked for. */
const DONE_DAYS = 30

export async function readPlan(input: ParsedOf<typeof harvestCalls.list>, context: Context): Promise<HarvestRow[]> {
  const { start, end, cages_id, location_id, state } = input
  const since = start ?? addDays(dayOf(context.company.now), -DONE_DAYS)
  const stored = await readStored(
    context,
    sql`
      ${cages_id ? sql`and h.cage_id = any(${cages_id}::int[])` : sql``}
      ${location_id ? sql`and c.location_id = ${location_id}` : sql``}
      ${state ? sql`and (o.id is null) = ${state === 'open'}` : sql``}
      ${start ? sql`and h.day >= ${start}::date` : sql`and (o.id is null or h.day >= ${since}::date)`}
      ${end ? sql`and h.day <= ${end}::date` : sql``}`,
  )
  return told(truncateRows(stored, context), context)
}
