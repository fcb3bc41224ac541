/** Readings of the main page that public/first-paint.js has begun while the scripts were still on their way. */

declare global {
  /** URL → its answer; undefined when none came */
  var firstCalls: Map<string, Promise<Response | undefined>> | undefined
}

/** Later than this, ms from the start of the page, what was begun then is too old. */
const FRESH_MS = 10_000

/** The answer that was begun with the page, once; undefined when it has to be asked for. */
export async function firstAnswer(url: string): Promise<Response | undefined> {
  const begun = globalThis.firstCalls?.get(url)
  globalThis.firstCalls?.delete(url)
  if (!begun || performance.now() > FRESH_MS) return undefined
  const answer = await begun
  return answer?.ok ? answer : undefined
}

/** After a write they are not what is stored. */
export const forgetFirstAnswers = (): void => globalThis.firstCalls?.clear()
