import { useEffect, useMemo } from 'react'
import { currentOwner } from '../../session'
import { useRecords } from './box'
import { hold, release } from './outbox'
import { isOpen, slotsOf, type OutboxRecord } from './records'

/** All records, of all users, that are not settled with the server. */
export function useOpenRecords(): readonly OutboxRecord[] {
  const records = useRecords()
  return useMemo(() => records.filter(isOpen), [records])
}

/** Those of the signed-in user. */
export function useOwnRecords(): readonly OutboxRecord[] {
  const records = useOpenRecords()
  const owner = currentOwner()
  return useMemo(() => records.filter((record) => record.owner === owner), [records, owner])
}

/** Those of other users of this browser, which wait until they sign in. */
export function useOthersRecords(): readonly OutboxRecord[] {
  const records = useOpenRecords()
  const owner = currentOwner()
  return useMemo(() => records.filter((record) => record.owner !== owner), [records, owner])
}

/** Outcomes of the records whose slots have this prefix, by the rest of the slot; stored ones too. */
export function useSlots(prefix: string): ReadonlyMap<string, OutboxRecord> {
  const records = useRecords()
  const owner = currentOwner()
  return useMemo(() => slotsOf(records, owner, prefix), [records, owner, prefix])
}

/** While a record is open in a form it is not sent; undefined holds nothing. */
export function useHold(n: number | undefined): void {
  useEffect(() => {
    if (n === undefined) return
    hold(n)
    return () => release(n)
  }, [n])
}
