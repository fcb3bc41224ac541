/** What a model is handed of an answer: no more than it can read, cut between rows. */

/** Bytes of one answer. */
const MOST = 100_000

type Told = Record<string, unknown>

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** The part of the answer that is longest, when it is a list. */
function longestList(answer: Told): string | null {
  const lists = Object.entries(answer).filter(([, value]) => Array.isArray(value))
  const [first] = lists.sort(([, one], [, other]) => sizeOf(other) - sizeOf(one))
  return first?.[0] ?? null
}

/** The answer as an object; too large a one with the first of its rows, and `cut` says so. */
export function bounded(answer: unknown, cut: (rows: number, all: number) => string, most = MOST): Told {
  const whole: Told =
    Array.isArray(answer) || typeof answer !== 'object' || answer === null ? { rows: answer } : (answer as Told)
  if (sizeOf(whole) <= most) return whole
  const name = longestList(whole)
  const rows = name === null ? [] : (whole[name] as unknown[])
  for (let kept = rows.length; kept > 0 && name !== null; kept = Math.floor(kept / 2)) {
    const part = { ...whole, [name]: rows.slice(0, kept), cut: cut(kept, rows.length) }
    if (sizeOf(part) <= most) return part
  }
  return { cut: cut(0, rows.length) }
}
