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
