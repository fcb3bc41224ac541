/**
 * A window that can be opened from anywhere, while its one host is mounted in the layout; its code is fetched at the
 * first opening.
 */
import { type ComponentType } from 'react'
import { createStore, useStore } from '@mantine/store'
import { lazyPart } from '../../lazy'

interface WindowProps {
  opened: boolean
  onClose: () => void
}

interface Request<P> {
  id: number
  props: P
  opened: boolean
}

type Load<P> = () => Promise<ComponentType<P & WindowProps>>

/**
 * Requests to open the window, in order. `stacked` opens one above the other, else each takes the place of the one
 * before.
 */
export function createWindowRequests<P extends object>({ stacked = false } = {}) {
  const store = createStore<{ requests: readonly Request<P>[] }>({ requests: [] })
  let last = 0
  return {
    open: (props: P): void => {
      const below = stacked ? store.getState().requests.filter(({ opened }) => opened) : []
      store.setState({ requests: [...below, { id: ++last, props, opened: true }] })
    },
    /** A window that was replaced by the next («следующий садок») must not close that one. */
    close: (id: number): void => {
      const { requests } = store.getState()
      store.setState({ requests: requests.map((one) => (one.id === id ? { ...one, opened: false } : one)) })
    },
    useRequests: () => useStore(store).requests,
    useOpened: () => useStore(store).requests.some(({ opened }) => opened),
  }
}

/** The host, mounted once. A window stays mounted while it closes, and each opening mounts it anew. */
export function hostOf<P extends object>(
  { useRequests, close }: ReturnType<typeof createWindowRequests<P>>,
  load: Load<P>,
) {
  const Window = lazyPart(load)
  return function Host() {
    return useRequests().map(({ id, props, opened }) => (
      <Window key={id} {...props} opened={opened} onClose={() => close(id)} />
    ))
  }
}

/** Requests and host together, for a window that opens no other of its kind. */
export function createWindowHost<P extends object>(load: Load<P>) {
  const requests = createWindowRequests<P>()
  return { open: requests.open, useOpened: requests.useOpened, Host: hostOf(requests, load) }
}
