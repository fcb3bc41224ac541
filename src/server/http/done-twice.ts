/**
 * Finds what was recorded twice: two documents of one day, entered on devices that could not know of each other. Both
 * are stored and marked, and a person decides.
 */
import { type RawBuilder, sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import { KNOWN_HEADER } from '../../shared/contract'
import type { Sameness } from '../../shared/ledger/document'
import type { Context } from './route'

/** When the answer was begun that the person had in front of them, ms. */
function knownSince({ headers }: Pick<FastifyRequest, 'headers'>): number | null {
  const known = headers[KNOWN_HEADER]
  return typeof known === 'string' && /^\d{13}$/.test(known) ? Number(known) : null
}

/** A write may have begun before that answer and committed after it, so the answer lacked it, ms. */
const UNDER_WAY_MS = 2_000

const BOTH_LINES = `from operation_lines l join operation_lines m
    on m.company_id = l.company_id and m.good_id = l.good_id and m.stock_id = l.stock_id and m.role = l.role
  where l.company_id = d.company_id and l.operation_id = d.id and m.operation_id = o.id`

const IN_LINES: Partial<Record<Sameness[number], string>> = {
  lines: `exists (select ${BOTH_LINES})`,
  way: `exists (select ${BOTH_LINES} group by l.good_id having count(distinct l.role) = 2)`,
}

const sameIn = (columns: Sameness): RawBuilder<unknown> =>
  sql.raw(columns.map((column) => IN_LINES[column] ?? `o.${column} is not distinct from d.${column}`).join(' and '))

/** Other documents of the company on the day of `d`, found by the index of their cage or of their kind. */
const besides = (kind: string, ofCage: boolean) => sql`
  o.company_id = d.company_id and o.kind = ${kind} and o.id <> d.id
  and o.at >= date_trunc('day', d.at) and o.at < date_trunc('day', d.at) + interval '1 day'
  ${ofCage ? sql`and o.cage_id = d.cage_id` : sql``}`

/**
 * Marks new documents that equal one entered by others after this device last heard of the farm. What the same device
 * entered, it knew. The statement is queued: nobody waits for it.
 */
export function noteTwins(
  { kind, same }: { kind: string; same?: Sameness },
  ids: number[],
  { tx, company, author: { device }, request }: Context,
): void {
  const known = knownSince(request)
  if (!same || device === null || known === null) return
  tx.later(sql`
    with found as (
      select d.id, o.id as other from operations d join operations o
        on ${besides(kind, same.includes('cage_id'))} and ${sameIn(same)}
      where d.company_id = ${company.id} and d.id = any(${ids}::bigint[]) and o.device is distinct from ${device}::uuid
        and o.created_at > to_timestamp(${(known - UNDER_WAY_MS) / 1000}::float8))
    insert into operation_twins (company_id, operation_id, twin_id)
    select ${company.id}::int, id, other from found union all select ${company.id}::int, other, id from found
    on conflict do nothing`)
}
