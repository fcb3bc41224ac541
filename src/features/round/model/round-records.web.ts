/** Records of a round are in the outbox, by slot; unrecorded values are a draft of the page. */
import { useCallback, useMemo } from 'react'
import { errorText, newKey } from '../../../web/api'
import { i18n } from '../../../web/i18n'
import { notifyError, notifyKept, notifySuccess } from '../../../web/notify'
import { namesIn } from '../../../web/offline/files/file-names'
import { recordAll, type Entry } from '../../../web/offline/outbox/outbox'
import { removeRecord } from '../../../web/offline/outbox/take-back'
import type { OutboxRecord } from '../../../web/offline/outbox/records'
import { useSlots } from '../../../web/offline/outbox/use-outbox'
import { useSharedDraft } from '../../../web/ui/form/drafts'
import { measurementCalls } from '../../../core/cages/measurement.contract'
import { placesOf } from '../../../core/documents/form/estimate/estimate.web'
import { contractOf } from '../../../core/documents/kinds/kinds.contract'
import { formersOf, goOn, isSettled } from './former.web'
import { viewOf, type RecordKind, type RoundState, type RoundView } from './round-model.web'

export interface OwnRound {
  state: RoundView
  change: (next: (state: RoundState) => RoundState) => void
  /** prefix of the slots of its records: 'round:5:2026-11-23:1:' */
  prefix: string
  /** what was typed on earlier days and never recorded */
  formers: RoundState[]
}

const FORMER = /^round-page:(.+):(-?\d+):(\d{4}-\d\d-\d\d)$/

/** Takes over drafts that an earlier version stored under other keys; the latest day of each round first. */
function takeOver(): void {
  for (const name of Object.keys(localStorage).toSorted().reverse()) {
    const [, owner, location, day] = FORMER.exec(name) ?? []
    if (!day) continue
    const place = `draft:${owner}:round:${location}`
    const values = { ...(JSON.parse(localStorage.getItem(name)!) as object), day }
    localStorage.removeItem(name)
    if (localStorage.getItem(place) === null)
      localStorage.setItem(place, JSON.stringify({ at: `${day}T00:00`, values }))
  }
}
try {
  takeOver()
} catch {
  // a forbidden storage holds nothing
}

/** The signed-in user's round over a module on a day, as this device has it. */
export function useOwnRound(location: number, day: string): OwnRound {
  const [draft, write] = useSharedDraft<RoundState>(`round:${location}`, isSettled)
  const all = `round:${location}:${day}:`
  const slots = useSlots(all)
  const state = useMemo(() => viewOf(draft, day, slots), [draft, day, slots])
  const { round } = state
  const change = useCallback(
    (next: (before: RoundState) => RoundState) => write((before) => next(goOn(before, day, round))),
    [write, day, round],
  )
  const formers = useMemo(() => formersOf(draft, day), [draft, day])
  return { state, change, prefix: `${all}${round}:`, formers }
}

/** A record to be made, with its slot in the round. */
export interface Fresh {
  kind: RecordKind
  values: Record<string, string>
  /** «Садок 7, кормление 96 кг» */
  what: string
  cages: number[]
  /** names of its pictures, by spaces */
  photos?: string
}

/** Records everything; when this device stores nothing, records none and throws. */
export async function put(prefix: string, fresh: Record<string, Fresh>): Promise<OutboxRecord[]> {
  const entries = Object.entries(fresh).map(([slot, { kind, values, what, cages, photos }]): Entry => ({
    endpoint: kind === 'measurement' ? measurementCalls.create : contractOf(kind).create,
    values,
    typed: photos ? { ...values, photos } : values,
    files: namesIn(photos),
    idempotencyKey: newKey(),
    kind,
    label: what,
    cages,
    places: placesOf({ kind, typed: values, values }),
    slot: prefix + slot,
  }))
  return entries.length > 0 ? recordAll(entries) : []
}

/** Takes records back, on this device, in flight or on the server, and reports the outcome. */
export async function takeBack(ns: readonly number[]): Promise<void> {
  try {
    const removals = await Promise.all(ns.map(removeRecord))
    if (removals.every(({ done }) => done)) notifySuccess(i18n.t('Записи отменены'))
    else notifyKept(i18n.t('Отменим, когда ответит сервер'))
  } catch (error) {
    notifyError(errorText(error))
  }
}
