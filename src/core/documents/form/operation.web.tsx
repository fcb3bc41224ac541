/** Opens the form of an operation from anywhere: the map, a journal, the search. */
import { useEffect, useState } from 'react'
import { hrefOf } from '../../../shared/pages'
import { call } from '../../../web/api'
import { offerForm } from '../../../web/offline/outbox/forms'
import { useWaitingCages } from '../../../web/offline/outbox/waiting'
import { hostOf, createWindowHost } from '../../../web/ui/overlay/window-host'
import { replaceCages } from '../../cages/cage-cache.web'
import type { CageRow } from '../../cages/cage.contract'
import { above, type FormRequest } from './above.web'
import type { Target } from '../fields/form-model.web'
import type { HistoryRow } from './history-line.web'
import { photoCall } from '../photos/photo-host.web'
import { contractOf, kindNamed, kinds, type KindName } from '../kinds/kinds.contract'

const load = () => import('./operation-form.web').then(({ OperationForm }) => OperationForm)
const form = createWindowHost<FormRequest>(load)
const Above = hostOf(above, load)

/**
 * For a cage `{ cageId }`, for two `{ cageId, toCageId }`, for a stored row `{ row }`, for a record of the outbox `{
 * queued }`. Without a cage the form has fields for it.
 */
export const openOperation = (kind: KindName, target: Target = {}): void => form.open({ kind, target })

for (const kind of Object.keys(kinds) as KindName[]) {
  const { update, remove, path } = contractOf(kind)
  const idOf = (answer: unknown) => (answer as { id: number }).id
  offerForm(kind, {
    open: (queued) => openOperation(kind, { queued }),
    amend: ({ values }, answer) => call(update, { ...values, id: idOf(answer) }, { quiet: true }),
    rows: (answer) => [idOf(answer)],
    file: photoCall,
    stored: (answer) => replaceCages((answer as { cages?: CageRow[] }).cages ?? []),
    journal: hrefOf('journal', { path }),
    remove: (answer, idempotencyKey) => call(remove, { id: idOf(answer) }, { quiet: true, idempotencyKey }),
  })
}

/** Opens the form of a stored row of any kind; null for kinds without one, such as a change of category. */
export function openerOf(row: HistoryRow): (() => void) | null {
  const name = kindNamed(row.kind)
  return name ? () => openOperation(name, { row }) : null
}

/** Windows under the form leave Esc to it. */
export const useOperationOpened = form.useOpened

/** After the page itself has come. */
const PREFETCH_AFTER_MS = 2_000
const SIGNS = ['pointermove', 'pointerdown', 'keydown']

/** The host of all operation forms; mounted once in the layout. */
export function OperationHost() {
  useEffect(() => {
    // prefetched once a person is active, so that the first form opens at once on a slow connection
    const gone = new AbortController()
    const ahead = () => {
      gone.abort()
      void load().catch(() => undefined)
    }
    for (const sign of SIGNS) window.addEventListener(sign, ahead, { signal: gone.signal, passive: true })
    return () => gone.abort()
  }, [])
  useEffect(() => {
    const timer = setTimeout(
      // without a network what was fetched before is there
      () =>
        void import('./prefetch.web').then(({ prefetchForRecording }) => prefetchForRecording()).catch(() => undefined),
      PREFETCH_AFTER_MS,
    )
    return () => clearTimeout(timer)
  }, [])
  // usually nothing waits, and then this code is not fetched
  const waits = useWaitingCages().size > 0
  const [wanted, want] = useState(waits)
  if (waits && !wanted) want(true)
  useEffect(() => {
    if (!wanted) return
    const gone = new AbortController()
    void import('./estimate/pending.web').then(({ startPending }) => {
      const stop = gone.signal.aborted ? undefined : startPending()
      gone.signal.addEventListener('abort', () => stop?.())
    })
    return () => gone.abort()
  }, [wanted])
  return (
    <>
      <form.Host />
      <Above />
    </>
  )
}
