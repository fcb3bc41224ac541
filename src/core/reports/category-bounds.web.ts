import { useMemo } from 'react'
import type { Column } from '../../shared/columns'
import { useCall } from '../../web/query-client'
import { useCompanySettings } from '../../web/session'
import { libraries } from '../lists/library.contract'
import type { MoreColumns } from './series-table.web'

const COLUMNS: readonly Column[] = [
  { key: 'avg_weight_from', title: 'Навеска от', type: 'average' },
  { key: 'avg_weight_to', title: 'Навеска до', type: 'average' },
]
const NO_COLUMNS: MoreColumns = { columns: [], of: () => ({}) }

/** The weights that categories are for, on a farm that tells them apart by weight. */
export function useCategoryBounds(asked: boolean): MoreColumns {
  const on = useCompanySettings()['age-categories-by-weight'] && asked
  const rows = useCall(libraries.age_category.list, {}, { enabled: on }).data
  return useMemo(() => {
    if (!on) return NO_COLUMNS
    const byId = new Map<unknown, (typeof rows & object)[number]>(rows?.map((one) => [one.id, one]))
    return {
      columns: COLUMNS,
      of: (id) => ({
        avg_weight_from: byId.get(id)?.avg_weight_from ?? null,
        avg_weight_to: byId.get(id)?.avg_weight_to ?? null,
      }),
    }
  }, [on, rows])
}
