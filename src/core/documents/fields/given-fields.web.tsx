import { useEffect, type ReactNode } from 'react'
import { toKg, toMg, toUnits } from '../../../shared/numbers'
import { NBSP, NOTHING, showAmount } from '../../../web/format'
import { useConnectivity } from '../../../web/connectivity'
import { useTranslation } from '../../../web/i18n'
import { FieldRow } from '../../../web/ui/fields/field'
import { DecimalField } from '../../../web/ui/fields/number-fields'
import { SelectField } from '../../../web/ui/fields/select-field'
import { Columns } from './columns.web'
import { useArrivalOption } from '../../goods/arrival-host.web'
import { MEASURES, type GoodRow } from '../../goods/good.contract'
import { BalanceBox, signed } from './balance.web'
import { CalculateLink } from './fish-fields.web'
import { NextLot } from '../lots/lots.web'
import { kgText, readMg } from './fish-math.web'
import type { FieldsProps } from './form-model.web'
import { amountIn, stockOptions, useGoods, useLastStock, type Memory } from './goods.web'

export interface GivenGood {
  /** the field that names the good */
  goodKey: 'feed_type_id' | 'good_id'
  /** the row's name of it */
  nameKey: 'feed_type' | 'medicine' | 'good'
  type: GoodRow['type']
}

function useGiven({ form: { values }, row, formerGoods: [former] }: FieldsProps, { goodKey, type }: GivenGood) {
  const { t } = useTranslation()
  const { goods, stocks, known } = useGoods(type, { good: row?.[goodKey], stock: row?.stock_id })
  const good = goods.find(({ id }) => String(id) === values[goodKey])
  // the edited row's own amount is part of the warehouse again, while its good and warehouse are unchanged
  const own = {
    stockId: String(former?.stock ?? ''),
    given: former && String(former.good) === values[goodKey] ? toUnits(-former.amount) : 0,
  }
  const options = stockOptions(good, stocks, own, t)
  const stockId = values.stock_id ?? ''
  const there = amountIn(good, stockId, stockId === own.stockId ? own.given : 0)
  const taken = readMg(values.volume)
  const chosen = good !== undefined && stockId !== '' && options.some(({ value }) => value === stockId)
  const shortage = chosen && taken !== null ? Math.max(0, toKg(taken) - there) : 0
  return { goods, stocks, known, good, options, there, taken, chosen, shortage }
}

/** Names of the row's choice, or of the remembered one, until the lists have loaded. */
function named({ form, row }: FieldsProps, { goodKey, nameKey }: GivenGood, memory: Memory) {
  const { [goodKey]: good = '', stock_id: stock = '' } = form.values
  const goodName = row ? row[nameKey] : memory.good === good ? memory.goodName : undefined
  const stockName = row ? row.stock : memory.stock === stock ? memory.stockName : undefined
  return {
    goods: good ? [{ value: good, label: String(goodName ?? '') }] : [],
    stocks: stock ? [{ value: stock, label: String(stockName ?? '') }] : [],
  }
}

/**
 * Clears a choice that the lists no longer hold. Chooses the only good and its only warehouse, or the last one of this
 * device.
 */
function useChoices({ form, row }: FieldsProps, { goodKey }: GivenGood, given: ReturnType<typeof useGiven>): void {
  const { known, goods, good, options } = given
  const { setFieldValue } = form
  const stockId = form.values.stock_id ?? ''
  const held = row ? [] : goods.filter(({ total }) => total > 0)
  const chosen = held.length === 1 ? String(held[0]!.id) : ''
  const lost = known && form.values[goodKey] !== chosen && !good
  const last = useLastStock()
  const offered = (id: string | null) => options.some(({ value }) => value === id)
  const proposed = options.length === 1 ? String(options[0]!.value) : !row && offered(last) ? last! : ''
  const wrong = known && stockId !== proposed && !offered(stockId)
  useEffect(() => {
    if (lost) setFieldValue(goodKey, chosen)
  }, [lost, goodKey, chosen, setFieldValue])
  useEffect(() => {
    if (wrong) setFieldValue('stock_id', proposed)
  }, [wrong, proposed, setFieldValue])
}

