/** crypto.randomUUID exists only on https and localhost; a farm may run this on plain http in its own network. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const PLACE = 'device'
let here: string | null = null

/** An id of this browser, by which records of one device are recognised. */
export function deviceId(): string {
  if (here) return here
  try {
    here = localStorage.getItem(PLACE) ?? newKey()
    localStorage.setItem(PLACE, here)
  } catch {
    // without storage each page has a new id
    here ??= newKey()
  }
  return here
}
