import { parseDay, showDay } from '../../../shared/dates'
import { hrefOf } from '../../../shared/pages'
import { NOTHING, showNumber } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { useCan } from '../../../web/session'
import { SourceLink } from '../source-link.web'
import { costCalls } from './fish-cost.contract'

/** «Себестоимость 986,67 ₽/кг» among the facts of a cage, for whoever may see it; `day` is a past one, or null. */
export function CageCost({ cageId, day }: { cageId: number; day: string | null }) {
  const { t } = useTranslation()
  const can = useCan()
  const may = can('access reports') && can('access spending') && can('read stocks')
  const { data } = useCall(costCalls.now, { cages_id: [cageId], date: day }, { enabled: may })
  if (!may || data?.open === false) return null
  const price = data?.total.per_kg ?? null
  const end = day && (parseDay(day) ? showDay(parseDay(day)!) : null)
  return (
    <>
      <dt>{t('Себестоимость')}</dt>
      <dd>
        <SourceLink to={price === null ? null : hrefOf('fishCost', { cagesId: [cageId], ...(end && { end }) })}>
          {price === null ? NOTHING : t('{{price}} ₽/кг', { price: showNumber(price, 2) })}
        </SourceLink>
      </dd>
    </>
  )
}
