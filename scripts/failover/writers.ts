/** People at work through the real API: each record has a key, and is sent again with it until it is answered. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

export interface Site {
  address: string
  cookie: string
}

const WAIT_MS = 20_000
const JSON_TYPE = { 'content-type': 'application/json' }

/** Throws what the API refused. */
export async function call<T>({ address, cookie }: Site, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${address}/api${path}`, {
    method,
    headers: { ...(body && JSON_TYPE), cookie },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text) as T
}

/** A farm of its own, with its session. */
export async function register(address: string): Promise<Site> {
  const password = randomUUID()
  const person = { company_name: 'Drill', name: 'Drill', email: 'drill@example.com' }
  const response = await fetch(`${address}/api/register`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ ...person, password, password_confirmation: password }),
  })
  if (!response.ok) throw new Error(`register: ${response.status} ${await response.text()}`)
  return { address, cookie: response.headers.getSetCookie()[0]!.split(';')[0]! }
}

export interface Writers {
  /** key of the note → id of the record that was acknowledged */
  acknowledged: Map<string, number>
  /** when each was, performance.now() */
  moments: number[]
  /** answers that were no success: status, 0 without an answer → how many */
  refused: Map<number, number>
  stop(): Promise<void>
}

const send = ({ address, cookie }: Site, path: string, key: string, body: string) =>
  fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { ...JSON_TYPE, cookie, 'idempotency-key': key },
    body,
    signal: AbortSignal.timeout(WAIT_MS),
  })
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch(() => ({ status: 0, text: '' }))

/** Writes `bodyOf(writer)` again and again, its key in the note. */
export function startWriters(site: Site, count: number, path: string, bodyOf: (writer: number) => object): Writers {
  const acknowledged = new Map<string, number>()
  const moments: number[] = []
  const refused = new Map<number, number>()
  let stopped = false
  const record = async (writer: number) => {
    const key = randomUUID()
    const body = JSON.stringify({ ...bodyOf(writer), note: key })
    for (;;) {
      const { status, text } = await send(site, path, key, body)
      if (status === 200) {
        moments.push(performance.now())
        return void acknowledged.set(key, (JSON.parse(text) as { id: number }).id)
      }
      refused.set(status, (refused.get(status) ?? 0) + 1)
      await pause(200)
    }
  }
  const write = async (writer: number) => {
    while (!stopped) await record(writer)
  }
  const all = Promise.all(Array.from({ length: count }, (_, writer) => write(writer)))
  return {
    acknowledged,
    moments,
    refused,
    stop: async () => {
      stopped = true
      await all
    },
  }
}

/** A page that listens, and comes back when its stream ends, as a browser does. */
export function openPage({ address, cookie }: Site) {
  let heard = 0
  let closed = false
  const leaving = new AbortController()
  const listen = async () => {
    while (!closed) {
      try {
        const { body } = await fetch(`${address}/api/events`, { headers: { cookie }, signal: leaving.signal })
        for await (const part of body!)
          if (Buffer.from(part as Uint8Array).includes('data: ')) heard = performance.now()
      } catch {
        // it comes back below
      }
      if (!closed) await pause(1000)
    }
  }
  const listening = listen()
  return {
    /** when it last heard of a change, performance.now() */
    heard: () => heard,
    close: async () => {
      closed = true
      leaving.abort()
      await listening
    },
  }
}
