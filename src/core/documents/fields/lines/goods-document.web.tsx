/** Common parts of forms with goods (receipts, write-offs, moves): warehouses, waybill, and texts for a row. */
import { useEffect, type ReactNode } from 'react'
import { NBSP, showAmount, showRoubles } from '../../../../web/format'
import { useTranslation, type TFunction } from '../../../../web/i18n'
import { ChoiceRows } from '../../../../web/ui/fields/choice-rows'
import { DayField } from '../../../../web/ui/fields/day-field'
import { FieldRow } from '../../../../web/ui/fields/field'
import { FlagField } from '../../../../web/ui/fields/flag-field'
import { SelectField } from '../../../../web/ui/fields/select-field'
import { TextField } from '../../../../web/ui/fields/text-fields'
import type { GoodKind } from '../../../goods/good.contract'
import { useCreators } from '../../../lists/create.web'
import { usePartners } from '../../../lists/partners.web'
import { VAT_RATES } from '../../../goods/vat.contract'
import { linesIn } from '../document-lines.web'
import { textsOf, type FieldsProps, type OperationRow, type Target, type Values } from '../form-model.web'
import { cachedGoodOf, useGoods, useLastStock } from '../goods.web'

/** A row keeps the name of a choice that is no longer in the list. */
const withOwn = <O extends { value: string | number; label: string }>(list: O[], id: unknown, name: unknown) =>
  typeof id === 'number' && !list.some(({ value }) => String(value) === String(id))
    ? [...list, { value: id, label: String(name) }]
    : list

interface StockProps extends FieldsProps {
  /** the field, and the key of its name in a row */
  name: 'stock_id' | 'to_stock_id'
  label: string
  kind?: GoodKind
  /** goods leave it: for a single good only warehouses that hold it are offered */
  source?: boolean
  /** proposed before the last warehouse of this device, if it is among the options */
  usual?: string | null
}

/** The warehouses to choose from, with the amount of the good when the lines have only one. */
function useStockOptions({ form, row, name, kind, source = false, usual = null }: Omit<StockProps, 'label'>) {
  const { t } = useTranslation()
  const { goods, stocks } = useGoods(undefined, row && { stock: row[name] }, kind)
  const typed = new Set(linesIn(form.values).flatMap(({ good_id }) => (good_id ? [good_id] : [])))
  const good = typed.size === 1 ? goods.find(({ id }) => typed.has(String(id))) : undefined
  const excluded = name === 'to_stock_id' ? form.values.stock_id : undefined
  const options = [...stocks]
    .filter(([id]) => id !== excluded)
    .map(([id, label]) => ({ value: id, label, amount: good?.stocks_count[id] ?? 0 }))
    .filter(({ value, amount }) => !source || !good || amount > 0 || value === form.values[name])
    .map(({ value, label, amount }) => ({
      value,
      label,
      hint: good && `${showAmount(amount)}${NBSP}${t(good.measure_name)}`,
    }))
  const last = useLastStock()
  const proposals = options.length === 1 ? [options[0]!.value] : [usual, name === 'stock_id' ? last : null]
  const proposed = proposals.find((id) => options.some(({ value }) => value === id))
  const only = !row && !form.values[name] ? (proposed ?? null) : null
  const { setFieldValue } = form
  useEffect(() => {
    if (only !== null) setFieldValue(name, only)
  }, [only, name, setFieldValue])
  return { good, options: withOwn(options, row?.[name], row?.[name.replace('_id', '')]) }
}

/** The warehouse; the only one is chosen automatically. */
export function StockField(props: StockProps) {
  const { t } = useTranslation()
  const { form, name, label, source = false } = props
  const { good, options } = useStockOptions(props)
  return (
    <SelectField
      {...form.getInputProps(name)}
      onChange={(id) => form.setFieldValue(name, id ?? '')}
      label={label}
      data={options}
      nothing={good && source ? t('Этого нет ни на одном складе') : t('Сначала создайте склад')}
      create={useCreators()('stock')}
    />
  )
}

