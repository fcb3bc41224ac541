/** What an empty report leads to: the cages of a farm that has none, a longer period, or where its records are made. */
import { Button } from '@mantine/core'
import { addDays, dayOf, parseDay, showDay } from '../../shared/dates'
import { hrefOf } from '../../shared/pages'
import { useTranslation } from '../../web/i18n'
import { navigate, useAddressQuery, usePathname } from '../../web/router/address'
import { useNow } from '../../web/session'
import { useCages } from '../cages/cage-cache.web'

interface Place {
  to: string
  /** an i18n key */
  text: string
}

const CAGES: Place = { to: hrefOf('farm'), text: 'К садкам' }

/** Where goods are kept and received. */
export const GOODS: Place = { to: hrefOf('goods'), text: 'К расходникам' }
export const PRODUCTS: Place = { to: hrefOf('products'), text: 'К продукции' }

interface NextStepProps {
  /** DD.MM.YYYY, of a report that has one in its address */
  period?: { start: string; end: string }
  /** the journal of fish, by its path, whose records it adds up; null where there is no one such */
  journal?: string | null
  /** where records of no cage are made */
  place?: Place
}

export function NextStep({ period, journal = null, place }: NextStepProps) {
  const { t } = useTranslation()
  const today = dayOf(useNow())
  const cageless = useCages().length === 0
  const [path, query] = [usePathname(), useAddressQuery()]
  const year = addDays(today, -364)
  const longer = period && (parseDay(period.start)! > year || parseDay(period.end)! < today)
  const last: Place =
    place ?? (journal === null ? CAGES : { to: hrefOf('journal', { path: journal }), text: 'Открыть журнал' })
  const next = (text: string, go: () => void) => (
    <Button variant="default" onClick={go}>
      {t(text)}
    </Button>
  )
  if (cageless && !place) return next(CAGES.text, () => navigate(CAGES.to))
  if (!longer) return next(last.text, () => navigate(last.to))
  const days = { start: showDay(year), end: showDay(today), period: undefined, view: undefined }
  return next('Показать последний год', () => navigate(path, { query: { ...query, ...days } }))
}
