/**
 * Writes errors of pages, including those before signing in, to the log. Their number a minute is limited, so that a
 * page in a loop cannot fill the disk.
 */
import { tooMany } from '../../server/errors'
import { networkOf } from '../../server/http/limits/network'
import { publicRoute } from '../../server/http/route'
import { lastUser, sessionOf } from '../../server/session'
import { accessCalls } from './sign-in/access.contract'

const MINUTE_MS = 60_000
/** Lines a minute of one user, or of one address without a known user. */
const MAX_LINES = 30
const MAX_OPEN_LINES = 10
/** Lines a minute of all users: protects the log of this process. */
const MAX_TOTAL = 600
const MAX_CHARACTERS = 8000

const written = new Map<string, number>()
let minute = 0
let all = 0

function mayWrite(key: string, most: number): boolean {
  const now = Math.floor(Date.now() / MINUTE_MS)
  if (now !== minute) {
    written.clear()
    all = 0
    minute = now
  }
  const lines = written.get(key) ?? 0
  if (lines >= most || all >= MAX_TOTAL) return false
  written.set(key, lines + 1)
  all++
  return true
}

export const debug = publicRoute(accessCalls.debug, async ({ caption, data, url }, { request, log }) => {
  const token = sessionOf(request)
  const user = token && lastUser(token.company, token.hash)
  const free = user
    ? mayWrite(`user ${token.company}.${user}`, MAX_LINES)
    : mayWrite(`address ${networkOf(request.ip)}`, MAX_OPEN_LINES)
  if (!free && !user) throw tooMany(60)
  if (!free) return { ok: true as const }
  const shown = (JSON.stringify(data ?? null) ?? '').slice(0, MAX_CHARACTERS)
  const who = user ? { user, company: token.company } : { address: request.ip }
  log.warn({ caption, url, data: shown, ...who }, 'browser')
  return { ok: true as const }
})
