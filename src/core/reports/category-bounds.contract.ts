/** The weights that categories are for, as columns beside them. */
import type { Column } from '../../shared/columns'
import type { MoreColumns } from '../../shared/report/series-table'

const COLUMNS: readonly Column[] = [
  { key: 'avg_weight_from', title: 'Навеска от', type: 'average' },
  { key: 'avg_weight_to', title: 'Навеска до', type: 'average' },
]
export const NO_COLUMNS: MoreColumns = { columns: [], of: () => ({}) }

interface Bounded {
  id: number
  avg_weight_from: number | null
  avg_weight_to: number | null
}

export function boundsOf(categories: readonly Bounded[] | undefined): MoreColumns {
  const byId = new Map<unknown, Bounded>(categories?.map((one) => [one.id, one]))
  return {
    columns: COLUMNS,
    of: (id) => ({
      avg_weight_from: byId.get(id)?.avg_weight_from ?? null,
      avg_weight_to: byId.get(id)?.avg_weight_to ?? null,
    }),
  }
}
