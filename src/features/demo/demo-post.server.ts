/**
 * Drafts become operations, and both ledgers post them, a month at a time: the same code that one operation goes
 * through.
 */
import { sql } from 'kysely'
import { groupBy } from '../../shared/collections'
import { dayOf } from '../../shared/dates'
import { db, type Tx } from '../../server/db/client'
import { refold } from '../../server/db/ledger/fish-ledger'
import { postStock } from '../../server/db/ledger/stock-ledger'
import { contentKeys, type Document, HEAD } from '../../shared/ledger/document'
import { movesFish } from '../../core/documents/engine/kind-rules.contract'
import { insertLines } from '../../core/documents/engine/document.server'
import { rulesOf } from '../../core/documents/kinds/kinds.contract'
import { goodsOf, registry } from '../../core/documents/kinds/kinds.server'
import { batchTransform } from '../../core/documents/kinds/transform/transform.contract'
import type { Draft } from './demo-life.server'
import { batchesOf } from './demo-workshop.server'

type DemoDocument = Document & { created: string }

const COLUMNS = sql.raw(['id', ...HEAD, ...contentKeys].join(', '))

const insertAll = (tx: Tx, company: number, timeZone: string, rows: DemoDocument[]) =>
  tx.run(sql`
    insert into operations (company_id, ${COLUMNS}, created_at)
    select ${company}::int, ${COLUMNS}, (row->>'created')::timestamp at time zone ${timeZone}
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as row, jsonb_populate_record(null::operations, row)`)

async function post(tx: Tx, company: number, timeZone: string, rows: DemoDocument[]): Promise<void> {
  await insertAll(tx, company, timeZone, rows)
  insertLines(tx, company, rows)
  const fish = rows.filter((row) => row.moves_fish).map((after) => ({ before: null, after }))
  const goods = rows.flatMap(goodsOf).map((after) => ({ before: null, after }))
  await refold(tx, company, fish, registry.effectOf)
  await postStock(tx, company, goods)
}

/**
 * For tables that were empty a moment ago the planner takes any index of a foreign key's columns, however many rows lie
 * between them: a third of the time goes with it. Only the owner, who began the session, may have them counted.
 */
async function count(tx: Tx): Promise<void> {
  await tx.run(sql`select set_config('role', 'none', true)`)
  await tx.run(sql`analyze operations, fish_groups, fish_entries, stock_entries, stock_days`)
  await tx.run(sql`select set_config('role', 'sadok_app', true)`)
}

/** Batches of the workshop; a transformation names the place of its batch among them until here. */
async function openBatches(tx: Tx, company_id: number, rows: DemoDocument[]): Promise<void> {
  const days = batchesOf(rows)
  if (days.length === 0) return
  const transforms = new Map(
    rows.filter(({ kind }) => kind === batchTransform.kind).map((transform) => [transform.batch_id!, transform]),
  )
  const batches = days.map(([first], index) => ({
    company_id,
    number: index + 1,
    stock_id: first!.stock_id!,
    day: dayOf(first!.at),
    user_id: first!.user_id,
    processed_at: transforms.get(index)?.at ?? null,
  }))
  const made = await tx.rows(db.insertInto('batches').values(batches).returning('id'))
  for (const [index, day] of days.entries()) for (const row of day) row.batch_id = made[index]!.id
  for (const [index, transform] of transforms) transform.batch_id = made[index]!.id
}

/** Posts drafts given in the order of their time; their ids follow it. */
export async function postAll(
  tx: Tx,
  company: number,
  timeZone: string,
  drafts: Draft[],
  progress: (share: number) => void,
): Promise<void> {
  const ids = await tx.rows<{ id: number }>(
    sql`select nextval('operations_id_seq') as id from generate_series(1, ${drafts.length}::int)`,
  )
  const rows = drafts.map((draft, index): DemoDocument => {
    const row = { ...draft, id: ids[index]!.id }
    return { ...row, moves_fish: movesFish(rulesOf.get(draft.kind)!, row) }
  })
  await openBatches(tx, company, rows)
  const months = [...groupBy(rows, ({ at }) => at.slice(0, 7)).values()]
  for (const [index, month] of months.entries()) {
    if (index === 1) await count(tx)
    await post(tx, company, timeZone, month)
    progress((index + 1) / months.length)
  }
}
