import { type RawBuilder, sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { addDays, dayOf } from '../../../shared/dates'
import { MILLIONTHS, sumIn } from '../../../shared/numbers'
import { truncateRows, UNPAGED } from '../../../server/http/max-rows'
import { notFound } from '../../../server/errors'
import { route, type Context, type Route } from '../../../server/http/route'
import { presentRow, readHistory } from '../../../core/documents/engine/journal.server'
import type { JournalRow } from '../../../core/documents/engine/row-parts.server'
import { kindServers, registry } from '../../../core/documents/kinds/kinds.server'
import { historyCalls, RECENT_DAYS } from './cage-history.contract'
import { readCages } from '../../../core/cages/cage-rows.server'
import { requireCages } from '../../../core/cages/cages.server'

const codes = Object.values(kindServers).map(({ contract }) => contract.kind)

/** SQL: the last operation of each kind up to an instant, with the cage as source or target. */
function latest(company: number, cage: number, at: string | null): RawBuilder<unknown> {
  const within = at === null ? sql`` : sql`and at <= ${at}::timestamp`
  const newest = sql`${within} order by at desc, id desc limit 1`
  const own = sql`company_id = ${company} and cage_id = ${cage}`
  return sql`(
    select l.id as operation_id from unnest(${codes}::text[]) k
    cross join lateral (select id from operations where ${own} and kind = k ${newest}) l
    union all select l.id from (select id from operations
      where company_id = ${company} and to_cage_id = ${cage} ${newest}) l
  ) p`
}

const present = (row: JournalRow, context: Context) => ({
  kind: row.kind,
  ...presentRow(registry.rowOf(row.kind), row, context),
})

async function info(context: Context, cage: number, at: string | null) {
  const { company } = context
  const [[row], operations] = await Promise.all([
    readCages(context, { ids: [cage], at }),
    readHistory(context, latest(company.id, cage, at)),
  ])
  if (!row) throw notFound('Садок не найден.')
  const byKind = groupBy(operations, ({ kind }) => kind)
  const told = Object.entries(kindServers).map(([name, { contract }]) => {
    const found = byKind.get(contract.kind)?.[0]
    return [name, found ? present(found, context) : null] as const
  })
  return {
    cage: row,
    ...(Object.fromEntries(told) as Record<keyof typeof kindServers, ReturnType<typeof present> | null>),
  }
}

interface DayRow {
  day: string
  fed: string | null
  appetite: number | null
  lost: number
}

/** Recent days for a cage's card: one range of the index by cage and time. */
async function recent(cageId: number, context: Context) {
  const { tx, company } = context
  const today = dayOf(company.now)
  const days = Array.from({ length: RECENT_DAYS }, (_, index) => addDays(today, index + 1 - RECENT_DAYS))
  const [cages, rows] = await Promise.all([
    requireCages(context, [cageId]),
    tx.rows<DayRow>(sql`
      select at::date::text as day, sum(volume) filter (where kind = 'feeding')::text as fed,
        (array_agg(appetite order by at desc, id desc) filter (where kind = 'feeding'))[1] as appetite,
        coalesce(sum(count) filter (where kind = 'retreat'), 0)::int as lost
      from operations where company_id = ${company.id} and cage_id = ${cageId} and kind in ('feeding', 'retreat')
        and at >= ${days[0]!}::timestamp and at < ${addDays(today, 1)}::timestamp group by 1`),
  ])
  if (!cages.has(cageId)) throw notFound('Садок не найден.')
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const yesterday = byDay.get(days.at(-2)!)
  return {
    fed: sumIn(MILLIONTHS, yesterday?.fed ?? '0'),
    appetite: yesterday?.appetite ?? null,
    lost: days.map((day) => byDay.get(day)?.lost ?? 0),
  }
}

interface Period {
  cageId: number
  start: string
  end: string
}

/** Ids of operations in the cage, including transfers into it. */
function happened(company: number, { cageId, start, end }: Period, limit?: number): RawBuilder<unknown> {
  const newest = limit === undefined ? sql`` : sql`order by at desc, id desc limit ${limit}`
  const side = (column: 'cage_id' | 'to_cage_id') => sql`(
    select id, at from operations where company_id = ${company} and ${sql.ref(column)} = ${cageId}
      and at >= ${start}::timestamp and at <= ${end}::timestamp ${newest})`
  return sql`${side('cage_id')} union all ${side('to_cage_id')}`
}

async function all(input: Period & { page?: number; per_page: number }, context: Context) {
  const { tx, company } = context
  const paged = input.page !== undefined
  const limit = paged ? input.per_page : UNPAGED
  const skipped = paged ? (input.page! - 1) * input.per_page : 0
  const picked = sql`(select id as operation_id from (${happened(company.id, input, skipped + limit)}) both_sides
    order by at desc, id desc limit ${limit} offset ${skipped}) p`
  const [[cage], rows, counted] = await Promise.all([
    readCages(context, { ids: [input.cageId] }),
    readHistory(context, picked),
    paged
      ? tx.one<{ total: number }>(sql`select count(*)::int as total from (${happened(company.id, input)}) o`)
      : null,
  ])
  if (!cage) throw notFound('Садок не найден.')
  const told = truncateRows(rows, context).map((row) => present(row, context))
  return counted ? { rows: told, total: counted.total, footer: {} } : told
}

export const historyRoutes: Route[] = [
  route(historyCalls.info, ({ cageId }, context) => info(context, cageId, null)),
  route(historyCalls.infoOnDate, ({ cageId, date }, context) => info(context, cageId, date)),
  route(historyCalls.recent, ({ cageId }, context) => recent(cageId, context)),
  route(historyCalls.all, all),
]
