import { useLocalStorage } from '@mantine/hooks'
import { useCallback } from 'react'

/** The page of each group of the menu that was open last on this device: its first one → the one that was open. */
export function useVisited() {
  const [visited, set] = useLocalStorage<Record<string, string>>({
    key: 'visited-pages',
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const remember = useCallback(
    (group: string, page: string) => set((before) => (before[group] === page ? before : { ...before, [group]: page })),
    [set],
  )
  return [visited, remember] as const
}
