/** Readings of water that a past brings: they are no documents, and come and go with the others. */
import { sql } from 'kysely'
import { insertReadings } from '../../core/cages/readings/readings.server'
import type { Tx } from '../../server/db/client'
import { conflict } from '../../server/errors'
import { at, say } from '../../shared/say'
import type { PastReading } from './reading/measured.server'
import type { StoredImport } from './store.server'

const AT_ONCE = 2000

export async function storeReadings(
  tx: Tx,
  company: number,
  { id, user_id }: StoredImport,
  readings: readonly PastReading[],
): Promise<void> {
  for (let from = 0; from < readings.length; from += AT_ONCE)
    await insertReadings(tx, company, readings.slice(from, from + AT_ONCE), {
      user_id,
      external_user_id: null,
      import_id: id,
    })
}

/** When the earliest of them was; null where none stands. Refuses where somebody has changed one. */
export async function requireUntouchedReadings(tx: Tx, company: number, id: number): Promise<string | null> {
  const [edited] = await tx.rows<{ at: string }>(sql`
    select m.at from measurements m
    join audit_log l on l.company_id = m.company_id and l.entity = 'measurement' and l.entity_id = m.id
      and l.action = 'update'
    where m.company_id = ${company} and m.import_id = ${id} order by m.at limit 1`)
  if (edited)
    throw conflict(
      say('После переноса изменён замер {{instant}}. Сначала удалите эту запись.', { instant: at(edited.at) }),
    )
  const { first } = await tx.one<{ first: string | null }>(sql`
    select min(at) as first from measurements where company_id = ${company} and import_id = ${id}`)
  return first
}

export async function removeReadings(tx: Tx, company: number, id: number): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    with gone as (delete from measurements where company_id = ${company} and import_id = ${id} returning 1)
    select count(*)::int as count from gone`)
  return count
}
