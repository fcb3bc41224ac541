/** The filters that a journal's contract takes. */
import { filtersIn } from '../../../shared/filters'
import type { Filter } from '../../../web/filters/filter'
import { useNamedFilters } from '../../cages/filter-options.web'
import { contractOf, type KindName } from '../kinds/kinds.contract'

export function useDocumentFilters(kind: KindName): Filter[] {
  const { filter = {}, goodKind = 'good', filterTitles } = contractOf(kind)
  const goods = goodKind === 'workshop_good' && { goods: 'Продукция' }
  return useNamedFilters(filtersIn(filter), typeof goodKind === 'string' ? goodKind : ['good', 'workshop_good'], {
    ...goods,
    ...filterTitles,
  })
}
