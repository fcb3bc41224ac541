/** Answers of many rows, written row by row while other requests run: in one go they would hold all others up. */
import { openBreath } from '../base/breath'

/** The JSON text of an answer. */
export type Written<T> = Buffer & { answer?: T }

type RowOf<List> = List extends readonly (infer Row)[] ? Row : never

const COMMA = Buffer.from(',')

/** `{...head, [name]: [...rows]}`, each row made as its turn comes. */
export async function writeRows<T extends object, K extends keyof T & string>(
  head: Omit<T, K>,
  name: K,
  rows: Iterable<RowOf<T[K]>>,
): Promise<Written<T>> {
  const breath = openBreath()
  const parts = [Buffer.from(`${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[`)]
  for (const row of rows) {
    if (parts.length > 1) parts.push(COMMA)
    parts.push(Buffer.from(JSON.stringify(row)))
    await breath()
  }
  return Buffer.concat([...parts, Buffer.from(']}')])
}

/** `{[id]: value, …}` in the order of the ids, each value made as its turn comes. */
export async function writeById<R extends { id: number }, V>(
  rows: readonly R[],
  valueOf: (row: R) => V,
): Promise<Written<Record<string, V>>> {
  const breath = openBreath()
  const parts: string[] = []
  for (const row of rows.toSorted((one, other) => one.id - other.id)) {
    parts.push(`"${row.id}":${JSON.stringify(valueOf(row))}`)
    await breath()
  }
  return Buffer.from(`{${parts.join(',')}}`)
}

/** What an answer says, however its route gave it. */
export const readWritten = (answer: unknown): unknown =>
  Buffer.isBuffer(answer) ? JSON.parse(answer.toString()) : answer
