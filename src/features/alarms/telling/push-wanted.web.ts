/** Who wants alarms on this browser: remembered beyond their session. */

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
