/**
 * Replays the ledger from nothing: all operations of a company, folded in order. Stored entries must equal the result;
 * `check:ledger` and tests compare them.
 */
import { order } from './entries'
import type { LedgerRow } from '../../../shared/ledger/document'
import { type EffectOf, NO_NORMS } from '../../../shared/ledger/effects'
import { apply, type CageState, type Outcome, type Posting, settle } from '../../../shared/ledger/fold'

export interface Replayed {
  /** postings by operation id */
  postings: Map<number, Posting[]>
  states: Map<number, CageState>
  refusal?: { row: LedgerRow } & NonNullable<Outcome['refusal']>
}

/**
 * Folds rows given in any order. `strict` names operations that must find fish; `states` is the state left by earlier
 * rows, when a long history is replayed in chunks, and is updated; `norms` are those that feedings name.
 */
export function replay(
  rows: LedgerRow[],
  effectOf: EffectOf,
  strict: ReadonlySet<number> = new Set(),
  states = new Map<number, CageState>(),
  norms = NO_NORMS,
): Replayed {
  const postings = new Map<number, Posting[]>()
  const world = (cage: number) => {
    const known = states.get(cage)
    if (known) return known
    const fresh: CageState = new Map()
    states.set(cage, fresh)
    return fresh
  }
  for (const row of [...rows].sort(order)) {
    const effect = effectOf(row, norms)
    if (!effect) continue
    const outcome = apply(effect, world, null, strict.has(row.id))
    if (outcome.refusal) return { postings, states, refusal: { row, ...outcome.refusal } }
    settle(outcome.postings, world)
    postings.set(row.id, outcome.postings)
  }
  return { postings, states }
}
