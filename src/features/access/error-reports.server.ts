import { route } from '../../server/http/route'
import { accessCalls } from './access.contract'

const MINUTE_MS = 60_000
/** Lines of the log a minute and user: a page in a loop must not fill the disk. */
const MOST_LINES = 30
const MOST_SIGNS = 8000

const written = new Map<string, number>()
let minute = 0

/** Counts for this process alone, whose log it protects. */
function mayWrite(user: string): boolean {
  const now = Math.floor(Date.now() / MINUTE_MS)
  if (now !== minute) {
    written.clear()
    minute = now
  }
  const lines = (written.get(user) ?? 0) + 1
  written.set(user, lines)
  return lines <= MOST_LINES
}

export const debug = route(accessCalls.debug, async ({ caption, data, url }, { user, company, log }) => {
  if (mayWrite(`${company.id}.${user.id}`)) {
    const shown = (JSON.stringify(data ?? null) ?? '').slice(0, MOST_SIGNS)
    log.warn({ caption, url, data: shown, user: user.id, company: company.id }, 'browser')
  }
  return { ok: true as const }
})
