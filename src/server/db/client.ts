/** The only place that opens a connection. Queries are built by kysely or written as SQL; they run here, prepared by name. */
import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'
import pg from 'pg'
import { type Ask, askOn } from './rounds'
import type { DB } from './tables'

/** Builds queries; never runs them. */
export const db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (self) => new PostgresIntrospector(self),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

type Query<T> = RawBuilder<T> | Compilable<T>

/** A lock that a statement of this transaction takes. What must be read under it asks for it as an argument, so it is sent later. */
export interface Locked<K extends string, T = unknown> {
  lock: K
  /** what the locking statement answers */
  rows: Promise<T[]>
}

/** A transaction of one company. Statements sent without waiting for each other travel in one round trip and run in order. */
export interface Tx {
  rows<T>(query: Query<T>): Promise<T[]>
  /** the first row or undefined */
  maybe<T>(query: Query<T>): Promise<T | undefined>
  /** the first row; its absence is a fault of the program */
  one<T>(query: Query<T>): Promise<T>
  /** rows touched */
  run(query: Query<unknown>): Promise<number>
  /** Sends what nothing waits for before the commit, which fails when it does. What is read after it sees what it wrote. */
  later(query: Query<unknown>): void
  /** Queues a statement that locks until the transaction ends, without waiting for it. */
  lock<K extends string, T>(lock: K, query: Query<T>): Locked<K, T>
  /**
   * Awaits works that are under way, a check and what it allows: as soon as one has failed and all before it have not, its error is thrown.
   * So of several refusals always the same one is told, and what was written is rolled back.
   */
  allInOrder<T extends unknown[]>(...works: { [K in keyof T]: Promise<T[K]> }): Promise<T>
  /** rows stored, changed or deleted so far */
  written(): number
}

export interface TransactionOptions {
  /** cannot write, and so does not wait for its commit */
  reading?: boolean
  /** its statements may run for a minute */
  slow?: boolean
}

export interface Database {
  /** Runs as the unprivileged role, seeing only `company`'s rows; commits when `work` resolves. Serialization faults and deadlocks are retried. */
  transaction<T>(company: number, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** A transaction before the company is known: only the login row of `email` and the guesses are visible. */
  beforeLogin<T>(email: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** One statement outside any tenant (health, notify). */
  plain<T>(query: Query<T>): Promise<T[]>
  /** A connection of one's own, for LISTEN. */
  listen(): Promise<pg.Client>
  close(): Promise<void>
}

const { types } = pg
const safeInteger = (text: string) => {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error(`not a safe integer: ${text}`)
  return number
}
types.setTypeParser(types.builtins.INT8, safeInteger)
types.setTypeParser(types.builtins.DATE, (text) => text)
// farm time: a wall clock without zone, as 'YYYY-MM-DDTHH:mm'
types.setTypeParser(types.builtins.TIMESTAMP, (text) => `${text.slice(0, 10)}T${text.slice(11, 16)}`)

/**
 * A text is planned once a connection, for any values: lists travel as arrays, and a condition that may be absent is left out of the text,
 * because `$1 is null or …` would keep it from its index. So does, under row-level security, a comparison with what PostgreSQL does not
 * call leakproof: coalesce(…), or a date where the column is a timestamp.
 */
const askFor = (ask: Ask, query: Query<unknown>) => {
  const { sql, parameters } = query.compile(db as never)
  return ask(sql, parameters)
}

/** The first statement that failed, perhaps one that nothing waits for: those of later rounds only say that the transaction is over (25P02). */
interface Fault {
  first?: unknown
  /** it is about to end: what its branches still send would run outside it, on a connection that others use */
  over?: boolean
}
const causeOf = (error: unknown, { first }: Fault) => (codeOf(error) === '25P02' && first ? first : error)
const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''

async function allInOrder<T extends unknown[]>(...works: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  for (const work of works) work.catch(() => undefined)
  const done: unknown[] = []
  for (const work of works) done.push(await work)
  return done as T
}

const txOn = (connection: Ask, fault: Fault, unawaited: Promise<unknown>[]): Tx => {
  let written = 0
  const ask = (query: Query<unknown>) => {
    if (fault.over) return Promise.reject(new Error('the transaction is over'))
    return askFor(connection, query).then(
      (answer) => {
        written += answer.written
        return answer
      },
      (error: unknown) => {
        fault.first ??= error
        throw error
      },
    )
  }
  const rows = async <T>(query: Query<T>) => (await ask(query)).rows as T[]
  const later = <T>(query: Query<T>): Promise<T[]> => {
    const sent = rows(query)
    sent.catch(() => undefined)
    unawaited.push(sent)
    return sent
  }
  return {
    rows,
    maybe: async (query) => (await rows(query))[0],
    one: async (query) => {
      const [row] = await rows(query)
      if (row === undefined) throw new Error('expected a row')
      return row
    },
    run: async (query) => (await ask(query)).count,
    later: (query) => void later(query),
    lock: (lock, query) => ({ lock, rows: later(query) }),
    allInOrder,
    written: () => written,
  }
}

const RETRIES = 5
const passes = new Set(['40001', '40P01'])

/** Raise inside a transaction to start it afresh, for example when more locks are needed than were taken. */
export const retry = () => Object.assign(new Error('retry the transaction'), { code: '40001' })

interface Scope extends TransactionOptions {
  company: number
  /** of the login that may be read before the company is known */
  email?: string
}

const SLOW_MS = 60_000
const SETTINGS = `select set_config('role', 'sadok_app', true), set_config('app.company_id', $1, true), set_config('app.email', $2, true)`

/** Begins in the round of the work's first statements. */
function begin(ask: Ask, { company, email = '', reading, slow }: Scope) {
  const settings = `${SETTINGS}${slow ? `, set_config('statement_timeout', '${SLOW_MS}', true)` : ''}`
  return Promise.all([ask(reading ? 'begin read only' : 'begin', []), ask(settings, [company, email])])
}

async function attempt<T>(pool: pg.Pool, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const ask = askOn(client)
  const fault: Fault = {}
  const unawaited: Promise<unknown>[] = []
  let broken: Error | undefined
  try {
    const begun = begin(ask, scope)
    begun.catch(() => undefined)
    const result = await work(txOn(ask, fault, unawaited))
    fault.over = true
    // in the round of the last statements
    const ended = Promise.all([begun, ...unawaited, ask('commit', [])])
    if (scope.reading) ended.catch(() => undefined)
    else await ended
    return result
  } catch (error) {
    fault.over = true
    await ask('rollback', []).catch((lost: Error) => (broken = lost))
    throw causeOf(error, fault)
  } finally {
    client.release(broken)
  }
}

async function withRetry<T>(run: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await run()
    } catch (error) {
      if (round >= RETRIES || !passes.has(codeOf(error))) throw error
    }
  }
}

