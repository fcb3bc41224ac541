/** A person's choices for a supplier's sheets, stored on this device: meanings of columns and goods of names. */
import { note, notedObject } from '../../../web/offline/noted'
import { wordsOf } from '../../../web/ui/fields/names'
import type { Placement } from './headings.web'

interface Memory {
  columns: Record<string, Placement[]>
  names: Record<string, number>
}

/** The oldest are forgotten. */
const MAX_REMEMBERED = 300

const place = (supplier: string) => `sheets-of:${supplier || 'anyone'}`
const keyOf = (name: string) => wordsOf(name).join(' ')

function recall(supplier: string): Memory {
  const { columns, names } = notedObject<Memory>(place(supplier))
  return { columns: columns ?? {}, names: names ?? {} }
}

const latest = <T>(all: Record<string, T>) => Object.fromEntries(Object.entries(all).slice(-MAX_REMEMBERED))

const keep = (supplier: string, { columns, names }: Memory): void =>
  note(place(supplier), JSON.stringify({ columns: latest(columns), names: latest(names) }))

export const columnsOf = (supplier: string, signature: string): Placement[] | null =>
  recall(supplier).columns[signature] ?? null

export function keepColumns(supplier: string, signature: string, columns: Placement[]): void {
  const memory = recall(supplier)
  keep(supplier, { ...memory, columns: { ...memory.columns, [signature]: columns } })
}

/** Which good a name means that a person has chosen one for. */
export function namesOf(supplier: string): (name: string) => number | undefined {
  const { names } = recall(supplier)
  return (name) => names[keyOf(name)]
}

export function keepName(supplier: string, name: string, good: number): void {
  const memory = recall(supplier)
  keep(supplier, { ...memory, names: { ...memory.names, [keyOf(name)]: good } })
}
