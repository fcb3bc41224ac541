/** Answers of many rows, written row by row while other requests run: in one go they would hold all others up. */
import { openBreath } from '../base/breath'
import { addPart, addText, type JsonBytes, openBytes, takenOf } from './json-bytes'

/** The JSON text of an answer. */
export type Written<T> = Buffer & { answer?: T }

type RowOf<List> = List extends readonly (infer Row)[] ? Row : never

const COMMA = Buffer.from(',')

const addJson = (to: JsonBytes, row: unknown): void => addText(to, JSON.stringify(row))

/** `{...head, [name]: [...rows]}`, each row made as its turn comes. `add` writes other rows; `size`: so many bytes. */
export async function writeRows<T extends object, K extends keyof T & string, R = RowOf<T[K]>>(
  head: Omit<T, K>,
  name: K,
  rows: Iterable<R>,
  { add = addJson, size }: { add?: (to: JsonBytes, row: R) => void; size?: number } = {},
): Promise<Written<T>> {
  const [to, breath] = [openBytes(size), openBreath()]
  addText(to, `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[`)
  const begins = to.length
  for (const row of rows) {
    if (to.length > begins) addPart(to, COMMA)
    add(to, row)
    await breath()
  }
  addText(to, ']}')
  return takenOf(to)
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
