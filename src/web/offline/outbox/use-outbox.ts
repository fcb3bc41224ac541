import { useEffect, useMemo } from 'react'
import { currentOwner } from '../../session'
import { useRecords } from './box'
import { hold, release } from './outbox'
import { isOpen, slotsOf, type OutboxRecord } from './records'

/** Those of the signed-in person that are not settled with the server. */
export function useOwnRecords(): readonly OutboxRecord[] {
  const records = useRecords()
  const owner = currentOwner()
  return useMemo(() => records.filter((record) => record.owner === owner && isOpen(record)), [records, owner])
}

/** What became of the records made under slots that begin so, by the rest of the slot; also when they are stored. */
export function useSlots(prefix: string): ReadonlyMap<string, OutboxRecord> {
  const records = useRecords()
  const owner = currentOwner()
  return useMemo(() => slotsOf(records, owner, prefix), [records, owner, prefix])
}

/** A record that stands open in a form is not sent meanwhile; undefined holds nothing. */
export function useHold(n: number | undefined): void {
  useEffect(() => {
    if (n === undefined) return
    hold(n)
    return () => release(n)
  }, [n])
}
