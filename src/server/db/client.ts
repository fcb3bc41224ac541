/**
 * The only place that opens a connection. Queries are built by kysely or written as SQL and run here as prepared
 * statements.
 */
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
import { begin, commit, NOBODY, type Scope, tellEnd, type Told } from './bounds'
import { openLanes } from './lanes'
import { ALIVE, CONNECT_MS, openPool } from './pool'
import { type SendStatement, statementSender } from './pipeline'
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

/**
 * A lock that this transaction has queued. What must be read under it takes the lock as an argument, so it is sent
 * after it.
 */
export interface Locked<K extends string, T = unknown> {
  lock: K
  /** of the locking statement */
  rows: Promise<T[]>
}

/** A transaction of one company. Statements sent without awaiting each other share one round trip and run in order. */
export interface Tx {
  rows<T>(query: Query<T>): Promise<T[]>
  /** the first row or undefined */
  maybe<T>(query: Query<T>): Promise<T | undefined>
  /** the first row; without one it throws */
  one<T>(query: Query<T>): Promise<T>
  /** rows touched */
  run(query: Query<unknown>): Promise<number>
  /** Queues a statement nobody awaits; if it fails, the commit fails. Later statements see what it wrote. */
  later(query: Query<unknown>): void
  /** Queues an advisory or row lock, held until the transaction ends, without awaiting it. */
  lock<K extends string, T>(lock: K, query: Query<T>): Locked<K, T>
  /**
   * Promise.all with a fixed order of errors: throws the first rejection by position, not by time. A check shares the
   * round trip of what it allows; if it fails, the rollback undoes the rest, and the user always gets the same of
   * several refusals.
   */
  allInOrder<T extends unknown[]>(...works: { [K in keyof T]: Promise<T[K]> }): Promise<T>
  /** rows inserted, updated or deleted so far */
  written(): number
  /** tells it the database's `reported` when the commit has succeeded, in this order */
  report(what: object): void
}

export interface TransactionOptions {
  /** read only: all its statements see the rows of one moment, and its commit is not awaited */
  reading?: boolean
  /** statement_timeout of a minute instead of 15 s */
  slow?: boolean
  /** an idempotency key: a transaction with the same one begins to read when this one has ended */
  key?: string
}

