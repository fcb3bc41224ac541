/** Opens the form of an operation from anywhere: the map, a journal, the search. */
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { call } from '../../web/api'
import { offerForm } from '../../web/outbox/forms'
import type { Target } from './form-model.web'
import { kinds, type KindName } from './kinds.contract'
import type { AnyKind } from './operation.contract'

interface Request {
  id: number
  kind: KindName
  target: Target
  opened: boolean
}

let request: Request | null = null
const watchers = new Set<() => void>()

function put(next: Request): void {
  request = next
  for (const watch of watchers) watch()
}

const subscribe = (watch: () => void) => {
  watchers.add(watch)
  return () => void watchers.delete(watch)
}

/**
 * On a cage `{ cageId }`, between two `{ cageId, toCageId }`, on a stored row `{ row }` or on a record of the outbox
 * `{ queued }`. Without a cage the form asks for it.
 */
export const openOperation = (kind: KindName, target: Target = {}): void =>
  put({ id: (request?.id ?? 0) + 1, kind, target, opened: true })

for (const kind of Object.keys(kinds) as KindName[]) {
  const { update } = kinds[kind] as unknown as AnyKind
  offerForm(kind, {
    open: (queued) => openOperation(kind, { queued }),
    amend: ({ values }, answer) => call(update, { ...values, id: (answer as { id: number }).id }, { quiet: true }),
  })
}

/** A form that was replaced by the next one («следующий садок») must not close it. */
function close(id: number): void {
  if (request?.id === id && request.opened) put({ ...request, opened: false })
}

const load = () => import('./operation-form.web')
const OperationForm = lazy(() => load().then((module) => ({ default: module.OperationForm })))

/** After the page itself has come. */
const NEEDED_AFTER_MS = 2_000
const SIGNS = ['pointermove', 'pointerdown', 'keydown']

/** The one place where operation forms appear; mounted once in the layout. */
export function OperationHost() {
  const current = useSyncExternalStore(subscribe, () => request)
  useEffect(() => {
    // fetched ahead once someone is at work, so that the first form opens at once even on a poor line
    const gone = new AbortController()
    const ahead = () => {
      gone.abort()
      void load().catch(() => undefined)
    }
    for (const sign of SIGNS) window.addEventListener(sign, ahead, { signal: gone.signal, passive: true })
    return () => gone.abort()
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => void import('./needed.web').then(({ readNeeded }) => readNeeded()), NEEDED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!current) return null
  return (
    <Suspense fallback={null}>
      <OperationForm
        key={current.id}
        kind={current.kind}
        target={current.target}
        opened={current.opened}
        onClose={() => close(current.id)}
      />
    </Suspense>
  )
}
