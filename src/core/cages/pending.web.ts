/**
 * What waits on this device counts in every number: how the server's last answers change by it. Small, because the
 * first page asks; the arithmetic (`operations/pending.web.ts`) comes when something waits.
 */
import { createStore, useStore } from '@mantine/store'
import { useStill } from '../../web/query-client'
import type { CageRow } from './cage.contract'

export interface Pending {
  /** undefined when nothing waits */
  cages: ((rows: CageRow[]) => CageRow[]) | undefined
  /** 'good:warehouse' → millionths that are taken; below zero what is brought */
  taken: ReadonlyMap<string, number>
}

const NOTHING: Pending = { cages: undefined, taken: new Map() }
const pending = createStore<Pending>(NOTHING)

export const setPending = (next: Pending | null): void => pending.setState(next ?? NOTHING)
export const usePending = (): Pending => useStill(useStore(pending))
