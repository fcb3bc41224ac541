/** Small things that pages remember on this device. A full or forbidden storage only costs a convenience. */

/** null when nothing is noted, or the browser keeps nothing. */
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

/** What stands under the name as an object; empty when it is none. */
export function notedObject<T extends object>(name: string): Partial<T> {
  try {
    const stored: unknown = JSON.parse(noted(name) ?? '{}')
    return stored && typeof stored === 'object' ? stored : {}
  } catch {
    return {}
  }
}
