/** Explains the state of a group: its entries newest first, each with its operation and that operation's edits. */
import { type RawBuilder, sql } from 'kysely'
import { averageKg, toKg } from '../../../shared/numbers'
import type { ParsedOf } from '../../../shared/contract'
import { type GroupAt, groupsBefore } from '../../../server/db/ledger/groups'
import type { Position } from '../../../server/db/ledger/entries'
import { notFound } from '../../../server/errors'
import { route, type Context } from '../../../server/http/route'
import { groupRow } from '../../cages/cage-rows.server'
import { requireCages } from '../../cages/cages.server'
import { readEdits } from './edits.server'
import { presentRow, readHistory } from '../engine/journal.server'
import type { JournalRow } from '../engine/row-parts.server'
import type { Registry } from '../engine/write/posting.server'
import { whyCall } from './why.contract'

type Input = ParsedOf<typeof whyCall>

/** Later than any operation. */
const END: Position = { at: '9999-12-31T23:59', id: Number.MAX_SAFE_INTEGER }
/** How many entries back the one that set a number is searched for. */
const FAR_BACK = 2000

interface EntryColumns {
  delta: number
  mass: number
  growth: number
  pieces: number
  held: number
}
const ENTRY = sql`, p.count_delta as delta, p.mass_delta as mass, p.deviation as growth, p.count_after as pieces,
  p.mass_after as held`

type EntryRow = JournalRow & EntryColumns

const entriesBefore = (company: number, group: number, { at, id }: Position, limit: number) => sql`
  select * from fish_entries
  where company_id = ${company} and group_id = ${group} and (at, operation_id) < (${at}::timestamp, ${id}::bigint)
  order by at desc, operation_id desc limit ${limit}`

/** SQL: the entry changed the average visibly, by a milligram or more, or brought the first fish. */
const AVERAGE_MOVED = sql`count_after > 0 and (count_after = count_delta or
  abs(mass_after::float8 / count_after - (mass_after - mass_delta)::float8 / nullif(count_after - count_delta,
    0)) >= 1)`

/** The last entries that changed the number of fish and their average. */
function readSetters(context: Context, group: number, from: Position) {
  const last = (what: string, condition: RawBuilder<unknown>) => sql`(
    select ${what}::text as what, e.* from (${entriesBefore(context.company.id, group, from, FAR_BACK)}) e
    where ${condition} order by at desc, operation_id desc limit 1)`
  const both = sql`(${last('count', sql`count_delta <> 0`)} union all ${last('average', AVERAGE_MOVED)}) p`
  return readHistory<EntryColumns & { what: string }>(context, both, sql`${ENTRY}, p.what`)
}

function choose(groups: GroupAt[], id: number | null): GroupAt | undefined {
  if (id === null) return [...groups].sort((a, b) => b.mass - a.mass || b.id - a.id)[0]
  const group = groups.find((one) => one.id === id)
  if (!group) throw notFound('В садке нет такой группы рыбы.')
  return group
}

async function why(registry: Registry, input: Input, context: Context) {
  const { tx, company } = context
  if (!(await requireCages(context, [input.id])).size) throw notFound('Садок не найден.')
  const moment = input.date === undefined ? END : { ...END, at: input.date }
  const groups = await groupsBefore(tx, company.id, [{ cage: input.id, ...moment }])
  const group = choose(groups, input.group_id)
  const empty = { groups: [], group_id: null, rows: [], last: { count: null, average: null }, next: null }
  if (!group) return empty
  const further = input.before !== undefined && input.before_id !== null
  const from = further ? { at: input.before!, id: input.before_id! } : moment
  const [entries, setters] = await Promise.all([
    readHistory<EntryColumns>(context, sql`(${entriesBefore(company.id, group.id, from, input.per_page)}) p`, ENTRY),
    further ? [] : readSetters(context, group.id, from),
  ])
  const edits = await readEdits(context, entries)
  const present = (row: EntryRow) => ({
    kind: row.kind,
    entry: {
      count_delta: row.delta,
      weight_delta: toKg(row.mass),
      growth: toKg(row.growth),
      count: row.pieces,
      weight: toKg(row.held),
      avg_weight: averageKg(row.held, row.pieces),
    },
    ...presentRow(registry.rowOf(row.kind), row, context),
  })
  const setter = (what: string) => {
    const row = setters.find((one) => one.what === what)
    return row ? present(row) : null
  }
  const oldest = entries.at(-1)
  return {
    groups: groups.map(groupRow),
    group_id: group.id,
    rows: entries.map((row) => ({ ...present(row), edits: edits.get(row.id) ?? [] })),
    last: { count: setter('count'), average: setter('average') },
    next: oldest && entries.length === input.per_page ? { before: oldest.at, before_id: oldest.id } : null,
  }
}

export const whyRoute = (registry: Registry) => route(whyCall, (input, context) => why(registry, input, context))
