/** «Приход» from elsewhere: the first steps of a farm, or a feeding whose feed is in no warehouse. */
import { useTranslation } from '../../web/i18n'
import { useCan, useWriteGate } from '../../web/session'
import type { CreateOption } from '../../web/ui/fields/select-field'
import { createWindowRequests } from '../../web/ui/overlay/window-host'
import type { GoodRow } from './good.contract'

export interface ArrivalRequest {
  good: GoodRow
  /** gets the warehouse, once what lies there is known */
  onSaved?: (stock: number) => void
}

/** Requested here; documents, which are above goods, provide the form. */
export const arrival = createWindowRequests<ArrivalRequest>()

/** For selects of warehouses: an option to receive more of the good, for users who may. */
export function useArrivalOption(good: GoodRow | undefined): CreateOption | undefined {
  const { t } = useTranslation()
  const may = useCan()('write stocks')
  const ended = useWriteGate()
  if (!good || !may || ended) return undefined
  return { title: t('Приход на склад'), run: (_, choose) => arrival.open({ good, onSaved: choose }) }
}
