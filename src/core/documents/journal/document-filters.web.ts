/** The filters of a journal, those that only its kind has and those that its contract shares with others. */
import { useTranslation } from '../../../web/i18n'
import { extraOf, filterOptions, type FilterField } from '../../../web/pages/filter-fields'
import type { JournalExtra } from '../../../web/pages/journal-page'
import { useCall } from '../../../web/query-client'
import type { GoodKind } from '../../goods/good.contract'
import { callsOfKind, goodCalls } from '../../goods/good-calls.contract'
import { itemCalls } from '../../goods/item.contract'
import { libraries } from '../../lists/library.contract'
import { contractOf, type KindName } from '../kinds/kinds.contract'
import { kindForms } from '../kinds/kinds.web'

const NONE = (): readonly FilterField[] => []

/** By the names that calls give them. */
function useShared(kind: KindName): FilterField[] {
  const { filter = {}, goodKind = 'good' } = contractOf(kind)
  const asks = (input: string) => ({ enabled: input in filter })
  const asksGoods = (of: GoodKind) => ({
    enabled: 'goods_id' in filter && (typeof goodKind === 'object' || goodKind === of),
  })
  const stocks = useCall(goodCalls.allStocks, {}, asks('stocks_id')).data
  const consumables = useCall(callsOfKind.good.list, {}, asksGoods('good')).data
  const products = useCall(callsOfKind.workshop_good.list, {}, asksGoods('workshop_good')).data
  const items = useCall(itemCalls.list, {}, asks('items_id')).data
  const partners = useCall(libraries.counterparty.list, {}, asks('counterparty_ids')).data
  return [
    {
      key: 'partnersId',
      input: 'counterparty_ids',
      title: kind === 'shipment' ? 'Покупатель' : 'Поставщик',
      options: filterOptions(partners),
    },
    { key: 'stocksId', input: 'stocks_id', title: 'Склад', options: filterOptions(stocks) },
    {
      key: 'goodsId',
      input: 'goods_id',
      title: goodKind === 'workshop_good' ? 'Продукция' : 'Расходник',
      options: filterOptions(Object.values({ ...consumables, ...products })),
    },
    { key: 'itemsId', input: 'items_id', title: 'Изделие', options: filterOptions(items) },
    { key: 'waybill', input: 'waybill_number', title: 'Номер накладной', as: 'text' as const },
  ].filter(({ input }) => input in filter)
}

export function useDocumentFilters(kind: KindName): JournalExtra {
  const { t } = useTranslation()
  const { useFilters = NONE } = kindForms[kind]
  return extraOf([...useFilters(), ...useShared(kind)], t)
}
