/**
 * Guessing is slowed in the database, so that all processes count together. An attempt is counted before it is checked:
 * many at once cannot slip past. After `free` attempts in a row each next one waits twice as long, up to 15 minutes.
 */
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/client'
import { tooMany } from '../../errors'
import { networkOf } from './network'

export interface Limit {
  key: string
  /** attempts in a row that nobody waits for */
  free: number
  /** after so many seconds without an attempt the count begins anew */
  forget: number
  /** of many accounts: a right guess gives it back its own attempt, no more */
  shared?: true
  /** of somebody who has signed in, whose company's connections it is counted on */
  company?: number
}

const MAX_SECONDS = 900
const HOUR = 3600
const DAY = 24 * HOUR

/** Who guesses: a network, or a browser that has signed in to the account before. */
export interface AttemptSource {
  ip: string
  /** hash of what makes the browser known; null when it is not */
  device: string | null
}

/**
 * Each network has a count of its own against an account, so that nobody keeps its owner out by guessing from
 * elsewhere; all together are held by a higher one. A browser that is known to the account is counted alone: it may try
 * whatever others did.
 */
export const attemptLimits = (what: 'password' | 'code', account: string, { ip, device }: AttemptSource): Limit[] =>
  device
    ? [{ key: `device ${what} ${device}`, free: 5, forget: DAY }]
    : [
        { key: `${what} ${networkOf(ip)} ${account}`, free: 5, forget: DAY },
        { key: `${what} of ${account}`, free: 50, forget: DAY },
        { key: `address ${networkOf(ip)}`, free: 20, forget: HOUR, shared: true },
      ]

/** Of those who have signed in: another's guesses at the account are not theirs. */
export const ownLimit = (what: 'password' | 'code', company: number, user: number): Limit => ({
  key: `own ${what} ${company}.${user}`,
  free: 5,
  forget: DAY,
  company,
})
export const registrationLimits = (email: string, ip: string): Limit[] => [
  { key: `registration ${networkOf(ip)}`, free: 10, forget: DAY },
  { key: `registration of ${email}`, free: 20, forget: DAY },
]
/** Whoever asks from elsewhere does not keep the owner from asking. */
export const letterLimits = (email: string, ip: string): Limit[] => [
  { key: `letter ${networkOf(ip)} ${email}`, free: 3, forget: DAY },
  { key: `letter of ${email}`, free: 20, forget: DAY },
  { key: `letters ${networkOf(ip)}`, free: 10, forget: DAY },
]

export const invitationLimit = (ip: string): Limit => ({ key: `invitation ${networkOf(ip)}`, free: 20, forget: HOUR })
export const outsideLimit = (ip: string): Limit => ({ key: `outside ${networkOf(ip)}`, free: 20, forget: HOUR })

/**
 * Counts a request against at most so many in a minute, or in so many seconds: the seconds to wait when there were
 * more, else 0. Wrong guesses wait longer each time; whoever is let in only has to slow down.
 */
export async function countRequest(
  tx: Tx,
  key: string,
  most: number,
  { seconds = 60, times = 1 }: { seconds?: number; times?: number } = {},
): Promise<number> {
  const span = sql`make_interval(secs => ${seconds})`
  const fresh = sql`known.last_at > clock_timestamp() - ${span}`
  const { failures, wait } = await tx.one<{ failures: number; wait: number }>(sql`
    insert into guesses as known (key, failures, last_at) values (${key}, ${times}, clock_timestamp())
    on conflict (key) do update set failures = ${times}::int + case when ${fresh} then known.failures else 0 end,
      last_at = case when ${fresh} then known.last_at else clock_timestamp() end
    returning failures, ceil(extract(epoch from last_at + ${span} - clock_timestamp()))::int as wait`)
  return failures > most ? Math.max(1, wait) : 0
}

/**
 * A letter that a stranger has sent to an address: 3 a day, with those that farms send there (may_send_letter). Throws
 * 429.
 */
export async function countLetter(database: Database, email: string): Promise<void> {
  const wait = await database.beforeLogin('', (tx) => countRequest(tx, `letter to ${email}`, 3, { seconds: DAY }))
  if (wait > 0) throw tooMany(wait)
}

const MAX_TAKEN = 20
const takenBy = (company: number) => `taken addresses of company ${company}`

/** After so many addresses of other farms in a day a farm's people get no new address, free or not. Throws 429. */
export async function refuseAfterTaken(tx: Tx, company: number): Promise<void> {
  const row = await tx.maybe<{ wait: number }>(sql`
    select ceil(extract(epoch from last_at + make_interval(secs => ${DAY}) - clock_timestamp()))::int as wait
    from guesses where key = ${takenBy(company)} and failures >= ${MAX_TAKEN}`)
  if (row && row.wait > 0) throw tooMany(row.wait)
}

