/** How a refold is asked for. */
import type { LedgerRow } from '../../../shared/ledger/document'
import type { CageState, Outcome } from '../../../shared/ledger/fold'
import type { Position } from './entries'

export interface RefoldOptions {
  /** operations read and entries written at a time */
  chunk?: number
  /** reports what would change and writes no entries; the caller rolls back what else was written */
  dry?: boolean
  /** reports what changes in each group; a dry fold always does */
  report?: boolean
  /** stops just before this position, for a report of what changes until then, which locks no cage */
  until?: Position
  /** inserts new rows and replaces their provisional ids; called when the locks have been queued */
  store?: () => Promise<void>
  /** told from time to time how many of the changes are folded */
  progress?: Progress
  /** what refuses is left out instead: tries new operations, stores nothing, locks no cage */
  trial?: Trial
}

/** Hears of every refusal in one pass, where a change stops at the first. */
export interface Trial {
  /** before a new operation: completes it by what its cage holds there; false leaves it out */
  meet(row: LedgerRow, held: CageState | undefined): boolean
  refused(row: LedgerRow, own: boolean, refusal: NonNullable<Outcome['refusal']>): void
}

export type Progress = (done: number, total: number) => void
