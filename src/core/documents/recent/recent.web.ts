/** Feedings of yesterday and today and the last readings, as known on this device. */
import { useMemo } from 'react'
import { addDays, dayOf } from '../../../shared/dates'
import type { AnswerOf } from '../../../shared/contract'
import { callKey, queryClient, useCall } from '../../../web/query-client'
import { toMg } from '../../../shared/numbers'
import { plannedOn, type Planned } from './planned.contract'
import { useNow } from '../../../web/session'
import type { CageRow } from '../../cages/cage.contract'
import { recall, type Memory } from '../fields/goods.web'
import { recentCall, type FedDay, type LastReading } from './recent.contract'

export interface Recent {
  /** cage id → what it was given the day before */
  yesterday: ReadonlyMap<number, FedDay>
  /** cage id → what it is to get today */
  planned: ReadonlyMap<number, Planned>
  /** parameter id → its last reading */
  water: ReadonlyMap<number, LastReading>
  /** this device has them */
  known: boolean
}

/** `today` is 'YYYY-MM-DD': an answer of last evening still tells what yesterday was. */
export function useRecent(today: string): Recent {
  const { data } = useCall(recentCall, {})
  return useMemo(() => {
    const before = addDays(today, -1)
    const fed = data?.feedings.filter(({ day }) => day === before) ?? []
    return {
      yesterday: new Map(fed.map((row) => [row.cage_id, row])),
      planned: plannedOn(data?.planned ?? [], today),
      water: new Map(data?.water.map((row) => [row.measure_parameter_id, row])),
      known: data !== undefined,
    }
  }, [data, today])
}

export interface PlanShare {
  /** cages of the plan, and those of them that were fed */
  cages: number
  fed: number
  /** of the planned feed, everything that was given; a whole number */
  percent: number
}

/** How far the plan of today has come in these cages; null without a plan. */
export function usePlanShare(cages: readonly CageRow[]): PlanShare | null {
  const { planned } = useRecent(dayOf(useNow()))
  return useMemo(() => {
    const own = cages.filter(({ id }) => planned.has(id))
    const wanted = own.reduce((sum, { id }) => sum + toMg(planned.get(id)!.volume), 0)
    if (wanted === 0) return null
    const given = cages.reduce((sum, { fed_today }) => sum + toMg(fed_today ?? 0), 0)
    const fed = own.filter(({ fed_today }) => (fed_today ?? 0) > 0).length
    return { cages: own.length, fed, percent: Math.round((given / wanted) * 100) }
  }, [cages, planned])
}

/** Feed and warehouse of the cage's last feeding by anybody; without one, what this device remembers. */
export function lastFed(cageId: number | undefined): Memory {
  const known = queryClient.getQueryData<AnswerOf<typeof recentCall>>(callKey(recentCall, {}))
  // of a cage the later day stands last
  const last = known?.feedings.findLast(({ cage_id }) => cage_id === cageId)
  if (!last) return recall('feeding', cageId)
  return {
    good: String(last.feed_type_id),
    goodName: last.feed_type,
    stock: String(last.stock_id),
    stockName: last.stock,
  }
}