/** Each of so many tells its asker that somebody elsewhere has an account. */
export const countTaken = (tx: Tx, company: number, times = 1): Promise<unknown> =>
  countRequest(tx, takenBy(company), MAX_TAKEN, { seconds: DAY, times })

/** Hashing a password is slow on purpose: of one person 30 a minute. Throws 429. */
export async function countHashing(database: Database, company: number, user: number): Promise<void> {
  const count = (tx: Tx) => countRequest(tx, `hashing ${company}.${user}`, 30)
  const wait = await database.beforeLogin('', count, company)
  if (wait > 0) throw tooMany(wait)
}

interface Counter {
  key: string
  failures: number
  /** seconds until the next attempt may be made */
  wait: number | null
  /** seconds since the last attempt */
  age: number
}

/** A moment further away than anybody waits was written by a clock that went wrong. */
const WAIT = sql`case when known.blocked_until < clock_timestamp() + make_interval(secs => ${sql.lit(HOUR)})
  then ceil(extract(epoch from known.blocked_until - clock_timestamp()))::int end`

const lockCounters = (tx: Tx, limits: Limit[]) =>
  tx.rows<Counter>(sql`
    insert into guesses as known (key, failures) select key, 0
      from unnest(${limits.map(({ key }) => key)}::text[]) as key order by key
    on conflict (key) do update set failures = known.failures
    returning key, failures, ${WAIT} as wait, extract(epoch from clock_timestamp() - last_at)::int as age`)

const secondsAfter = (failures: number, free: number) =>
  failures < free ? 0 : Math.min(MAX_SECONDS, 2 ** Math.min(20, failures - free + 1))

/**
 * Counts one attempt against each limit, unless one of them is being waited for: the seconds to wait then, else 0. The
 * transaction must commit for the count to be kept, so a refusal is thrown after it.
 */
async function countAttempt(tx: Tx, limits: Limit[]): Promise<number> {
  const counters = await lockCounters(tx, limits)
  const wait = Math.max(...counters.map((counter) => counter.wait ?? 0))
  if (wait > 0) return wait
  const counts = limits.map(({ key, free, forget }) => {
    const counter = counters.find((one) => one.key === key)!
    const failures = (counter.age > forget ? 0 : counter.failures) + 1
    return { key, failures, seconds: secondsAfter(failures, free) }
  })
  await tx.run(sql`
    update guesses set failures = counted.failures, last_at = clock_timestamp(),
      blocked_until = case when counted.seconds > 0 then clock_timestamp() + make_interval(secs => counted.seconds) end
    from unnest(${counts.map(({ key }) => key)}::text[], ${counts.map(({ failures }) => failures)}::int[],
      ${counts.map(({ seconds }) => seconds)}::int[]) as counted (key, failures, seconds)
    where guesses.key = counted.key`)
  return 0
}

/** The seconds until one of the limits is over, without an attempt; 0 when nobody waits. */
export async function waitOf(database: Database, limits: Limit[]): Promise<number> {
  const keys = limits.map(({ key }) => key)
  const { wait } = await database.beforeLogin('', (tx) =>
    tx.one<{ wait: number | null }>(sql`
      select max(${WAIT}) as wait from guesses known
      where key = any(${keys}::text[])`),
  )
  return Math.max(0, wait ?? 0)
}

const companyOf = (limits: Limit[]) => limits.find(({ company }) => company !== undefined)?.company

/** Throws 429 when one of the limits is being waited for. */
export async function slowDown(database: Database, email: string, limits: Limit[]): Promise<void> {
  const wait = await database.beforeLogin(email, (tx) => countAttempt(tx, limits), companyOf(limits))
  if (wait > 0) throw tooMany(wait)
}

/** What nobody counts any more goes. */
export const forgetGuesses = (database: Database): Promise<unknown> =>
  database.beforeLogin('', (tx) =>
    tx.run(sql`delete from guesses where last_at < clock_timestamp() - make_interval(secs => ${DAY})`),
  )

/** The guess was right: the counts of the account begin anew, what many share gets its attempt back. */
export function resetAttempts(database: Database, email: string, limits: Limit[]): Promise<unknown> {
  const keys = (shared: boolean) => limits.flatMap((limit) => (!!limit.shared === shared ? [limit.key] : []))
  const work = (tx: Tx) =>
    Promise.all([
      tx.run(sql`delete from guesses where key = any(${keys(false)}::text[])`),
      tx.run(sql`update guesses set failures = greatest(0, failures - 1), blocked_until = null
        where key = any(${keys(true)}::text[])`),
    ])
  return database.beforeLogin(email, work, companyOf(limits))
}
