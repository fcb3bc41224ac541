/**
 * Unsaved typed values of each user until they sign out: drafts of forms in this tab, others on this device, such as a
 * round that is continued tomorrow.
 */
import { currentOwner, farmTimeOf } from '../session'
import { LEFT } from './leave'

export interface Draft<V> {
  /** farm time of the last change, 'YYYY-MM-DDTHH:mm' */
  at: string
  values: V
  /** nothing of it would be missed */
  settled?: true
}

export type Keeping = 'tab' | 'device'

const PREFIX = 'draft:'
const prefixOf = (owner: string | null) => `${PREFIX}${owner ?? ''}:`
const placeOf = (name: string) => prefixOf(currentOwner()) + name

/** Accessing a forbidden storage throws. */
const storageOf = (keeping: Keeping): Storage => (keeping === 'tab' ? sessionStorage : localStorage)
const namesIn = (keeping: Keeping, prefix: string): string[] =>
  Object.keys(storageOf(keeping)).filter((name) => name.startsWith(prefix))

/** Drafts that a full or forbidden storage does not accept, until the page is closed. */
const memory = new Map<string, string>()
const watchers = new Set<() => void>()

export function draftText(keeping: Keeping, name: string): string {
  const place = placeOf(name)
  try {
    return memory.get(place) ?? storageOf(keeping).getItem(place) ?? 'null'
  } catch {
    return 'null'
  }
}

export function parseDraft<V>(text: string): Draft<V> | null {
  try {
    return JSON.parse(text) as Draft<V> | null
  } catch {
    return null
  }
}

export const readDraft = <V>(keeping: Keeping, name: string): Draft<V> | null => parseDraft<V>(draftText(keeping, name))

/** null takes it away. */
export function writeDraft<V>(keeping: Keeping, name: string, values: V | null, settled = false): void {
  const place = placeOf(name)
  const text =
    values === null ? null : JSON.stringify({ at: farmTimeOf(), values, ...(settled && { settled }) } as Draft<V>)
  memory.delete(place)
  try {
    if (text) storageOf(keeping).setItem(place, text)
    else storageOf(keeping).removeItem(place)
  } catch {
    if (text) memory.set(place, text)
  }
  for (const watch of watchers) watch()
}

export function watchDrafts(watch: () => void): () => void {
  watchers.add(watch)
  // another tab
  window.addEventListener('storage', watch)
  return () => {
    watchers.delete(watch)
    window.removeEventListener('storage', watch)
  }
}

/** How many drafts the user would lose by signing out here. */
export function countDrafts(): number {
  const prefix = prefixOf(currentOwner())
  try {
    const kept = (['tab', 'device'] as const).flatMap((keeping) =>
      namesIn(keeping, prefix).map((name) => storageOf(keeping).getItem(name) ?? 'null'),
    )
    const texts = [...kept, ...[...memory].flatMap(([place, text]) => (place.startsWith(prefix) ? [text] : []))]
    return texts.map((text) => parseDraft(text)).filter((draft) => draft && !draft.settled).length
  } catch {
    return 0
  }
}

/** Deletes the drafts of everybody else. */
export function keepDraftsOf(owner: string | null): void {
  const isForeign = (place: string) => owner === null || !place.startsWith(prefixOf(owner))
  for (const place of [...memory.keys()].filter(isForeign)) memory.delete(place)
  for (const keeping of ['tab', 'device'] as const)
    for (const name of namesIn(keeping, PREFIX).filter(isForeign)) storageOf(keeping).removeItem(name)
}

/** An earlier version kept drafts of forms on the device. */
function takeOver(): void {
  for (const name of namesIn('device', PREFIX).filter((name) => !/^draft:[^:]*:[^:]*:round:/.test(name))) {
    sessionStorage.setItem(name, localStorage.getItem(name)!)
    localStorage.removeItem(name)
  }
}

if (typeof window !== 'undefined') {
  try {
    takeOver()
  } catch {
    // a forbidden storage holds nothing
  }
  // the user has signed out in another tab
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === LEFT && newValue !== null) keepDraftsOf(null)
  })
}
