import { useEffect, useMemo } from 'react'
import { currentOwner } from '../session'
import { useRecords } from './box'
import { hold, release } from './outbox'
import type { OutboxRecord } from './records'

/** Those of the signed-in person. */
export function useOwnRecords(): readonly OutboxRecord[] {
  const records = useRecords()
  const owner = currentOwner()
  return useMemo(() => records.filter((record) => record.owner === owner), [records, owner])
}

/** A record that stands open in a form is not sent meanwhile; undefined holds nothing. */
export function useHold(n: number | undefined): void {
  useEffect(() => {
    if (n === undefined) return
    hold(n)
    return () => release(n)
  }, [n])
}
