/** A window that is opened from anywhere, while its one host is mounted in the layout; its code comes when it is first opened. */
import { lazy, Suspense, type ComponentType } from 'react'
import { createStore, useStore } from '@mantine/store'

interface Shown {
  opened: boolean
  onClose: () => void
}

interface Request<P> {
  id: number
  props: P
  opened: boolean
}

export interface Summoned<P> {
  open: (props: P) => void
  useOpened: () => boolean
  /** mounted once */
  Host: ComponentType
}

/**
 * `load` fetches the window; it stays mounted while it closes, and each opening mounts it anew: in place of the one before, or over it
 * when `stacked`.
 */
export function summoned<P extends object>(
  load: () => Promise<ComponentType<P & Shown>>,
  { stacked = false } = {},
): Summoned<P> {
  const store = createStore<{ requests: readonly Request<P>[] }>({ requests: [] })
  let last = 0
  const Window = lazy(async () => ({ default: await load() }))

  /** One that was replaced by the next («следующий садок») must not close it. */
  function close(id: number): void {
    const { requests } = store.getState()
    store.setState({ requests: requests.map((one) => (one.id === id ? { ...one, opened: false } : one)) })
  }

  function Host() {
    const { requests } = useStore(store)
    return requests.map(({ id, props, opened }) => (
      <Suspense key={id} fallback={null}>
        <Window {...props} opened={opened} onClose={() => close(id)} />
      </Suspense>
    ))
  }

  return {
    open: (props) => {
      const below = stacked ? store.getState().requests.filter(({ opened }) => opened) : []
      store.setState({ requests: [...below, { id: ++last, props, opened: true }] })
    },
    useOpened: () => useStore(store).requests.some(({ opened }) => opened),
    Host,
  }
}
