/** An action a person can take. One object serves menu, button, keyboard and search. */
import { useEffect, useSyncExternalStore } from 'react'
import type { Ability } from '../shared/abilities'
import type { IconName } from './icons'

export interface Action {
  id: string
  /** what the person sees, already translated */
  title: string
  /** translated; what it acts on, «садок 12, Северный»: the search shows it beside the title */
  place?: string
  icon: IconName
  ability?: Ability
  /** in the notation of useHotkeys: 'mod+K', 'E' */
  hotkey?: string
  /** why it is impossible now; the action is then shown disabled */
  disabledReason?: string
  /** translated; its heading in the search, «Действия» by default */
  group?: string
  /** other words the search finds it by */
  keywords?: string[]
  run(): void
}

/** «Групповое кормление: Северный», where title and place share one line. */
export const fullTitle = ({ title, place }: Action): string => (place ? `${title}: ${place}` : title)

/** A function makes the actions when the search is first opened, since a farm of 500 cages has thousands. */
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
 * Offers actions in the search (Ctrl+K) while the component is mounted. Keep the offer stable (useMemo, useCallback).
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

/** Answers a query from the server; nothing for unknown words. */
export type Search = (query: string) => Promise<readonly Action[]>

const searches = new Map<string, Search>()

/** Adds a search to the palette while the component is mounted. Keep it stable. */
export function useOfferedSearch(source: string, search: Search): void {
  useEffect(() => {
    searches.set(source, search)
    return () => void searches.delete(source)
  }, [source, search])
}

/** A search that cannot be reached finds nothing. */
export const searchAll = async (query: string): Promise<Action[]> =>
  (await Promise.all([...searches.values()].map((search) => search(query).catch(() => [])))).flat()

const subscribe = (watch: () => void) => {
  watchers.add(watch)
  return () => void watchers.delete(watch)
}

export const useAllActions = (): readonly Action[] => useSyncExternalStore(subscribe, collect)