interface Texts {
  label: string
  /** what was given to this cage last */
  memory?: Memory
  /** label of the amount; the good's unit by default */
  volumeLabel?: string
  /** what to do when there is no such good at all */
  nothing: string
  /** what else an amount moves */
  onVolume?: (volume: string) => void
  /** shown beside the amount; the warehouse is then on a line of its own */
  beside?: ReactNode
}

const NextGiven = ({ form: { values }, row, goodKey }: FieldsProps & GivenGood) => (
  <NextLot good={values[goodKey]} stock={values.stock_id} date={values.date} time={values.time} except={row?.id} />
)

/** Which good, from which warehouse, how much. */
export function GivenFields(props: FieldsProps & GivenGood & Texts) {
  const { t } = useTranslation()
  const { form, goodKey, label, nothing, block, beside } = props
  const given = useGiven(props, props)
  const { good, goods, options, there, shortage, known } = given
  const before = named(props, props, props.memory ?? {})
  useChoices(props, props, given)
  const measure = MEASURES[good?.measure ?? 'kg']
  const short = shortage
    ? t('На складе {{there}} {{unit}}, не хватает {{shortage}}', {
        there: showAmount(there),
        unit: t(measure.name),
        shortage: showAmount(shortage),
      })
    : null
  // without a network amounts are old: the server decides when it gets the record
  const sure = useConnectivity() === 'online'
  useEffect(() => block(short && sure ? t('Исправьте количество') : null), [short, sure, block, t])
  const takeAll = () => (props.onVolume ?? ((all: string) => form.setFieldValue('volume', all)))(kgText(toMg(there)))
  const arrival = useArrivalOption(good)
  const warehouse = (
    <SelectField
      {...form.getInputProps('stock_id')}
      onChange={(id) => form.setFieldValue('stock_id', id ?? '')}
      label={t('Склад')}
      data={known ? options : before.stocks}
      nothing={good ? t('Этого нет ни на одном складе') : t('Сначала выберите, что даёте')}
      create={arrival}
    />
  )
  const amount = (
    <DecimalField
      {...form.getInputProps('volume')}
      {...(props.onVolume && { onChange: props.onVolume })}
      label={props.volumeLabel ?? t(measure.volume)}
      unit={t(measure.name)}
      error={form.errors.volume ?? short}
      action={
        shortage > 0 && there > 0 && <CalculateLink label={t('Количество')} text={t('взять всё')} onClick={takeAll} />
      }
    />
  )
  return (
    <>
      <SelectField
        {...form.getInputProps(goodKey)}
        onChange={(id) => form.setFieldValue(goodKey, id ?? '')}
        label={label}
        data={
          known
            ? goods.map((one) => ({
                value: one.id,
                label: one.name,
                alias: one.code,
                hint: `${showAmount(one.total)}${NBSP}${t(one.measure_name)}`,
              }))
            : before.goods
        }
        nothing={nothing}
      />
      {beside ? (
        <>
          {warehouse}
          <FieldRow>
            {amount}
            {beside}
          </FieldRow>
        </>
      ) : (
        <Columns>
          {warehouse}
          {amount}
        </Columns>
      )}
      <NextGiven {...props} />
    </>
  )
}

/** The amount in the warehouse, before and after. */
export function GoodsBalance(props: FieldsProps & GivenGood) {
  const { t } = useTranslation()
  const { good, stocks, there, taken, chosen, shortage, known } = useGiven(props, props)
  const stock = stocks.get(props.form.values.stock_id ?? '') ?? ''
  const caption = !chosen
    ? t('Остаток на складе')
    : shortage
      ? t('{{stock}}: {{good}}, так сохранить нельзя', { stock, good: good?.name })
      : `${stock}: ${good?.name ?? ''}`
  const change = taken === null ? null : -toKg(taken)
  const line = {
    was: chosen ? showAmount(there) : NOTHING,
    will: chosen && change !== null ? showAmount(Math.round((there + change) * 1e6) / 1e6) : NOTHING,
    difference: chosen && change !== null ? signed(change, showAmount) : '',
    unit: t(MEASURES[good?.measure ?? 'kg'].name),
  }
  return <BalanceBox caption={caption} lines={[line]} bad={shortage > 0} waiting={!known} />
}