export interface Database {
  /**
   * Runs `work` as the unprivileged role, seeing only the company's rows, and commits. After a serialization failure or
   * a deadlock the whole transaction is retried, so `work` has no effects outside it.
   */
  transaction<T>(company: number, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Before the company is known: only the login row of `email` and the table of guesses are visible. All who have not
   * signed in share a few connections; what is asked for a signed-in person takes one of their `company`.
   */
  beforeLogin<T>(email: string, work: (tx: Tx) => Promise<T>, company?: number): Promise<T>
  /**
   * Reads from a replica, where there is one that is as good as this database for the company: null when it is not, and
   * the work was not done. Who asks is always asked here: rights that were taken away are taken away at once.
   */
  readElsewhere?<T>(
    company: number,
    work: (tx: Tx) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<{ answer: T } | null>
  /** One statement outside any tenant (health, notify). */
  plain<T>(query: Query<T>): Promise<T[]>
  /** a connection of its own, for LISTEN */
  listen(): Promise<pg.Client>
  /** connections of the pool, and calls that wait for one */
  load(): { used: number; idle: number; waiting: number }
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
 * Plans are generic: lists travel as arrays, and an optional condition is left out of the text, since `$1 is null or …`
 * cannot use an index. Under row-level security neither can a comparison that is not leakproof: with coalesce(…), or of
 * a date with a timestamp.
 */
const askFor = (ask: SendStatement, query: Query<unknown>) => {
  const { sql, parameters } = query.compile(db as never)
  return ask(sql, parameters)
}

/** The first statement that failed, perhaps one nobody awaits. Later ones fail because it did. */
export interface Fault {
  first?: unknown
  /**
   * commit or rollback is queued: a later statement would run outside the transaction, on a connection that others use
   */
  over?: boolean
}
/** in_failed_sql_transaction, or invalid_sql_statement_name: behind a failure a new statement is not prepared either */
const consequences = new Set(['25P02', '26000'])
const causeOf = (error: unknown, { first }: Fault) => (first && consequences.has(codeOf(error)) ? first : error)
const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''

async function allInOrder<T extends unknown[]>(...works: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  for (const work of works) work.catch(() => undefined)
  const done: unknown[] = []
  for (const work of works) done.push(await work)
  return done as T
}

const txOn = (connection: SendStatement, fault: Fault, unawaited: Promise<unknown>[], reports: object[]): Tx => {
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
    report: (what) => void reports.push(what),
  }
}

const RETRIES = 5
const passes = new Set(['40001', '40P01'])

/** read_only_sql_transaction: of a write it means that this server is no primary any longer */
const READ_ONLY = '25006'
const noPrimary = (cause: unknown) => Object.assign(new Error('not the primary', { cause }), { code: '57P03' })

/** Thrown inside a transaction, it retries it, for example when it needs more locks than it took. */
export const retry = () => Object.assign(new Error('retry the transaction'), { code: '40001' })

export type Reported = (what: object) => void

async function attempt<T>(pool: pg.Pool, told: Told, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const ask = statementSender(client)
  const fault: Fault = {}
  const unawaited: Promise<unknown>[] = []
  const reports: object[] = []
  let broken: Error | undefined
  try {
    const begun = begin(ask, scope)
    begun.catch(() => undefined)
    const result = await work(txOn(ask, fault, unawaited, reports))
    fault.over = true
    // shares the round trip of the last statements
    const ended = Promise.all([begun, ...unawaited, commit(ask, fault), tellEnd(ask, scope, told)])
    if (scope.reading) ended.catch(() => undefined)
    else await ended
    reports.forEach((what) => told.reported(what))
    return result
  } catch (error) {
    fault.over = true
    await ask('rollback', []).catch((lost: Error) => (broken = lost))
    const cause = causeOf(error, fault)
    if (scope.reading || codeOf(cause) !== READ_ONLY) throw cause
    throw (broken = noPrimary(cause))
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

export interface PoolOptions {
  /** no timeouts, for long work that blocks nobody: a check of all ledgers, the demo farm */
  patient?: boolean
  /** is told what transactions report, once they are committed */
  reported?: Reported
  /** is told where in the log a company's writes end */
  committed?: (company: number, lsn: string) => void
}

/** One farm with many calls at once leaves connections to the others, and so does a flood of attempts to sign in. */
function sharesOf(poolSize: number) {
  const ofStrangers = Math.max(1, Math.floor(poolSize * 0.2))
  const most = Math.max(4, Math.floor(poolSize * 0.4))
  return { ofStrangers, ofFarm: Math.max(1, Math.min(most, poolSize - ofStrangers)) }
}

/** Opens a pool on `url`; every transaction runs as sadok_app. */
export function openDatabase(url: string, poolSize = 10, options: PoolOptions = {}): Database {
  const { patient = false, reported = () => undefined, committed } = options
  const pool = openPool(url, poolSize, patient)
  const { ofFarm, ofStrangers } = sharesOf(poolSize)
  const lanes = openLanes((company) => (company === NOBODY ? ofStrangers : ofFarm), CONNECT_MS)
  const inLane = <T>(lane: number, scope: Scope, work: (tx: Tx) => Promise<T>) => {
    const run = () => withRetry(() => attempt(pool, { reported, committed }, scope, work))
    return patient ? run() : lanes.run(lane, run)
  }
  return {
    transaction: (company, work, options) => inLane(company, { company, ...options }, work),
    beforeLogin: (email, work, company = NOBODY) => inLane(company, { company: NOBODY, email }, work),
    plain: async <T>(query: Query<T>) => {
      const client = await pool.connect()
      try {
        return (await askFor(statementSender(client), query)).rows as T[]
      } finally {
        client.release()
      }
    },
    listen: async () => {
      const client = new pg.Client({ connectionString: url, application_name: 'sadok listener', ...ALIVE })
      client.on('error', () => undefined)
      await client.connect()
      return client
    },
    load: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount + lanes.waiting(),
    }),
    close: () => pool.end(),
  }
}
