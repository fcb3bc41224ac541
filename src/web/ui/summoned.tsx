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

/** `load` fetches the window; it stays mounted while it closes, and each opening mounts it anew. */
export function summoned<P extends object>(load: () => Promise<ComponentType<P & Shown>>): Summoned<P> {
  const store = createStore<{ request: Request<P> | null }>({ request: null })
  const Window = lazy(async () => ({ default: await load() }))

  /** One that was replaced by the next («следующий садок») must not close it. */
  function close(id: number): void {
    const { request } = store.getState()
    if (request?.id === id) store.setState({ request: { ...request, opened: false } })
  }

  function Host() {
    const { request } = useStore(store)
    if (!request) return null
    return (
      <Suspense fallback={null}>
        <Window key={request.id} {...request.props} opened={request.opened} onClose={() => close(request.id)} />
      </Suspense>
    )
  }

  return {
    open: (props) => store.setState({ request: { id: (store.getState().request?.id ?? 0) + 1, props, opened: true } }),
    useOpened: () => useStore(store).request?.opened ?? false,
    Host,
  }
}
