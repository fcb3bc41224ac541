/** How operations of any kind become effects on fish. */
import type { Season } from '../feeding/norm'
import type { LedgerRow } from './document'
import type { Effect } from './fold'

/** The seasons of a version of feeding norms; undefined while it is not known. */
export type NormsOf = (version: number) => readonly Season[] | undefined

export const NO_NORMS: NormsOf = () => undefined

/** The effect of an operation on fish by what it carries; null when it has none. */
export type EffectOf = (row: LedgerRow, norms: NormsOf) => Effect | null
