/**
 * Records waiting on this device are included in all numbers: this changes the server's last answers by them. A small
 * module, because the first page needs it; the arithmetic loads when a record waits.
 */
import { createStore, useStore } from '@mantine/store'
import { useStill } from '../../web/query-client'
import type { CageRow } from './cage.contract'

export interface Pending {
  /** undefined when nothing waits */
  cages: ((rows: CageRow[]) => CageRow[]) | undefined
  /** 'good:warehouse' → millionths that are taken; negative for what is brought */
  taken: ReadonlyMap<string, number>
}

const NOTHING: Pending = { cages: undefined, taken: new Map() }
const pending = createStore<Pending>(NOTHING)

export const setPending = (next: Pending | null): void => pending.setState(next ?? NOTHING)
export const usePending = (): Pending => useStill(useStore(pending))
