/**
 * Signing out works without a network: this device clears its data at once, and ends the session, whose cookie no
 * script can delete, at the next contact with the server. Until then the session is not used here.
 */
import { sessionCalls } from '../../shared/user'
import { call, isUnreachable } from '../api'

export const LEFT = 'signed-out-here'
const PATIENCE_MS = 4_000

/** Whether somebody signed out here and the server does not know yet. */
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
    // without storage nothing is kept that would open the farm without a network
  }
}

/**
 * Ends the session that was left; true when it is over. Called before a new session begins, so that it never ends that
 * one.
 */
export async function endLeft(): Promise<boolean> {
  try {
    await call(sessionCalls.logout, {}, { quiet: true, signal: AbortSignal.timeout(PATIENCE_MS) })
  } catch (error) {
    // any other answer of the server means that it has no such session
    if (isUnreachable(error) || error instanceof DOMException) return false
  }
  try {
    localStorage.removeItem(LEFT)
  } catch {
    // see noteLeft
  }
  return true
}
