/**
 * Notes refusals in the security journal: after the rollback of their call, in transactions of their own, so that no
 * answer waits for them or fails with them. Many refusals of one person cannot fill the disk: for each person and
 * address a few are written in a minute, the rest of the minute is only counted.
 */
import { groupBy } from '../shared/collections'
import type { Phrase } from '../shared/say'
import type { SecurityEventKind } from '../shared/security-events'
import type { Database } from './db/client'
import { insertEvents, type StoredEvent, toldOutside } from './security-events'

export interface Refusal {
  /** null when nobody knows whose session it was: no company's journal has it, only an external log collector */
  company: number | null
  user: number | null
  kind: Extract<SecurityEventKind, 'refused' | 'limited' | 'suspicious' | 'sign-in-failed'>
  address: string
  agent: string | null
  /** 'DELETE /feeding/{id}' */
  call: string
  /** the same in words, and what was answered */
  summary: string
  reason: Phrase
}

export interface Refusals {
  note(refusal: Refusal): void
  /** resolves once everything noted so far is written; counted refusals wait for the end of their minute */
  written(): Promise<void>
  close(): Promise<void>
}

const WINDOW_MS = 60_000
/** Refusals of one person at one address that are written singly in a minute. */
const MAX_CALLS = 10
const MAX_WINDOWS = 5000
/** Refusals waiting for the database; when it is away for long, further ones are dropped. */
const MAX_WAITING = 1000

type NotedEvent = StoredEvent & { company: number | null }
type Outside = (event: object) => void

/** Writes one batch after another. */
function openWriter(database: Database, outside: Outside, onFault: (error: unknown) => void) {
  let waiting: NotedEvent[] = []
  let running: Promise<void> | null = null
  const drain = async () => {
    // a batch for the collector alone has nothing to await and would finish before `running` is set
    await Promise.resolve()
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      for (const [company, events] of groupBy(batch, (one) => one.company))
        if (company === null) events.forEach(({ company: _, ...event }) => outside(toldOutside(company, event)))
        else await database.transaction(company, async (tx) => insertEvents(tx, company, events)).catch(onFault)
    }
    running = null
  }
  return {
    put: (event: NotedEvent) => {
      if (waiting.length < MAX_WAITING) waiting.push(event)
      running ??= drain()
    },
    idle: async () => void (await running),
  }
}

const eventOf = ({ company, user, kind, address, agent, ...details }: Refusal): NotedEvent => ({
  company,
  kind,
  user_id: user,
  by_user_id: user,
  address,
  user_agent: agent,
  details,
})

interface Window {
  until: number
  /** calls that were written out */
  told: Set<string>
  /** the refusals beyond that, and how many there were */
  counted: Map<string, { event: NotedEvent; count: number }>
}

/** Writes the refusal, or counts it beyond the limit: then only the number is noted. */
function tell({ told, counted }: Window, refusal: Refusal, put: (event: NotedEvent) => void): void {
  const { kind, reason } = refusal
  const call = `${kind} ${refusal.call}`
  const event = eventOf(refusal)
  if (!told.has(call) && told.size < MAX_CALLS) {
    told.add(call)
    return put(event)
  }
  const [known, details] = told.has(call) ? [call, event.details] : [kind, { reason }]
  const count = (counted.get(known)?.count ?? 0) + 1
  counted.set(known, { event: { ...event, details }, count })
}

/** A minute for each person and address, from the first refusal on. */
function openWindows(put: (event: NotedEvent) => void) {
  const windows = new Map<string, Window>()
  let timer: NodeJS.Timeout | null = null
  const sweep = (now: number) => {
    for (const [key, { until, counted }] of windows) {
      if (until > now) continue
      windows.delete(key)
      for (const { event, count } of counted.values()) put({ ...event, details: { ...event.details, count } })
    }
  }
  const tick = () => {
    sweep(performance.now())
    timer = windows.size > 0 ? setTimeout(tick, WINDOW_MS).unref() : null
  }
  return {
    of: ({ company, user, address }: Refusal): Window => {
      const now = performance.now()
      sweep(windows.size < MAX_WINDOWS ? now : Infinity)
      const key = `${company} ${user} ${address}`
      const window = windows.get(key) ?? { until: now + WINDOW_MS, told: new Set(), counted: new Map() }
      windows.set(key, window)
      timer ??= setTimeout(tick, WINDOW_MS).unref()
      return window
    },
    close: () => {
      if (timer) clearTimeout(timer)
      sweep(Infinity)
    },
  }
}

export function openRefusals(database: Database, outside: Outside, onFault: (error: unknown) => void): Refusals {
  const writer = openWriter(database, outside, onFault)
  const windows = openWindows(writer.put)
  return {
    note: (refusal) => tell(windows.of(refusal), refusal, writer.put),
    written: writer.idle,
    close: async () => {
      windows.close()
      await writer.idle()
    },
  }
}
