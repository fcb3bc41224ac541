import { toKg } from '../../../shared/numbers'
import { fieldErrors } from '../../../server/errors'
import type { Own } from '../kit/library-model.server'
import type { ageCategoryLibrary } from './age-category.contract'

const kgOrNull = (mg: number | null) => (mg === null ? null : toKg(mg))

export const ageCategory: Own<typeof ageCategoryLibrary> = {
  present: (row) => ({
    ...row,
    avg_weight_from: kgOrNull(row.avg_weight_from),
    avg_weight_to: kgOrNull(row.avg_weight_to),
  }),
  // from small fish to large: by weight where it is given, else in the order of creation, which starts with fry
  order: (one, other) => (one.avg_weight_from ?? Infinity) - (other.avg_weight_from ?? Infinity) || one.id - other.id,
  check: async ({ avg_weight_from: from, avg_weight_to: to }) => {
    if (from !== null && to !== null && from >= to)
      throw fieldErrors({ avg_weight_to: 'Навеска «до» должна быть больше навески «от»' })
  },
}
