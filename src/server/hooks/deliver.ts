/** Sends signed JSON to a program outside, and tells what came of it. Its answer is not read. */
import { createHmac } from 'node:crypto'
import { request as plain } from 'node:http'
import { request as encrypted } from 'node:https'
import type { LookupFunction } from 'node:net'
import { ClosedAddress, isOwn, mayLeadOut, openLookup } from './open-address'

const TIMEOUT_MS = 10_000

export type HookFault = 'hook-away' | 'hook-closed' | 'hook-moved' | 'hook-refused'

export interface Delivered {
  /** HTTP status; null without an answer */
  code: number | null
  ms: number
  fault: HookFault | null
}

export interface Delivery {
  /** the same when it is sent again */
  id: string
  body: string
  /** the first is in force, another was until lately */
  secrets: readonly string[]
}

/** `t=<seconds>,v1=<hex>`, with a `v1` for each secret: HMAC-SHA256 of `<seconds>.<body>`. */
export function signatureOf(secrets: readonly string[], body: string, seconds: number): string {
  const signed = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  )
  return [`t=${seconds}`, ...signed].join(',')
}

function send(url: URL, { id, body, secrets }: Delivery, lookup: LookupFunction): Promise<number> {
  const request = url.protocol === 'https:' ? encrypted : plain
  const bytes = Buffer.from(body)
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(!isOwn(url) && { lookup }),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-length': bytes.length,
        'user-agent': 'Sadok',
        'x-sadok-delivery': id,
        'x-sadok-signature': signatureOf(secrets, body, Math.floor(Date.now() / 1000)),
      },
    })
    sent.on('error', reject)
    // a redirect is an answer like another: it is not followed
    sent.on('response', (answer) => {
      answer.on('error', () => undefined).destroy()
      resolve(answer.statusCode!)
    })
    sent.end(bytes)
  })
}

function faultOf(code: number): HookFault | null {
  if (code >= 200 && code < 300) return null
  return code >= 300 && code < 400 ? 'hook-moved' : 'hook-refused'
}

/** Never throws: what went wrong is told. */
export async function deliver(address: string, delivery: Delivery, lookup = openLookup()): Promise<Delivered> {
  const begun = performance.now()
  const told = (code: number | null, fault: HookFault | null): Delivered => ({
    code,
    ms: Math.round(performance.now() - begun),
    fault,
  })
  const url = new URL(address)
  if (!mayLeadOut(url)) return told(null, 'hook-closed')
  try {
    const code = await send(url, delivery, lookup)
    return told(code, faultOf(code))
  } catch (error) {
    return told(null, error instanceof ClosedAddress ? 'hook-closed' : 'hook-away')
  }
}
