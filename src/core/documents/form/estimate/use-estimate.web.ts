import { useMemo } from 'react'
import { showDay } from '../../../../shared/dates'
import { uncountedOf } from '../../../../web/offline/outbox/records'
import { useOwnRecords } from '../../../../web/offline/outbox/use-outbox'
import { currentOwner, useCompanySettings, useNow } from '../../../../web/session'
import { useServerCages } from '../../../cages/cage-cache.web'
import { useGrowing } from '../../recent/known-growing.web'
import { estimate } from './estimate.web'
import type { Group } from '../../fields/form-model.web'

const NOTHING: Group[] = []

/**
 * The groups of a cage by this device's estimate, without the record `except` that is being changed; null unless
 * needed.
 */
export function useEstimate(cageId: number, asked: boolean, except: number | undefined): Group[] | null {
  const cages = useServerCages()
  const today = showDay(useNow())
  const records = useOwnRecords()
  const weightAllowed = useCompanySettings()['retreat-weight-allowed']
  const growing = useGrowing(asked)
  return useMemo(() => {
    if (!asked) return null
    const earlier = uncountedOf(records, currentOwner()).filter(({ n }) => except === undefined || n < except)
    return (
      estimate(cages, earlier, { weightAllowed, today, growing }).find(({ id }) => id === cageId)?.groups ?? NOTHING
    )
  }, [asked, cages, records, weightAllowed, today, growing, cageId, except])
}
