/**
 * Signing out works without a network: this device forgets at once, and the session, whose cookie no script can delete,
 * is ended on the server at the next contact. Until then nobody is let in by it here.
 */
import { sessionCalls } from '../../shared/user'
import { call, isUnreachable } from '../api'

export const LEFT = 'signed-out-here'
const PATIENCE_MS = 4_000

/** Somebody signed out here, and the server has not heard of it yet. */
export function hasLeft(): boolean {
  try {
    return localStorage.getItem(LEFT) !== null
  } catch {
    return false
  }
}

export function noteLeft(): void {
  try {
    localStorage.setItem(LEFT, '1')
  } catch {
    // without a storage nothing is kept that would open the farm without a network
  }
}

/** Ends the session that was left; true when it is over. Before a new one begins, so that it never ends that one. */
export async function endLeft(): Promise<boolean> {
  try {
    await call(sessionCalls.logout, {}, { quiet: true, signal: AbortSignal.timeout(PATIENCE_MS) })
  } catch (error) {
    // a server that says anything else has no such session
    if (isUnreachable(error) || error instanceof DOMException) return false
  }
  try {
    localStorage.removeItem(LEFT)
  } catch {
    // see noteLeft
  }
  return true
}