/**
 * Every connection plans the same way, whatever the server's own settings are: a statement is planned once for any values (a plan for each
 * would cost more than most statements take), is not compiled and not spread over workers, and an index costs what it does in memory or on
 * an SSD. A generic plan is made anew when its tables are analysed, see statistics.ts. A transaction for reports will set its own, for itself
 * alone, where `begin` sets the role.
 */
export const OLTP_PLANNER = `set plan_cache_mode = force_generic_plan; set jit = off;
  set max_parallel_workers_per_gather = 0; set random_page_cost = 1.1`

/** What nobody waits for any more ends: a statement, and a transaction whose process has forgotten it. */
const LIMITS = `set statement_timeout = 15000; set idle_in_transaction_session_timeout = 30000`
/** A call that finds no free connection for so long is refused. */
const CONNECT_MS = 10_000

/** Connections that stay open when nobody asks. */
const WARM = 4

interface PoolOptions {
  /** for work that takes long and stands in nobody's way: a check of all ledgers, the demo farm */
  patient?: boolean
}

/** Opens a pool on `url`; every transaction lowers itself to sadok_app. */
export function openDatabase(url: string, poolSize = 10, { patient = false }: PoolOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'sadok',
    max: poolSize,
    connectionTimeoutMillis: patient ? undefined : CONNECT_MS,
    // a small farm is quiet most of the time, and a new connection has to plan everything anew: some ten times a warm answer
    min: WARM,
    // what lies between must not forget the quiet ones
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
  })
  // a connection that the server ended is replaced by the pool, and a query on it fails by itself; without listeners it would end the process
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    void client.query(patient ? OLTP_PLANNER : `${OLTP_PLANNER}; ${LIMITS}`).catch(() => undefined)
  })
  return {
    transaction: (company, work, options) => withRetry(() => attempt(pool, { company, ...options }, work)),
    beforeLogin: (email, work) => withRetry(() => attempt(pool, { company: 0, email }, work)),
    plain: async <T>(query: Query<T>) => {
      const client = await pool.connect()
      try {
        return (await askFor(askOn(client), query)).rows as T[]
      } finally {
        client.release()
      }
    },
    listen: async () => {
      const client = new pg.Client({ connectionString: url, application_name: 'sadok listener', keepAlive: true })
      await client.connect()
      return client
    },
    close: () => pool.end(),
  }
}
