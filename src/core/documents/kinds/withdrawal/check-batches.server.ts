/** Compares the workshop's batches with the documents that name them. */
import { sql } from 'kysely'
import type { Tx } from '../../../../server/db/client'
import { WORKSHOP } from './withdrawal.contract'

const MAX_BATCHES = 5000

interface Lift {
  id: number
  at: string
  wrong: string
}

/**
 * Withdrawals whose batch has another warehouse or day. Those of a deleted batch have none, as the audit log shows, nor
 * have those of a past that was brought.
 */
const checkLifts = (tx: Tx, company: number) =>
  tx.rows<Lift>(sql`
    select o.id, o.at, case
        when o.reason is distinct from ${WORKSHOP} then 'goes nowhere near the workshop, but is in batch ' || o.batch_id
        when o.batch_id is null then 'is in no batch'
        when b.id is null then 'is in batch ' || o.batch_id || ', which is not there'
        else 'is in batch ' || b.id || ' of ' || b.day || ', warehouse ' || b.stock_id end as wrong
    from operations o
    left join batches b on b.company_id = ${company} and b.id = o.batch_id
    where o.company_id = ${company} and o.kind = 'withdrawal'
      and case when o.reason is distinct from ${WORKSHOP} then o.batch_id is not null
        when o.batch_id is not null then (b.day, b.stock_id) is distinct from (o.at::date, o.stock_id)
        when o.import_id is not null then false
        else not exists (
          select from audit_log a where a.company_id = ${company} and a.entity = 'batch' and a.action = 'delete'
            and a.before -> 'withdrawals' @> to_jsonb(o.id)) end
    order by o.id limit ${MAX_BATCHES}`)

interface Batch {
  id: number
  stored: string | null
  told: string | null
  empty: boolean
}

/** Batches without fish, and batches not processed at the time that they store. */
const checkTransformed = (tx: Tx, company: number) =>
  tx.rows<Batch>(sql`
    select * from (
      select b.id, b.processed_at as stored, t.at as told, not exists (
        select from operations where company_id = ${company} and batch_id = b.id and kind = 'withdrawal') as empty
      from batches b
      left join operations t on t.company_id = ${company} and t.batch_id = b.id and t.kind = 'batch_transform'
      where b.company_id = ${company}) b
    where empty or stored is distinct from told order by id limit ${MAX_BATCHES}`)

const whenText = (at: string | null) => at ?? 'never'

export async function checkBatches(tx: Tx, company: number): Promise<string[]> {
  const lifts = await checkLifts(tx, company)
  const batches = await checkTransformed(tx, company)
  return [
    ...lifts.map(({ id, at, wrong }) => `${at} withdrawal ${id} ${wrong}`),
    ...batches.map(({ id, stored, told, empty }) =>
      empty
        ? `batch ${id}: no fish is in it`
        : `batch ${id}: stored as transformed ${whenText(stored)}, documents say ${whenText(told)}`,
    ),
  ]
}
