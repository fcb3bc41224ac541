/** Fish whose average weight has left their age category, and the one that holds it. */
import { useCallback, useMemo } from 'react'
import { categoryByWeight } from '../../../../shared/fish/category-by-weight'
import { useCall } from '../../../../web/query-client'
import { useCompanySettings } from '../../../../web/session'
import type { CageRow } from '../../../../core/cages/cage.contract'
import { toMg } from '../../../../shared/numbers'
import { ageCategoryLibrary } from '../../../../core/lists/libraries/age-category.contract'

export interface CategoryMove {
  group: CageRow['groups'][number]
  to: { id: number; name: string }
}

const bound = (kg: number | null) => (kg === null ? null : toMg(kg))

/**
 * What a cage's fish could be moved to, nothing while the company does not go by weight. A generation that is in
 * several categories was sorted by somebody, and a change of category would put it together again.
 */
export function useCategoryMoves(): (cage: CageRow) => CategoryMove[] {
  const on = useCompanySettings()['age-categories-by-weight']
  const { data } = useCall(ageCategoryLibrary.list, {}, { enabled: on })
  const categories = useMemo(
    () =>
      (on ? (data ?? []) : []).map(({ id, name, avg_weight_from, avg_weight_to, archived }) => ({
        id,
        name,
        archived,
        from: bound(avg_weight_from),
        to: bound(avg_weight_to),
      })),
    [on, data],
  )
  return useCallback(
    ({ groups }) => {
      const alive = groups.filter(({ count }) => count > 0)
      const alone = alive.filter(
        ({ generation_id }) => alive.filter((other) => other.generation_id === generation_id).length === 1,
      )
      return alone.flatMap((group) => {
        const fish = { count: group.count, mass: toMg(group.weight), category: group.age_category_id }
        const to = categoryByWeight(fish, categories)
        return to === null ? [] : [{ group, to: categories.find(({ id }) => id === to)! }]
      })
    },
    [categories],
  )
}
