import { setImmediate } from 'node:timers/promises'

const BREATH_MS = 10

/** Awaited in a long loop, it lets other requests run from time to time. */
export function openBreath(): () => Promise<void> | undefined {
  let began = performance.now()
  const pause = async () => {
    await setImmediate()
    began = performance.now()
  }
  return () => (performance.now() - began > BREATH_MS ? pause() : undefined)
}

/** A reckoning that stops now and then, to its end; other requests run meanwhile. */
export async function slowly<R>(steps: Generator<void, R>): Promise<R> {
  const breath = openBreath()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await breath()
  }
}

/** What comes of each of very many, in their order; other requests run between them. */
export async function flatSlowly<T, R>(list: readonly T[], make: (one: T) => readonly R[]): Promise<R[]> {
  const breath = openBreath()
  const made: R[] = []
  for (const one of list) {
    made.push(...make(one))
    await breath()
  }
  return made
}
