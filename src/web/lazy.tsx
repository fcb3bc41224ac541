/**
 * Code that is loaded on demand. Not React.lazy: that suspends even when the code is already loaded, and React shows
 * suspended content no sooner than 300 ms after its fallback, so that nested parts take more than a second.
 */
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'

export interface LazyModule<T> {
  /** null until it is there */
  now: () => T | null
  /** loads once, and again only after a failure */
  get: () => Promise<T>
  /** the last load, also when it failed */
  last: () => Promise<T>
}

export function lazyModule<T>(load: () => Promise<T>): LazyModule<T> {
  let value: T | null = null
  let last: Promise<T> | null = null
  let failed = false
  const get = () => {
    if (last && !failed) return last
    failed = false
    last = load().then((loaded) => (value = loaded))
    last.catch(() => (failed = true))
    return last
  }
  return { now: () => value, get, last: () => last ?? get() }
}

export type LazyPart<P> = ComponentType<P> & { preload: () => Promise<unknown> }

/**
 * A component that renders at once when its code is loaded, and `instead` until then. A failure is thrown to the error
 * boundary.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  instead: (props: P) => ReactNode = () => null,
): LazyPart<P> {
  const code = lazyModule(load)
  const Lazy = (props: P) => {
    const [Part, show] = useState(code.now)
    useEffect(() => {
      if (Part) return
      let current = true
      const shown = (next: () => ComponentType<P>) => current && show(next)
      code.get().then(
        (loaded) => shown(() => loaded),
        (error: unknown) =>
          shown(() => {
            throw error
          }),
      )
      return () => void (current = false)
    }, [Part])
    return Part ? <Part {...props} /> : instead(props)
  }
  return Object.assign(Lazy, { preload: code.get })
}
