/** How well the averages of a plan are known. */
import { useCallback, useMemo } from 'react'
import { groupBy } from '../../../shared/collections'
import { dayOf, daysBetween } from '../../../shared/dates'
import { useCall } from '../../../web/query-client'
import { useCompanySettings, useNow } from '../../../web/session'
import type { CageRow } from '../../../core/cages/cage.contract'
import { expectedCall } from '../../../core/feeding/expected/expected.contract'
import { cageWeight } from '../../../core/feeding/expected/expected.web'
import type { KnownWeight } from './cage-column.web'

export function useKnownWeights(cages: readonly CageRow[]): (cage: number) => KnownWeight | null {
  const today = dayOf(useNow())
  const most = useCompanySettings()['weighing-age-days']
  const { data } = useCall(expectedCall, {}, { retry: false })
  const groups = useMemo(() => groupBy(data?.groups ?? [], ({ cage_id }) => cage_id), [data])
  return useCallback(
    (id) => {
      const weighed = cages.find((cage) => cage.id === id)?.weighed_on
      const age = weighed ? daysBetween(weighed, today) : null
      const percent = cageWeight(groups.get(id) ?? [])?.percent ?? null
      const old = age !== null && age > most ? age : null
      return percent === null && old === null ? null : { percent, old }
    },
    [cages, groups, most, today],
  )
}
