/** How a transaction begins and ends: whose rows it sees, and what is told behind its commit. */
import type { Fault, PoolOptions, Reported, TransactionOptions } from './client'
import type { SendStatement } from './pipeline'

export interface Scope extends TransactionOptions {
  company: number
  /** whose login row is visible */
  email?: string
}

/** The company of whoever has not signed in. */
export const NOBODY = 0

const SLOW_MS = 60_000
const SETTINGS = `set_config('role', 'sadok_app', true), set_config('app.company_id', $1::text, true),
  set_config('app.email', $2, true)`
const LOCK = `pg_advisory_xact_lock(hashtextextended($3, $1::bigint))`

/** Shares the round trip of the first statements of the work. */
export function begin(ask: SendStatement, { company, email = '', reading, slow, key }: Scope) {
  const whose = [company, email]
  return Promise.all([
    ask(reading ? 'begin isolation level repeatable read, read only' : 'begin', []),
    slow && ask(`set local statement_timeout = ${SLOW_MS}`, []),
    key === undefined ? ask(`select ${SETTINGS}`, whose) : ask(`select ${SETTINGS}, ${LOCK}`, [...whose, key]),
  ])
}

/** COMMIT behind a statement that failed is answered with ROLLBACK, and with no error. */
export async function commit(ask: SendStatement, fault: Fault) {
  const { command } = await ask('commit', [])
  if (command !== 'COMMIT') throw fault.first ?? new Error('the transaction was rolled back')
}

export interface Told extends Pick<PoolOptions, 'committed'> {
  reported: Reported
}

/** Behind the commit, in its round trip. */
export async function tellEnd(ask: SendStatement, { company, reading }: Scope, { committed }: Told) {
  if (!committed || reading || company === NOBODY) return
  const { rows } = await ask('select pg_current_wal_lsn()::text as lsn', [])
  committed(company, (rows[0] as { lsn: string }).lsn)
}
