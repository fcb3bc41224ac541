/** The filters that a journal's contract takes. */
import { FILTERS, filtersIn } from '../../../shared/filters'
import { type Filter, filterOptions } from '../../../web/filters/filter'
import { useNamedFilters } from '../../cages/filter-options.web'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { reasonsCall } from '../kinds/withdrawal/withdrawal.contract'
import { contractOf, type KindName } from '../kinds/kinds.contract'

export function useDocumentFilters(kind: KindName): Filter[] {
  const { t } = useTranslation()
  const { filter = {}, goodKind = 'good', filterTitles } = contractOf(kind)
  const goods = goodKind === 'workshop_good' && { goods: 'Продукция' }
  const asked = filtersIn(filter)
  const reasons = useCall(reasonsCall, {}, { enabled: asked.includes('reason') }).data?.withdrawal
  const filters = useNamedFilters(asked, typeof goodKind === 'string' ? goodKind : ['good', 'workshop_good'], {
    ...goods,
    ...filterTitles,
  })
  const options = reasons && filterOptions(reasons.map(({ id, name }) => ({ id, name: t(name) })))
  return filters.map((one) => (one.key === FILTERS.reason.key ? { ...one, options } : one))
}
