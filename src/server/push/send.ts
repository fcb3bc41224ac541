/** Sends a message to one browser, through the push service that the browser named. */
import { JobFault } from '../jobs/faults'
import { authorization, type Browser, encrypt, type PushKeys } from './message'
import { isPushService } from './services'

export interface Device extends Browser {
  endpoint: string
}

export interface Push {
  title: string
  body: string
  /** a newer one of the same tag takes its place on the screen */
  tag: string
  /** address of the page to open */
  href: string
  /** address of its picture */
  icon: string
}

const TIMEOUT_MS = 10_000
/** Who is away for longer reads of it in the application. */
const KEPT_S = 86_400

/** False: the browser no longer wants any. Throws when the service does not take it now. */
export async function sendPush(device: Device, push: Push, keys: PushKeys, contact: string): Promise<boolean> {
  if (!isPushService(device.endpoint)) return false
  const answer = await fetch(device.endpoint, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      authorization: authorization(device.endpoint, keys, contact),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(KEPT_S),
      urgency: 'high',
    },
    body: new Uint8Array(encrypt(JSON.stringify(push), device)),
  }).catch(() => {
    throw new JobFault('push-away')
  })
  await answer.body?.cancel()
  if (answer.status === 404 || answer.status === 410) return false
  if (!answer.ok) throw new JobFault('push-away')
  return true
}
