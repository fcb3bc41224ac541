/** Which net hangs in which cage. `cages.net_id` holds the current state; documents say when it changed. */
import { sql } from 'kysely'
import { say } from '../../shared/say'
import type { Tx } from '../../server/db/client'
import { fieldErrors } from '../../server/errors'
import type { Context } from '../../server/http/route'
import { ELSEWHERE, scope } from '../../server/scope'
import { NET, TYING } from './item.contract'

interface Net {
  id: number
  type: string
  stock_id: number
  archived: boolean
}

/** `cage` null is one that is being created. */
interface NetChange {
  cage: number | null
  before: number | null
  after: number | null
}

export interface Tying {
  untied: Net | null
  tied: Net | null
}

/** Where a net goes to or comes from. */
type Whereabouts = Pick<Net, 'id' | 'stock_id'>

/**
 * Changes of items are recorded as documents, which are above goods and cages: `app` passes the functions that enter
 * them.
 */
export interface ItemDocuments {
  add(item: Whereabouts, moment: { date: string; time: string; note: string | null }, context: Context): Promise<void>
  /** now: the old net returns to its warehouse, and the new one leaves it */
  tie(cage: number, tying: Tying, context: Context): Promise<void>
  /** of an item that is deleted */
  remove(item: number, context: Context): Promise<void>
}

/**
 * Locks the nets of a change, so that two cages cannot take the same net, and refuses a net of another cage or one
 * closed to the user.
 */
export async function lockNets({ tx, company, user }: Context, { cage, before, after }: NetChange): Promise<Tying> {
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
      net_id: say(
        'Данная дель уже используется в садке {{number}}. Открепите её в окне редактирования указанного садка.',
        { number: named ? holder.number : ELSEWHERE },
      ),
    })
  return { untied, tied }
}

interface HungNet {
  id: number
  name: string
  /** where it belongs */
  stock_id: number
}

/**
 * Cage id → the net that hung in it at the end of an instant. Selected by kind, so that other operations are not read.
 */
export async function netsAt(tx: Tx, company: number, at: string): Promise<Map<number, HungNet>> {
  const rows = await tx.rows<HungNet & { cage_id: number; role: string }>(sql`
    select distinct on (l.cage_id) l.cage_id, l.role, i.id, i.name, i.stock_id
    from operation_lines l
    join operations o on o.company_id = ${company} and o.id = l.operation_id and o.kind = ${TYING}
    join items i on i.company_id = ${company} and i.id = l.item_id
    where l.company_id = ${company} and l.cage_id is not null and o.at <= ${at}::timestamp
    order by l.cage_id, o.at desc, o.id desc`)
  const tied = rows.filter(({ role }) => role === 'tied')
  return new Map(tied.map(({ cage_id, id, name, stock_id }) => [cage_id, { id, name, stock_id }]))
}
