/** The connections that transactions share. */
import pg from 'pg'

/**
 * The planner of short statements, whatever the server's own settings are: generic plans, since planning costs more
 * than most statements take; no JIT, no parallel workers; random reads as in memory or on an SSD. ANALYZE invalidates a
 * generic plan, see statistics.ts. An analytic transaction, for reports, will set its own planner with `set local`, in
 * `begin`.
 */
export const OLTP_PLANNER = `set plan_cache_mode = force_generic_plan; set jit = off;
  set max_parallel_workers_per_gather = 0; set random_page_cost = 1.1`

/** Nothing runs or stays open for ever. */
const LIMITS = `set statement_timeout = 15000; set idle_in_transaction_session_timeout = 30000`
/** How long a call waits for a free connection. */
export const CONNECT_MS = 10_000

/** Idle connections that stay open. */
const WARM = 4

/** Firewalls drop idle connections, and a machine that is gone says nothing. */
export const ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 }

/** `patient` is without timeouts. */
export function openPool(url: string, poolSize: number, patient: boolean): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'sadok',
    pipeline: true,
    max: poolSize,
    connectionTimeoutMillis: patient ? undefined : CONNECT_MS,
    // a new connection plans every statement again, which makes its first answers ten times slower
    min: WARM,
    ...ALIVE,
  })
  // the pool replaces a lost connection and its query rejects; an unheard 'error' event would end the process
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    void client.query(patient ? OLTP_PLANNER : `${OLTP_PLANNER}; ${LIMITS}`).catch(() => undefined)
  })
  return pool
}

/** Of the role that owns the tables, for what is no call of a company: two connections, opened when they are needed. */
export function openOwnerPool(ownerUrl: string, application_name: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: ownerUrl, application_name, max: 2 })
  pool.on('error', () => undefined)
  return pool
}
