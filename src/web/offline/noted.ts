/**
 * Small values that pages remember on this device. Losing them costs only convenience, so a full or forbidden storage
 * is ignored.
 */

/** null when nothing is stored, or the browser stores nothing. */
export function noted(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function note(name: string, text: string): void {
  try {
    localStorage.setItem(name, text)
  } catch {
    // see above
  }
}

/** The value under the name as an object; empty when it is none. */
export function notedObject<T extends object>(name: string): Partial<T> {
  try {
    const stored: unknown = JSON.parse(noted(name) ?? '{}')
    return stored && typeof stored === 'object' ? stored : {}
  } catch {
    return {}
  }
}
