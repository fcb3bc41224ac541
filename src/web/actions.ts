/** Something a person can do. One object feeds the menu, the button, the keyboard and the search. */
import { useEffect, useSyncExternalStore } from 'react'
import type { Ability } from '../shared/abilities'
import type { IconName } from './icons'

export interface Action {
  id: string
  /** what the person sees, already translated */
  title: string
  icon: IconName
  ability?: Ability
  /** in the notation of useHotkeys: 'mod+K', 'E' */
  hotkey?: string
  /** why it cannot be done now; the action is shown, but disabled */
  disabledReason?: string
  /** further words the search finds it by */
  keywords?: string[]
  run(): void
}

const offered = new Map<string, readonly Action[]>()
const watchers = new Set<() => void>()
let all: readonly Action[] = []

function changed(): void {
  all = [...offered.values()].flat()
  for (const watch of watchers) watch()
}

/** Puts actions into the search (Ctrl+K) as long as the component lives. Keep the array itself stable (useMemo). */
export function useOfferedActions(source: string, actions: readonly Action[]): void {
  useEffect(() => {
    offered.set(source, actions)
    changed()
    return () => {
      offered.delete(source)
      changed()
    }
  }, [source, actions])
}

const subscribe = (watch: () => void) => {
  watchers.add(watch)
  return () => void watchers.delete(watch)
}

export const useAllActions = (): readonly Action[] => useSyncExternalStore(subscribe, () => all)
