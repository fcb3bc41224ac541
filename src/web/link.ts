/** Whether the server can be reached, as the last call found it. What the browser says of its network is only a hint. */
import { useSyncExternalStore } from 'react'

export type Link = 'up' | 'down'

let link: Link = 'up'
const watchers = new Set<(link: Link) => void>()

export function setLink(next: Link): void {
  if (next === link) return
  link = next
  for (const watch of watchers) watch(link)
}

export const currentLink = (): Link => link

export function watchLink(watch: (link: Link) => void): () => void {
  watchers.add(watch)
  return () => void watchers.delete(watch)
}

export const useLink = (): Link => useSyncExternalStore(watchLink, currentLink)
