import { useEffect, useMemo } from 'react'
import { currentOwner } from '../../session'
import { useRecords } from './box'
import { hold, release } from './outbox'
import { isOpen, slotsOf, type OutboxRecord } from './records'

/** Those of all people that are not settled with the server. */
export function useOpenRecords(): readonly OutboxRecord[] {
  const records = useRecords()
  return useMemo(() => records.filter(isOpen), [records])
}

/** Of these, those of the signed-in person. */
export function useOwnRecords(): readonly OutboxRecord[] {
  const records = useOpenRecords()
  const owner = currentOwner()
  return useMemo(() => records.filter((record) => record.owner === owner), [records, owner])
}

/** And those of people who used this browser before: they wait for them to sign in. */
export function useOthersRecords(): readonly OutboxRecord[] {
  const records = useOpenRecords()
  const owner = currentOwner()
  return useMemo(() => records.filter((record) => record.owner !== owner), [records, owner])
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
