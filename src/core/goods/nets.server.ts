/** Which net hangs in which cage, and what is kept of it. `cages.net_id` is the truth; entries tell when it was so. */
import { sql } from 'kysely'
import { db, type Tx } from '../../server/db/client'
import { fieldErrors } from '../../server/errors'
import type { Context } from '../../server/http/route'
import { scope } from '../../server/scope'
import { NET } from './item.contract'

interface Net {
  id: number
  type: string
  stock_id: number
  archived: boolean
}

/** `cage` null is one that is being created. */
interface Change {
  cage: number | null
  before: number | null
  after: number | null
}

export interface Tying {
  untied: Net | null
  tied: Net | null
}

/**
 * Locks the nets of a change, so that two cages that want the same net come one after the other, and refuses a net that is another
 * cage's, or none of the user's.
 */
export async function lockNets({ tx, company, user }: Context, { cage, before, after }: Change): Promise<Tying> {
  if (before === after) return { untied: null, tied: null }
  const ids = [before, after].filter((id) => id !== null)
  const nets = await tx.rows<Net>(sql`
    select id, type, stock_id, archived_at is not null as archived from items
    where company_id = ${company.id} and id = any(${ids}::int[]) order by id for update`)
  const untied = nets.find(({ id }) => id === before) ?? null
  if (after === null) return { untied, tied: null }
  const tied = nets.find(({ id }) => id === after)
  const open = tied && scope(user).opensStock(tied.stock_id)
  if (!tied || !open || tied.type !== NET || tied.archived) throw fieldErrors({ net_id: 'Дель не найдена' })
  const holder = await tx.maybe<{ id: number; number: string; location_id: number }>(
    sql`select id, number, location_id from cages where company_id = ${company.id} and net_id = ${after}`,
  )
  const named = holder && scope(user).opensModule(holder.location_id)
  if (holder && holder.id !== cage)
    throw fieldErrors({
      net_id: `Данная дель уже используется в садке ${named ? holder.number : 'другого модуля'}. Открепите её в окне редактирования указанного садка.`,
    })
  return { untied, tied }
}

/** Keeps on record that the old net returned to its warehouse and the new one left it. */
export function recordTying({ tx, company, user, changed }: Context, cage: number, { untied, tied }: Tying): void {
  const common = { company_id: company.id, at: company.now, cage_id: cage, user_id: user.id }
  const entries = [
    ...(untied ? [{ ...common, kind: 'untying', item_id: untied.id, stock_id: untied.stock_id }] : []),
    ...(tied ? [{ ...common, kind: 'tying', item_id: tied.id, stock_id: tied.stock_id }] : []),
  ]
  if (entries.length === 0) return
  tx.later(db.insertInto('item_entries').values(entries))
  changed('goods')
}

/** Cage id → the net that hung in it at the end of an instant. */
export async function netsAt(tx: Tx, company: number, at: string): Promise<Map<number, { id: number; name: string }>> {
  const rows = await tx.rows<{ cage_id: number; kind: string; id: number; name: string }>(sql`
    select distinct on (e.cage_id) e.cage_id, e.kind, i.id, i.name
    from item_entries e join items i on i.company_id = ${company} and i.id = e.item_id
    where e.company_id = ${company} and e.cage_id is not null and e.at <= ${at}::timestamp
    order by e.cage_id, e.at desc, e.id desc`)
  return new Map(rows.filter(({ kind }) => kind === 'tying').map(({ cage_id, id, name }) => [cage_id, { id, name }]))
}
