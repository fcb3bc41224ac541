/** What the filters of the list (shared/filters.ts) offer. */
import { FILTERS, type FilterName, NO_CAUSE, NO_GENERATION } from '../../shared/filters'
import { type Filter, filterOptions } from '../../web/filters/filter'
import { useTranslation } from '../../web/i18n'
import { useCall } from '../../web/query-client'
import type { Option } from '../../web/ui/fields/select-field'
import { callsOfKind, goodCalls } from '../goods/good-calls.contract'
import type { GoodKind, GoodRow } from '../goods/good.contract'
import { itemCalls } from '../goods/item.contract'
import { libraries } from '../lists/library.contract'

type Goods = Record<string, GoodRow> | undefined

/** By `placeFilters` and the page of journals; what is typed or switched offers nothing. */
type OfferedElsewhere = 'module' | 'cages' | 'reason' | 'waybill' | 'systemWeighings'

const optionsOf = (goods: Goods, only: (good: GoodRow) => boolean = () => true): Option[] | undefined =>
  goods &&
  filterOptions(
    Object.values(goods)
      .filter(only)
      .toSorted((one, other) => one.name.localeCompare(other.name, 'ru')),
  )

/** Goods of one warehouse, or of both for documents with either. */
const bothOf = (...all: Goods[]): Option[] | undefined =>
  all.every((one) => !one) ? undefined : optionsOf(Object.assign({}, ...all))

/**
 * The filters of the list by name, with their options; data of other filters is not fetched. `goodKind` selects the
 * goods.
 */
export function useNamedFilters(
  names: readonly FilterName[],
  goodKind: GoodKind | readonly GoodKind[] = 'good',
  titles: Partial<Record<FilterName, string>> = {},
): Filter[] {
  const { t } = useTranslation()
  const asks = (...of: FilterName[]) => ({ enabled: of.some((name) => names.includes(name)) })
  const kinds = [goodKind].flat()
  const asksGoods = (kind: GoodKind) => ({ enabled: names.includes('goods') && kinds.includes(kind) })
  const consumables = useCall(callsOfKind.good.list, {}, names.includes('feeds') ? {} : asksGoods('good')).data
  const ownProducts = asks('madeProducts', 'shippedProducts').enabled ? {} : asksGoods('workshop_good')
  const products = useCall(callsOfKind.workshop_good.list, {}, ownProducts).data
  const generations = filterOptions(useCall(libraries.generation.list, {}, asks('generation', 'generations')).data)
  const causes = filterOptions(useCall(libraries.loss_cause.list, {}, asks('lossCauses')).data)
  const options: Partial<Record<FilterName, Option[] | undefined>> = {
    generation: generations,
    generations: generations && [{ value: '0', label: t(NO_GENERATION) }, ...generations],
    lossCauses: causes && [{ value: '0', label: t(NO_CAUSE) }, ...causes],
    ageCategories: filterOptions(useCall(libraries.age_category.list, {}, asks('ageCategories')).data),
    feeds: optionsOf(consumables, ({ type }) => type === 'feed'),
    goods: bothOf(
      kinds.includes('good') ? consumables : undefined,
      kinds.includes('workshop_good') ? products : undefined,
    ),
    madeProducts: optionsOf(products),
    shippedProducts: optionsOf(products),
    spendingCategories: filterOptions(useCall(libraries.spending_category.list, {}, asks('spendingCategories')).data),
    stocks: filterOptions(useCall(goodCalls.allStocks, {}, asks('stocks')).data),
    items: filterOptions(useCall(itemCalls.list, {}, asks('items')).data),
    partners: filterOptions(useCall(libraries.counterparty.list, {}, asks('partners')).data),
  } satisfies Record<Exclude<FilterName, OfferedElsewhere>, Option[] | undefined>
  return names.map((name) => ({ ...FILTERS[name], title: titles[name] ?? FILTERS[name].title, options: options[name] }))
}
