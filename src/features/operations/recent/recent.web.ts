/** Yesterday's and today's feed and the last readings, as this device has them. */
import { useMemo } from 'react'
import { addDays } from '../../../shared/dates'
import { useCall } from '../../../web/query-client'
import { recentCall, type FedDay, type LastReading } from './recent.contract'

export interface Recent {
  /** cage id → what it was given the day before */
  yesterday: ReadonlyMap<number, FedDay>
  /** parameter id → its last reading */
  water: ReadonlyMap<number, LastReading>
  /** this device has them */
  known: boolean
}

/** `today` is 'YYYY-MM-DD': what was read last evening still says what yesterday was. */
export function useRecent(today: string): Recent {
  const { data } = useCall(recentCall, {})
  return useMemo(() => {
    const before = addDays(today, -1)
    const fed = data?.feedings.filter(({ day }) => day === before) ?? []
    return {
      yesterday: new Map(fed.map((row) => [row.cage_id, row])),
      water: new Map(data?.water.map((row) => [row.measure_parameter_id, row])),
      known: data !== undefined,
    }
  }, [data, today])
}
