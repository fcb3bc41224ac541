/** Readings of the main page that public/first-paint.js has begun while the scripts were still on their way. */

declare global {
  /** URL → its answer; undefined when it was not asked for after all */
  var firstCalls: Map<string, Promise<Response | undefined>> | undefined
}

/** Later than this, ms from the start of the page, what was begun then is too old. */
const FRESH_MS = 10_000

/** The answer that was begun with the page, once, whatever it says; undefined when it has to be asked for. */
export function firstAnswer(url: string): Promise<Response | undefined> | undefined {
  const begun = globalThis.firstCalls?.get(url)
  globalThis.firstCalls?.delete(url)
  return performance.now() < FRESH_MS ? begun : undefined
}

/** After a write they are not what is stored, in another language they do not say what is shown. */
export const forgetFirstAnswers = (): void => globalThis.firstCalls?.clear()