/** The same as large rows on a phone, where it is the first question. */
export function StockRows(props: StockProps) {
  const { t } = useTranslation()
  const { options } = useStockOptions(props)
  const { form, name, label } = props
  // there one can be made
  if (options.length === 0) return <StockField {...props} />
  const rows = options.map(({ value, label }) => ({ value: String(value), label }))
  return (
    <ChoiceRows
      {...form.getInputProps(name)}
      onChange={(id) => form.setFieldValue(name, id)}
      label={label}
      options={rows}
      other={t('Другой склад')}
    />
  )
}

export function waybillTexts({ row, preset }: Target): Values {
  const given = row ?? preset
  const { counterparty_id, waybill_number, waybill_date, vat_rate } = given ?? {}
  return {
    ...textsOf(given, 'counterparty_id', 'waybill_number', 'waybill_date', 'vat_rate'),
    with_waybill: counterparty_id || waybill_number || waybill_date || vat_rate ? '1' : '',
  }
}

const NO_WAYBILL = { counterparty_id: null, waybill_number: null, waybill_date: null, vat_rate: null }

/** With the switch off no waybill is sent. */
export const waybillPayload = (values: Values): Record<string, unknown> => (values.with_waybill ? {} : NO_WAYBILL)

/** Counterparty and waybill; shown when the switch is on. */
interface WaybillProps extends FieldsProps {
  label: string
  /** who they are in it */
  side: 'supplier' | 'buyer'
  /** shown in place of a number that is not typed */
  unnumbered?: string
  /** further fields of it */
  children?: ReactNode
}

export function WaybillFields({ form, row, label, side, unnumbered, children }: WaybillProps) {
  const { t } = useTranslation()
  const partners = usePartners(side)
  const creators = useCreators()
  const rates = VAT_RATES.map((rate) => ({ value: rate, label: rate === '0' ? t('без НДС') : `${rate}${NBSP}%` }))
  return (
    <>
      <FlagField {...form.getInputProps('with_waybill')} label={t('Контрагент и накладная')} />
      {form.values.with_waybill && (
        <>
          <FieldRow>
            <SelectField
              {...form.getInputProps('counterparty_id')}
              onChange={(id) => form.setFieldValue('counterparty_id', id ?? '')}
              label={label}
              data={withOwn(partners, row?.counterparty_id, row?.counterparty)}
              clearable
              nothing={t('Сначала создайте контрагента в справочнике')}
              create={creators('counterparty')}
            />
            <SelectField
              {...form.getInputProps('vat_rate')}
              onChange={(rate) => form.setFieldValue('vat_rate', rate ?? '')}
              label={t('НДС в цене')}
              data={rates}
              clearable
            />
          </FieldRow>
          <FieldRow>
            <TextField
              {...form.getInputProps('waybill_number')}
              label={t('Номер накладной')}
              placeholder={unnumbered}
              maxLength={100}
            />
            <DayField {...form.getInputProps('waybill_date')} label={t('Дата накладной')} />
          </FieldRow>
          {children}
        </>
      )}
    </>
  )
}

/** The lines as the stored row will have them. */
export const unsavedGoods =
  (kind: GoodKind) =>
  (values: Values): Record<string, unknown> => ({
    lines: linesIn(values).flatMap(({ good_id, amount }) => {
      const good = cachedGoodOf(kind, good_id)
      return good ? [{ good: good.name, measure_name: good.measure_name, amount: Number(amount) || 0 }] : []
    }),
  })

interface ToldLine {
  good: string
  amount: number
  measure_name: string
}

/** «Корм 3 мм 1 200 кг», «Корм 3 мм 1 200 кг и ещё 4». */
export function goodsText(row: OperationRow, t: TFunction): string {
  const lines = (row.lines ?? []) as ToldLine[]
  const [first] = lines
  if (!first) return ''
  const one = `${first.good} ${showAmount(first.amount)}${NBSP}${t(first.measure_name)}`
  return lines.length === 1 ? one : t('{{first}} и ещё {{count}}', { first: one, count: lines.length - 1 })
}

/** «, 120 000,00 ₽» */
export const priceText = ({ total_price }: OperationRow): string =>
  typeof total_price === 'number' ? `, ${showRoubles(total_price)}` : ''
