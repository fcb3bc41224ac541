/** Who wants alarms on this browser: remembered beyond their session. */
import { useEffect } from 'react'
import { currentOwner } from '../../../web/session'

const WANTED = 'push-wanted'

export function wantedBy(): string | null {
  try {
    return localStorage.getItem(WANTED)
  } catch {
    return null
  }
}

export function noteWanted(owner: string | null): void {
  try {
    if (owner === null) localStorage.removeItem(WANTED)
    else localStorage.setItem(WANTED, owner)
  } catch {
    // without storage it has to be asked for again
  }
}

/** Beside every page. */
export function PushHost() {
  useEffect(() => {
    if (wantedBy() === null || wantedBy() !== currentOwner()) return
    // without a network the next page does it
    void import('./push-subscription.web').then(({ resume }) => resume()).catch(() => undefined)
  }, [])
  return null
}
