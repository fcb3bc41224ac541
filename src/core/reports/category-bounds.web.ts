import { useMemo } from 'react'
import type { MoreColumns } from '../../shared/report/series-table'
import { useCall } from '../../web/query-client'
import { useCompanySettings } from '../../web/session'
import { libraries } from '../lists/library.contract'
import { boundsOf, NO_COLUMNS } from './category-bounds.contract'

/** The weights that categories are for, on a farm that tells them apart by weight. */
export function useCategoryBounds(asked: boolean): MoreColumns {
  const on = useCompanySettings()['age-categories-by-weight'] && asked
  const rows = useCall(libraries.age_category.list, {}, { enabled: on }).data
  return useMemo(() => (on ? boundsOf(rows) : NO_COLUMNS), [on, rows])
}
