/**
 * This browser's subscription to messages. Signing out ends it on the server; whoever wanted it here gets it again with
 * their next session on this browser, without being asked.
 */
import { call } from '../../../web/api'
import { invalidateTags } from '../../../web/query-client'
import { currentOwner } from '../../../web/session'
import { pushCalls } from './push.contract'
import { noteWanted, wantedBy } from './push-wanted.web'

/** The worker that shows messages; none in development. */
const registered = () => navigator.serviceWorker.getRegistration()

async function register(key: string): Promise<boolean> {
  const registration = await registered()
  if (!registration) return false
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = subscription.toJSON()
  await call(pushCalls.subscribe, { endpoint: endpoint!, p256dh: keys!['p256dh']!, auth: keys!['auth']! })
  noteWanted(currentOwner())
  return true
}

/** Answers false when the browser does not allow it. */
export const subscribe = async (key: string): Promise<boolean> =>
  (await Notification.requestPermission()) === 'granted' && register(key)

export async function unsubscribe(): Promise<void> {
  await call(pushCalls.unsubscribe, {})
  noteWanted(null)
  await (await (await registered())?.pushManager.getSubscription())?.unsubscribe()
}

/** Once a page is opened in a new session. */
export async function resume(): Promise<void> {
  if (Notification.permission !== 'granted' || wantedBy() !== currentOwner()) return
  const { key, on } = await call(pushCalls.key, {}, { quiet: true })
  if (key && !on && (await register(key))) await invalidateTags(['people'])
}
