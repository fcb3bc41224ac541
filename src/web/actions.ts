/** Something a person can do. One object feeds the menu, the button, the keyboard and the search. */
import { useEffect, useSyncExternalStore } from 'react'
import type { Ability } from '../shared/abilities'
import type { IconName } from './icons'

export interface Action {
  id: string
  /** what the person sees, already translated */
  title: string
  /** translated; what it is done to, «садок 12, Северный»: the search tells it beside the title */
  place?: string
  icon: IconName
  ability?: Ability
  /** in the notation of useHotkeys: 'mod+K', 'E' */
  hotkey?: string
  /** why it cannot be done now; the action is shown, but disabled */
  disabledReason?: string
  /** translated; the heading it stands under in the search, «Действия» when left out */
  group?: string
  /** further words the search finds it by */
  keywords?: string[]
  run(): void
}

/** «Групповое кормление: Северный», where there is one line for both. */
export const fullTitle = ({ title, place }: Action): string => (place ? `${title}: ${place}` : title)

/** A farm of 500 cages offers thousands of actions: a function makes them when the search is first opened. */
export type Offer = readonly Action[] | (() => readonly Action[])

const offered = new Map<string, Offer>()
const watchers = new Set<() => void>()
let all: readonly Action[] | null = null

function changed(): void {
  all = null
  for (const watch of watchers) watch()
}

const collect = (): readonly Action[] =>
  (all ??= [...offered.values()].flatMap((offer) => (typeof offer === 'function' ? offer() : offer)))

/**
 * Puts actions into the search (Ctrl+K) as long as the component lives. Keep the offer itself stable (useMemo,
 * useCallback).
 */
export function useOfferedActions(source: string, offer: Offer): void {
  useEffect(() => {
    offered.set(source, offer)
    changed()
    return () => {
      offered.delete(source)
      changed()
    }
  }, [source, offer])
}

/** What answers a query by asking the server; of words that it does not know, nothing. */
export type Search = (query: string) => Promise<readonly Action[]>

const searches = new Map<string, Search>()

/** Asked by the search for what is typed there, as long as the component lives. Keep it stable. */
export function useOfferedSearch(source: string, search: Search): void {
  useEffect(() => {
    searches.set(source, search)
    return () => void searches.delete(source)
  }, [source, search])
}

/** One that cannot be reached finds nothing. */
export const searchAll = async (query: string): Promise<Action[]> =>
  (await Promise.all([...searches.values()].map((search) => search(query).catch(() => [])))).flat()

const subscribe = (watch: () => void) => {
  watchers.add(watch)
  return () => void watchers.delete(watch)
}

export const useAllActions = (): readonly Action[] => useSyncExternalStore(subscribe, collect)
