/**
 * Rate limits per user, company and address, so that none of them starves the others. They are in memory, per process:
 * they protect the process, and no rule of a farm depends on them.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BurstyRateLimiter, RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { CallError } from '../../errors'
import { lastUser } from '../../session'
import type { Limits } from '../../settings-env'
import { networkOf } from './network'

const busy = (text: string, seconds: number) =>
  new CallError(429, text, { msgShouldBeShown: true }, { 'retry-after': String(seconds) })

/** Factor for a company, or for an office behind one address, which has many users. */
const MANY = 4
/**
 * A page opens with some twenty calls, and a device that was offline sends its outbox: that much extra in ten seconds.
 */
const BURST = { times: 3, seconds: 10 }

const TOO_FAST = 'Слишком много запросов подряд. Подождите немного.'

/** Buckets by key, each kept until its window ends: `rate` calls a second, with a burst now and then. */
function openBuckets(rate: number): (key: string) => Promise<unknown> {
  if (rate === Infinity) return async () => undefined
  const buckets = new BurstyRateLimiter(
    new RateLimiterMemory({ points: rate, duration: 1 }),
    new RateLimiterMemory({ points: rate * BURST.times, duration: BURST.seconds }),
  )
  return (key) =>
    buckets.consume(key).catch(({ msBeforeNext }: RateLimiterRes) => {
      throw busy(TOO_FAST, Math.ceil(msBeforeNext / 1000))
    })
}

/** Counts a call against its user, or against its address before the user is known. Throws 429. */
export type CallLimit = (
  request: Pick<FastifyRequest, 'ip'>,
  token: { company: number; hash: string } | null,
) => Promise<void>

export function openCallLimit({ calls }: Pick<Limits, 'calls'>): CallLimit {
  const [one, many] = [openBuckets(calls), openBuckets(calls * MANY)]
  return async (request, token) => {
    const user = token && lastUser(token.company, token.hash)
    if (user) await one(`user ${token.company}.${user}`)
    await many(user ? `company ${token.company}` : `address ${networkOf(request.ip)}`)
  }
}

const DAY_MS = 86_400_000

/** Limits what a company writes in a day (UTC). */
export interface Quota {
  /** throws 429 when it is used up */
  check(company: number): void
  count(company: number, rows: number, bytes: number): void
}

export function openQuota({ rows, bytes }: Limits): Quota {
  const used = new Map<number, { rows: number; bytes: number }>()
  let today = 0
  const of = (company: number) => {
    const day = Math.floor(Date.now() / DAY_MS)
    if (day !== today) used.clear()
    today = day
    return used.get(company) ?? { rows: 0, bytes: 0 }
  }
  return {
    check: (company) => {
      const known = of(company)
      if (known.rows < rows && known.bytes < bytes) return
      const seconds = Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1000)
      throw busy('За сутки записано слишком много. Новые записи будут приняты завтра.', seconds)
    },
    count: (company, more, size) => {
      const known = of(company)
      used.set(company, { rows: known.rows + more, bytes: known.bytes + size })
    },
  }
}

/** A semaphore with at most `most` places for each key and `all` in total. Answers a function that frees the place. */
export function semaphore(most: number, all: number, text: string): (key: string) => () => void {
  const taken = new Map<string, number>()
  let total = 0
  return (key) => {
    const held = taken.get(key) ?? 0
    if (held >= most || total >= all) throw busy(text, 10)
    taken.set(key, held + 1)
    total++
    let free = () => {
      free = () => undefined
      total--
      const left = taken.get(key)! - 1
      if (left > 0) taken.set(key, left)
      else taken.delete(key)
    }
    return () => free()
  }
}

/** Bytes of answers that one person has not yet received. */
const MAX_UNDER_WAY = 32_000_000
const TAKE_FIRST = 'Слишком много данных сразу. Дождитесь, пока придут прежние ответы.'

/**
 * While more than this is unsent to a person, their calls that only read are refused; a single answer may be larger.
 */
export function openAnswers(most = MAX_UNDER_WAY) {
  const underWay = new Map<string, number>()
  const of = (who: string) => underWay.get(who) ?? 0
  return {
    check: (who: string, more = 0): void => {
      if (of(who) > 0 && of(who) + more > most) throw busy(TAKE_FIRST, 10)
    },
    /** counts until the connection has sent it or is closed */
    count: (who: string, bytes: number, raw: FastifyReply['raw']): void => {
      underWay.set(who, of(who) + bytes)
      raw.once('close', () => {
        const left = of(who) - bytes
        if (left > 0) underWay.set(who, left)
        else underWay.delete(who)
      })
    },
  }
}
