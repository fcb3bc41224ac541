/** Whether the server can be reached, as the last call found it. What the browser says of its network is only a hint. */
import { createStore, useStore } from '@mantine/store'

export type Link = 'up' | 'down'

const link = createStore<{ now: Link }>({ now: 'up' })

export function setLink(next: Link): void {
  if (link.getState().now !== next) link.setState({ now: next })
}

export const currentLink = (): Link => link.getState().now

export const watchLink = (watch: (link: Link) => void): (() => void) => link.subscribe(({ now }) => watch(now))

export const useLink = (): Link => useStore(link).now
