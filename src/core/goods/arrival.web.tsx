import { useEffect } from 'react'
import { unarchived } from '../../shared/collections'
import { dayOf, showDay, timeOf } from '../../shared/dates'
import { useTranslation } from '../../web/i18n'
import { useEarliest, useNow } from '../../web/session'
import { DayField } from '../../web/ui/fields/day-field'
import { FieldRow } from '../../web/ui/fields/field'
import { ALL } from '../../shared/sheets/filter-words'
import { SelectField } from '../../web/ui/fields/select-field'
import { TimeField } from '../../web/ui/fields/time-field'
import type { Form, FormValues } from '../../web/ui/form/form-modal'
import { useCreators } from '../lists/create.web'

export interface Stock {
  id: number
  name: string
  archived: boolean
}

/** undefined until the list has come */
export type Stocks = readonly Stock[] | undefined

interface ArrivalValues extends FormValues {
  time: string
  date: string
  stock: string
}

/** Clears a warehouse that no longer exists, and chooses the only one. */
function choice(stocks: Stocks, stock: string): string {
  if (!stocks) return stock
  const offered = unarchived(stocks)
  if (offered.some(({ id }) => String(id) === stock)) return stock
  return offered.length === 1 ? String(offered[0]!.id) : ''
}

/** Now, into the warehouse that the page shows ('-1': all). */
export const arrivalAt = (
  now: string,
  stocks: Stocks,
  stockId: string,
): Pick<ArrivalValues, 'time' | 'date' | 'stock'> => ({
  time: timeOf(now),
  date: showDay(dayOf(now)),
  stock: choice(stocks, stockId === ALL ? '' : stockId),
})

/** Why nothing can arrive, in the title of the button. */
export const noStocks = (stocks: Stocks): string | undefined =>
  stocks && unarchived(stocks).length === 0 ? 'Сначала создайте склад' : undefined

interface ArrivalProps<V extends ArrivalValues> {
  form: Form<V>
  stocks: Stocks
  /** at the right of a warehouse's name: what lies there */
  hint?: (stockId: number) => string
}

/** Moment and warehouse of an arrival. The list of warehouses may load after the form opens. */
export function Arrival<V extends ArrivalValues>({ form, stocks, hint }: ArrivalProps<V>) {
  const { t } = useTranslation()
  const today = dayOf(useNow())
  const earliest = useEarliest()
  const { setValues } = form
  const { stock } = form.values
  const chosen = choice(stocks, stock)
  useEffect(() => {
    if (chosen !== stock) setValues({ stock: chosen } as Partial<V>)
  }, [chosen, stock, setValues])
  return (
    <>
      <FieldRow>
        <TimeField {...form.getInputProps('time')} label={t('Время')} />
        <DayField {...form.getInputProps('date')} label={t('Дата')} min={earliest} max={today} />
      </FieldRow>
      <SelectField
        {...form.getInputProps('stock')}
        label={t('Склад')}
        data={unarchived(stocks ?? []).map(({ id, name }) => ({ value: id, label: name, hint: hint?.(id) }))}
        create={useCreators()('stock')}
      />
    </>
  )
}
