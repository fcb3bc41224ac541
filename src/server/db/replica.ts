/**
 * Reads from a streaming replica, as long as it is no more than so many seconds behind and has replayed what this
 * process wrote for the company. How far it is comes from positions in the log: the primary's, noted now and then, and
 * that which the replica has replayed, so that no clocks are compared. One that is away is tried again after a while.
 */
import { sql } from 'kysely'
import { type Database, openDatabase, type PoolOptions, type TransactionOptions, type Tx } from './client'

/** A position is asked for again after this time. */
const ASK_AGAIN_MS = 200
/** An answer of the replica that takes longer is not waited for. */
const PATIENCE_MS = 500
/** How long one that is away is left alone. */
const AWAY_MS = 30_000
/** query_canceled: on the primary it would take as long */
const TIMEOUT = '57014'

/** A refusal of the call itself, which has the status of its answer: it would be the same there. */
const isAnswer = (error: unknown): boolean => {
  const { status, code } = error as { status?: unknown; code?: unknown }
  return typeof status === 'number' || code === TIMEOUT
}

/** '16/B374D848' → a number that grows. */
const positionOf = (lsn: string): bigint => {
  const [high, low] = lsn.split('/') as [string, string]
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

const WRITTEN = sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`
/** No replica has none. */
const REPLAYED = sql<{ lsn: string | null }>`select pg_last_wal_replay_lsn()::text as lsn`

interface Noted {
  at: number
  position: bigint
}

/** Waits for it, but not for long. */
function patiently(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS)
  })
  return Promise.race([work, enough]).finally(() => clearTimeout(timer))
}

/** What is known of both servers. */
function openPositions(primary: Database, replica: Database, lagMs: number) {
  /** of the primary, the oldest first, no older than the lag */
  let noted: Noted[] = []
  let replayed = 0n
  let asking: Promise<void> | null = null
  let asked = -Infinity
  let awayUntil = -Infinity

  const ask = async () => {
    const [[written], [done]] = await Promise.all([primary.plain(WRITTEN), replica.plain(REPLAYED)])
    const now = performance.now()
    noted = [...noted.filter(({ at }) => now - at < lagMs), { at: now, position: positionOf(written!.lsn) }]
    if (!done?.lsn) throw new Error('not a replica')
    replayed = positionOf(done.lsn)
  }
  const leaveAlone = () => void (awayUntil = performance.now() + AWAY_MS)
  const refresh = (): Promise<void> => {
    if (performance.now() - asked < ASK_AGAIN_MS && !asking) return Promise.resolve()
    asking ??= ask()
      .catch(leaveAlone)
      .finally(() => {
        asked = performance.now()
        asking = null
      })
    return patiently(asking)
  }
  return {
    leaveAlone,
    /** whether it has replayed a position, and all that the primary had written so many seconds ago */
    has: async (position: bigint): Promise<boolean> => {
      if (performance.now() < awayUntil) return false
      await refresh()
      const now = performance.now()
      return (
        now >= awayUntil &&
        replayed >= position &&
        noted.some((one) => now - one.at <= lagMs && one.position <= replayed)
      )
    },
  }
}

/** The primary, whose `readElsewhere` asks the replica when that is as good. */
export function openWithReplica(
  urls: { primary: string; replica: string },
  lagSeconds: number,
  poolSize: number | undefined,
  options: PoolOptions,
): Database {
  /** company → where its last write of this process stands in the log */
  const written = new Map<number, bigint>()
  const committed = (company: number, lsn: string) => void written.set(company, positionOf(lsn))
  const primary = openDatabase(urls.primary, poolSize, { ...options, committed })
  const replica = openDatabase(urls.replica, poolSize, options)
  const positions = openPositions(primary, replica, lagSeconds * 1000)
  const read = async <T>(company: number, work: (tx: Tx) => Promise<T>, how?: TransactionOptions) => {
    try {
      return { answer: await replica.transaction(company, work, { ...how, reading: true }) }
    } catch (error) {
      if (isAnswer(error)) throw error
      positions.leaveAlone()
      return null
    }
  }
  return {
    ...primary,
    readElsewhere: async (company, work, how) => {
      const own = written.get(company) ?? 0n
      if (!(await positions.has(own))) return null
      return read(company, work, how)
    },
    close: async () => void (await Promise.all([primary.close(), replica.close()])),
  }
}
