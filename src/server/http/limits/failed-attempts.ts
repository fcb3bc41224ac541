/**
 * Slows down guessing. Counts are in the database, common to all processes. An attempt is counted before it is checked,
 * so that parallel ones cannot slip past. After `free` failed attempts in a row each next one waits twice as long, up
 * to 15 minutes.
 */
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/client'
import { tooMany } from '../../errors'
import { networkOf } from './network'

export interface Limit {
  key: string
  /** attempts in a row without a wait */
  free: number
  /** seconds without an attempt after which counting starts over */
  forget: number
  /** shared by many accounts: a right guess gives back one attempt instead of clearing the count */
  shared?: true
  /** the company of a signed-in user, whose connections are used for counting */
  company?: number
}

const MAX_SECONDS = 900
const HOUR = 3600
const DAY = 24 * HOUR

/** Where an attempt comes from: a network, or a browser that has signed in to the account before. */
export interface AttemptSource {
  ip: string
  /** hash of the token that identifies a known browser; null for an unknown one */
  device: string | null
}

/**
 * Each network has its own count for an account, so that guessing from elsewhere does not lock its owner out; a higher
 * limit holds all networks together. A browser known to the account has a count of its own, whatever others did.
 */
export const attemptLimits = (what: 'password' | 'code', account: string, { ip, device }: AttemptSource): Limit[] =>
  device
    ? [{ key: `device ${what} ${device}`, free: 5, forget: DAY }]
    : [
        { key: `${what} ${networkOf(ip)} ${account}`, free: 5, forget: DAY },
        { key: `${what} of ${account}`, free: 50, forget: DAY },
        { key: `address ${networkOf(ip)}`, free: 20, forget: HOUR, shared: true },
      ]

/** For signed-in users: guesses at their account by others do not count. */
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
/** Requests from elsewhere do not keep the owner from requesting a letter. */
export const letterLimits = (email: string, ip: string): Limit[] => [
  { key: `letter ${networkOf(ip)} ${email}`, free: 3, forget: DAY },
  { key: `letter of ${email}`, free: 20, forget: DAY },
  { key: `letters ${networkOf(ip)}`, free: 10, forget: DAY },
]

export const invitationLimit = (ip: string): Limit => ({ key: `invitation ${networkOf(ip)}`, free: 20, forget: HOUR })
export const outsideLimit = (ip: string): Limit => ({ key: `outside ${networkOf(ip)}`, free: 20, forget: HOUR })

/**
 * Counts a request against a limit of so many in a minute, or in so many seconds. Answers the seconds to wait, else 0.
 * Wrong guesses wait longer each time; requests only have to slow down.
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
 * Counts a letter that a stranger requested for an address: 3 a day, together with those that farms send there
 * (may_send_letter). Throws 429.
 */
export async function countLetter(database: Database, email: string): Promise<void> {
  const wait = await database.beforeLogin('', (tx) => countRequest(tx, `letter to ${email}`, 3, { seconds: DAY }))
  if (wait > 0) throw tooMany(wait)
}

const MAX_TAKEN = 20
const takenBy = (company: number) => `taken addresses of company ${company}`

/**
 * Once a farm's people have tried so many addresses of other farms in a day, they can set no new address, taken or not.
 * Throws 429.
 */
export async function refuseAfterTaken(tx: Tx, company: number): Promise<void> {
  const row = await tx.maybe<{ wait: number }>(sql`
    select ceil(extract(epoch from last_at + make_interval(secs => ${DAY}) - clock_timestamp()))::int as wait
    from guesses where key = ${takenBy(company)} and failures >= ${MAX_TAKEN}`)
  if (row && row.wait > 0) throw tooMany(row.wait)
}

/** Counts an answer that told the asker that the address has an account elsewhere. */
export const countTaken = (tx: Tx, company: number, times = 1): Promise<unknown> =>
  countRequest(tx, takenBy(company), MAX_TAKEN, { seconds: DAY, times })

/** Counts a password hash, which is slow on purpose: 30 a minute for each person. Throws 429. */
export async function countHashing(database: Database, company: number, user: number): Promise<void> {
  const count = (tx: Tx) => countRequest(tx, `hashing ${company}.${user}`, 30)
  const wait = await database.beforeLogin('', count, company)
  if (wait > 0) throw tooMany(wait)
}

interface Counter {
  key: string
  failures: number
  /** seconds until the next attempt is allowed */
  wait: number | null
  /** seconds since the last attempt */
  age: number
}

/** A moment further away than any wait was written by a wrong clock. */
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
 * Counts one attempt against each limit, unless one of them has to be waited for: answers the seconds to wait, else 0.
 * The transaction must commit for the count to be kept, so the caller throws after it.
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

/** The seconds to wait, without counting an attempt; 0 when there is no wait. */
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

/** Throws 429 while one of the limits has to be waited for. */
export async function slowDown(database: Database, email: string, limits: Limit[]): Promise<void> {
  const wait = await database.beforeLogin(email, (tx) => countAttempt(tx, limits), companyOf(limits))
  if (wait > 0) throw tooMany(wait)
}

/** Deletes counts that are over. */
export const forgetGuesses = (database: Database): Promise<unknown> =>
  database.beforeLogin('', (tx) =>
    tx.run(sql`delete from guesses where last_at < clock_timestamp() - make_interval(secs => ${DAY})`),
  )

/** After a right guess: clears the counts of the account, and gives back one attempt to shared ones. */
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
